import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in the page as it was built, true once scripts run. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
