/** The old address of `lib/intent.ts`, until nobody asks for it. */
export { whenIdle } from './intent.ts';
