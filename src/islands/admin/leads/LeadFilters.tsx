import { useStore } from '@nanostores/react';
import { cities, services } from '#contracts/consultation';
import { leastAmounts, orderLabels, stepFilterLabels, visitFilterLabels } from '#contracts/lead-query';
import { say, sayLabels } from '#browser/say';
import { DateField, optionsOf, SelectField } from '#islands/ui/Field.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { dollars } from '#lib/dollars';
import { labelOf } from '#lib/label';
import { everything, type LeadFilter } from './leads-api.ts';
import { leads } from './leads-store.ts';
import { shownName } from '../origin-names.ts';
import { namesOf } from './leads-words.ts';
import { dayAndYear } from './progress-words.ts';

/** Those with a chip each. The search and the status have none, and the others are the one of when. */
type Chip = Exclude<keyof LeadFilter, 'search' | 'status' | 'from' | 'to' | 'step'>;

/** Without a step: robots too. */
const RECEIVED = say('Received');
const ALL = say('All');
const atLeast = (least: number) => say('{amount} or more', { amount: dollars(least) });
const visitNames = sayLabels(visitFilterLabels);
const stepNames = sayLabels(stepFilterLabels);
const orderNames = sayLabels(orderLabels);

/** In the order of the chips. */
const chips: Readonly<Record<Chip, (value: string) => string>> = {
  source: (name) => say('Came from: {source}', { source: shownName(name) }),
  campaign: (name) => say('Campaign: {campaign}', { campaign: shownName(name) }),
  city: (name) => say('City: {city}', { city: shownName(name) }),
  service: (name) => say('Service: {service}', { service: shownName(name) }),
  visit: (which) => say('Visit: {visit}', { visit: labelOf(visitNames, which).toLowerCase() }),
  amount: (least) => say('Amount: {amount}', { amount: atLeast(Number(least)) }),
  order: (by) => say('Order: {order}', { order: labelOf(orderNames, by).toLowerCase() }),
};
const names = Object.keys(chips) as Chip[];

/** `When: won, from Oct 20, 2026, until Nov 18, 2026`; empty without any of them. */
function whenWords({ step, from, to }: LeadFilter): string {
  const name = step ? stepNames[step] : (from || to) && RECEIVED;
  const words = [
    name.toLowerCase(),
    from && say('from {day}', { day: dayAndYear(from) }),
    to && say('until {day}', { day: dayAndYear(to) }),
  ].filter(Boolean);
  return words.length > 0 ? say('When: {words}', { words: words.join(', ') }) : '';
}

const CHIP =
  'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-edge bg-white px-3.5 py-1 text-left text-xs/[1.6] wrap-anywhere [&:hover]:border-current';
const SUMMARY = 'leads-filters';
/** The first day that a lead may have come on. */
const FIRST_DAY = '2020-01-01';

const set = (change: Partial<LeadFilter>) => void leads.setFilter(change);
const visits = optionsOf(visitNames);
const steps = optionsOf(stepNames);
const amounts = leastAmounts.map((least) => ({ value: String(least), label: atLeast(least) }));
const orders = optionsOf(orderNames);

/** The fold with the further filters, and a chip for each that is set. */
export function LeadFilters() {
  const filter = useStore(leads.$filter, { ssr: 'initial' });
  const list = useStore(leads.$list);
  const sources = list.state === 'ready' ? list.page.sources : [];
  const field = (name: keyof LeadFilter) => ({
    name: `filter-${name}`,
    value: filter[name],
    onValue: (value: string) => set({ [name]: value }),
  });
  return (
    <>
      <details className="md:basis-full max-md:open:basis-full">
        <summary className="link min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 text-sm" id={SUMMARY}>
          <Icon name="plus" />
          {say('More filters')}
        </summary>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-x-3 gap-y-4 pt-2 pb-1">
          <SelectField label={say('When')} prompt={RECEIVED} options={steps} {...field('step')} />
          <DateField label={say('From')} min={FIRST_DAY} {...field('from')} />
          <DateField label={say('Until')} min={filter.from || FIRST_DAY} {...field('to')} />
          <SelectField label={say('Came from')} prompt={ALL} options={namesOf(sources)} {...field('source')} />
          <SelectField label={say('City')} prompt={ALL} options={namesOf(cities)} {...field('city')} />
          <SelectField label={say('Service')} prompt={ALL} options={namesOf(services)} {...field('service')} />
          <SelectField label={say('Visit')} prompt={ALL} options={visits} {...field('visit')} />
          <SelectField label={say('Amount')} prompt={ALL} options={amounts} {...field('amount')} />
          <SelectField label={say('Order')} prompt={say('Newest first')} options={orders} {...field('order')} />
        </div>
      </details>
      <Chips filter={filter} />
    </>
  );
}

function Chips({ filter }: { filter: LeadFilter }) {
  const active = [
    { words: whenWords(filter), change: { step: '', from: '', to: '' } as const },
    ...names.map((name) => ({ words: filter[name] && chips[name](filter[name]), change: { [name]: '' } })),
  ].filter(({ words }) => words);
  if (active.length === 0) return null;
  /** The chip goes, so focus moves to the fold. */
  const take = (change: Partial<LeadFilter>) => {
    set(change);
    document.getElementById(SUMMARY)?.focus();
  };
  return (
    <ul className="flex basis-full flex-wrap gap-2" aria-label={say('Filters')}>
      {active.map(({ words, change }) => (
        <li key={words}>
          <button className={CHIP} type="button" onClick={() => take(change)}>
            <span className="sr-only">{say('Remove the filter ')}</span>
            <span>{words}</span>
            <Icon name="x" />
          </button>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <button
            className="link min-h-11 text-sm"
            type="button"
            onClick={() => take({ ...everything, search: filter.search, status: filter.status })}
          >
            {say('Clear all')}
          </button>
        </li>
      )}
    </ul>
  );
}
