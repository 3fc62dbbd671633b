/** The words of built pages. */
export { areas } from './areas.ts';
export { blog } from './blog.ts';
export { book } from './book.ts';
export { deals } from './deals.ts';
export { home } from './home.ts';
export { site } from './site.ts';
export { sun } from './sun.ts';
export { thanks } from './thank-you.ts';
export { visit } from './visit.ts';
