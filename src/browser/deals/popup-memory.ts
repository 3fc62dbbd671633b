/** This browser keeps the dismissal and the claim of the deals popup. By these, its visit and its requests, the popup stays away. */
import { attempt } from '#browser/attempt';
import { ASKED, keptVisit } from '#browser/booked-visit';
import { hasUndelivered } from '#browser/browser-storage';
import { DAY } from '#lib/time/units';

/** Local storage key for the time of the popup's dismissal, in ms since the epoch. */
const DISMISSED = 'deals-popup-dismissed';
/** In ms: how long the popup stays away. */
const AWAY = DAY;
/** Local storage key of the offer that was claimed in the popup, and since when. */
const CLAIMED = 'claimed-offer';
/** In ms: as long as a request that could not be delivered. */
const HELD = 30 * DAY;

/** May throw: a browser can block storage. */
type Kept = () => Storage;

/** True for whoever has dismissed or claimed, has a visit, or has asked for a callback. `now` in ms. */
export function isUnwelcome(local: Kept, session: Kept, now: number): boolean {
  const age = now - Number(attempt(() => local().getItem(DISMISSED)) ?? Number.NaN);
  // A future time comes from a wrong clock and would block the popup for too long.
  if ((age >= 0 && age < AWAY) || keptClaim(local, now) || hasUndelivered(local)) return true;
  return Boolean(attempt(() => keptVisit(local(), now) ?? session().getItem(ASKED)));
}

/** Stores the dismissal at `now` (ms since the epoch). If storage is blocked or full, the popup returns on the next page. */
export function dismiss(local: Kept, now: number): void {
  attempt(() => local().setItem(DISMISSED, String(now)));
}

/** Keeps the claim, `Offer: …`, for the request that follows: today, or from another page. `now` in ms. */
export function keepClaim(local: Kept, about: string, now: number): void {
  attempt(() => local().setItem(CLAIMED, JSON.stringify({ about, at: now })));
}

/** The claimed offer, or `''`. `now` in ms. */
export function keptClaim(local: Kept, now: number): string {
  const { about, at } = attempt(() => JSON.parse(local().getItem(CLAIMED) ?? '')) ?? {};
  return typeof about === 'string' && now - at < HELD ? about : '';
}

/** The request has it. */
export function forgetClaim(local: Kept): void {
  attempt(() => local().removeItem(CLAIMED));
}
