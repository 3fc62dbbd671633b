/** In ms since the epoch; `end` is excluded. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

export function overlap(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}
