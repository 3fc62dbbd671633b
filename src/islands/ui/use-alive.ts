/** The old name of `useHydrated`, until nobody asks for it. */
export { useHydrated as useAlive } from './hydration.ts';
