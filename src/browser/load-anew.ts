/**
 * Loads the page anew at its address, because a part of it cannot be had: the site was published again meanwhile. False
 * without a network, and where that has not helped: then the page says so itself.
 */
export function loadAnew(): boolean {
  if (!navigator.onLine || isLoadedAnew()) return false;
  history.replaceState({ ...history.state, isAnew: true }, '');
  location.reload();
  return true;
}

/** True on a page that `loadAnew` has brought, so that it goes on where the visitor was. */
export const isLoadedAnew = (): boolean => history.state?.isAnew === true;
