import { LeadQuery } from '#contracts/lead-query';

/** The fields of the search. An empty one means all. */
export type LeadFilter = Omit<LeadQuery, 'after'>;
const { after: _, ...fields } = LeadQuery.shape;
const names = Object.keys(fields) as (keyof LeadFilter)[];

const filterWith = (value: (name: keyof LeadFilter) => string) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as LeadFilter;

export const everything: LeadFilter = filterWith(() => '');
export const isEverything = (filter: LeadFilter): boolean => names.every((name) => filter[name] === '');

/** The filter in an address; what it cannot be is left out. */
export function filterIn(search: string): LeadFilter {
  const given = new URLSearchParams(search);
  return filterWith((name) => fields[name].safeParse(given.get(name) ?? '').data ?? '');
}

/** `?search=…`, without empty fields. */
export function queryText(query: Partial<LeadQuery>): string {
  const set = Object.entries(query).filter(([, value]) => value !== '');
  return set.length > 0 ? `?${new URLSearchParams(set)}` : '';
}
