/** The old address of `lib/contact-link.ts`, until nobody asks for it. */
export { mailtoHref } from './contact-link.ts';
