import choices from '#brand/choices.json' with { type: 'json' };

/** `callFirst`: visitors are asked to call, and may book. `notServed`: there are no visits. */
export type ZipArea = 'served' | 'callFirst' | 'notServed';

export interface ZipAreas {
  /** Without it, visits are everywhere. */
  readonly served?: readonly string[] | undefined;
  readonly callFirst?: readonly string[] | undefined;
}

const settings: ZipAreas = (choices as { zipAreas?: ZipAreas }).zipAreas ?? {};

/** `range` is a ZIP code or `first-last`. Five digits each, so texts compare. `zipCode` may have four more. */
export function isWithin(zipCode: string, range: string): boolean {
  const [first = '', last = first] = range.split('-');
  const zip = zipCode.slice(0, first.length);
  return zip >= first && zip <= last;
}

/** Whether we visit at a ZIP code. */
export function zipArea(zipCode: string, { served, callFirst = [] }: ZipAreas = settings): ZipArea {
  if (callFirst.some((range) => isWithin(zipCode, range))) return 'callFirst';
  return served?.some((range) => isWithin(zipCode, range)) === false ? 'notServed' : 'served';
}
