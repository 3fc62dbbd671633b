/** Lengths of time in ms. A day by the clock may be an hour longer or shorter: for dates there is `addDays`. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
