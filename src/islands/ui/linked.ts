/** The old name of `loadStylesheet`, until nobody asks for it. */
export { loadStylesheet as linked } from './hydration.ts';
