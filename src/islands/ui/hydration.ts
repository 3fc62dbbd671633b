import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in the built page, true once scripts run. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
