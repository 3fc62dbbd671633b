import { zonedMomentWithin, zoneNames } from '#lib/time/zone';

/** `today, 8:40 AM ET`, in the middle of a sentence. */
export const momentWords = (instant: string) => `${zonedMomentWithin(instant, new Date())} ${zoneNames.short}`;
