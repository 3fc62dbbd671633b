/** The old address of `lib/intent.ts`, until nobody asks for it. */
export { HYDRATE, WARM_UP } from './intent.ts';
