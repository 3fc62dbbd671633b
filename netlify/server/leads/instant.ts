import * as z from 'zod/mini';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** An instant as `Date` writes it, in UTC; `undefined` for a text that is none. */
function toInstant(text: string): string | undefined {
  const time = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** A stored instant; what is none counts as absent. */
export const instant = z.optional(z.pipe(z.string(), z.transform(toInstant)));
/** A stored instant, or `unknown` for what is none. */
export const instantOr = (unknown: string) =>
  z.pipe(
    z.string(),
    z.transform((text) => toInstant(text) ?? unknown),
  );
