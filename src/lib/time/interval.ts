import { MINUTE } from './units.ts';

/** In ms since the epoch; `end` is excluded. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

export function overlap(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

export const toSlot = ({ start, end }: Interval): { start: string; end: string } => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

export const toInterval = (slot: { readonly start: string; readonly end: string }): Interval => ({
  start: Date.parse(slot.start),
  end: Date.parse(slot.end),
});

/** ms. No visit is longer. */
export const MAX_VISIT_MS = 12 * 60 * MINUTE;

/** A booked visit, whatever the rules say by now. Times in ms. An end that is absent or damaged is an hour later. */
export function storedVisit(start: number, end?: number): Interval {
  const isVisit = end !== undefined && end > start && end <= start + MAX_VISIT_MS;
  return { start, end: isVisit ? end : start + 60 * MINUTE };
}
