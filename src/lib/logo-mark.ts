/** The old address of `lib/icons.ts`, until nobody asks for it. */
export { logoMark } from './icons.ts';
