/** The old address of `lib/contact-link.ts`, until nobody asks for it. */
export { telHref } from './contact-link.ts';
