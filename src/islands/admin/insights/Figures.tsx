import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { say } from '#browser/say';
import { type Counts, type Insights, measures, type Share, sharesTogether } from '#contracts/insights';
import { dollars } from '#lib/dollars';
import { duration } from '#lib/label';
import { SelectField } from '#islands/ui/Field.tsx';
import { Button } from '../Button.tsx';
import { shownName } from '../origin-names.ts';
import { insights as admin } from './insights-store.ts';
import {
  figure,
  figureNames,
  leadsAddress,
  MAX_ROWS,
  number,
  percent,
  shareChoices,
  shareFilters,
} from './insights-words.ts';
import { type ShareTable, shareTables, stepFilter, weekName } from './insights-words.ts';
import { WeekBars } from './WeekBars.tsx';

const figures = [...measures, 'dollars'] as const;

/** What became of the requests, of all and of each source, campaign or city, and all by week. */
export function Charts({ insights }: { insights: Insights }) {
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2 min-[64rem]:grid-cols-6">
      <Funnel insights={insights} />
      <Shares insights={insights} />
      <Weeks insights={insights} />
      <Calls insights={insights} />
      <People insights={insights} />
    </div>
  );
}

/** What has become of the period's requests, step by step. */
function Funnel({ insights: { sources, period } }: { insights: Insights }) {
  const all = sharesTogether(say('from all sources'), sources);
  if (all.requests === 0) return null;
  return (
    <Figure className="min-[64rem]:col-span-2" title={say('From request to sale')}>
      <p className="pb-4 text-sm text-mute">{say('What has become of the requests of these days so far.')}</p>
      <dl className="grid gap-4">
        {measures.map((measure) => (
          <div key={measure} className="relative flex items-baseline justify-between gap-4 pb-4 text-sm">
            <dt className="font-label">
              <span>{figureNames[measure]}</span>
              <Bars className="absolute inset-x-0 bottom-0" of={all.requests} counts={all} figures={[measure]} />
            </dt>
            <dd className="tabular-nums">
              {measure !== 'requests' && <span className="text-mute">{percent(all[measure], all.requests)}</span>}
              <span className="inline-block min-w-9 text-right">
                <FigureOf
                  name={measure}
                  row={all}
                  address={(_, figure) => leadsAddress(period, shareFilters[figure])}
                />
              </span>
            </dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 border-t border-ink pt-3">
          <dt className="font-label">{figureNames.dollars}</dt>
          <dd className="text-right tabular-nums">
            <span className="display text-xl">{dollars(all.dollars)}</span>
            {all.won > 0 && (
              <span className="block text-xs text-mute">
                {say('{amount} a sale', { amount: dollars(Math.round(all.dollars / all.won)) })}
              </span>
            )}
          </dd>
        </div>
      </dl>
    </Figure>
  );
}

interface BarsProps {
  className?: string;
  /** The whole width. */
  of: number;
  counts: Counts;
  figures: readonly (keyof Counts)[];
}

const BAR = 'fill-(--tone) forced-color-adjust-none data-[tone=bookings]:stroke-ink';

/** One bar over the other, from the left. The figures beside it say the same. */
function Bars({ className = '', of, counts, figures }: BarsProps) {
  return (
    <svg className={`mt-1.5 block h-2.5 w-full bg-linen ${className}`} aria-hidden="true">
      {figures.map((name) => (
        <rect key={name} className={BAR} data-tone={name} width={`${(100 * counts[name]) / of}%`} height="100%" />
      ))}
    </svg>
  );
}

function Weeks({ insights: { weeks, period } }: { insights: Insights }) {
  const year = period.to.slice(0, 4);
  const greatest = (names: readonly (keyof Counts)[]) =>
    Math.max(...weeks.flatMap((week) => names.map((name) => week[name])));
  return (
    <Figure className="md:col-span-full" title={say('By week')} aside={say('Monday to Sunday, counts on one scale')}>
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-2">
        {figures.map((name) => (
          <div key={name} className="@container md:last:col-span-2">
            <h3 className="tone flex items-center gap-2 pb-1.5 text-sm font-label" data-tone={name}>
              {figureNames[name]}
            </h3>
            <WeekBars name={name} weeks={weeks} max={greatest(name === 'dollars' ? [name] : measures)} year={year} />
          </div>
        ))}
      </div>
      <details className="mt-1">
        <summary className="link cursor-pointer text-sm">
          <span>{say('Table')}</span>
          <span className="sr-only">{say(' of the figures: By week')}</span>
        </summary>
        <Table
          first={say('Week')}
          rows={weeks.map((week) => ({ ...week, name: weekName(week, year) })).toReversed()}
          address={(week, name) => leadsAddress(week, stepFilter(name))}
        />
      </details>
    </Figure>
  );
}

/** A table with bars, by what the owner chooses; its figures open their leads. */
function Shares({ insights }: { insights: Insights }) {
  const by = useStore(admin.$by, { ssr: 'initial' });
  const [open, setOpen] = useState('');
  const { filter, label } = shareTables[by];
  const { [by]: shares, period } = insights;
  if (shares.length === 0) return null;
  const isOpen = open === by;
  const hasMore = shares.length > MAX_ROWS + 1;
  const rows = hasMore && !isOpen ? shares.slice(0, MAX_ROWS) : shares;
  const address = ({ name, isRest }: Share, figure: keyof Counts) =>
    isRest ? undefined : leadsAddress(period, { [filter]: name, ...shareFilters[figure] });
  return (
    <Figure className="min-[64rem]:col-span-4" title={say('What pays')}>
      <div className="max-w-60 pb-4">
        <SelectField
          label={say('By')}
          name="by"
          value={by}
          options={shareChoices}
          onValue={(value) => admin.setBy(value as ShareTable)}
        />
      </div>
      <Table first={label} rows={rows} of={shares[0]?.requests} address={address} />
      {hasMore && (
        <Button className="link pt-3 text-sm" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? '' : by)}>
          {isOpen ? say('Show fewer') : say('Show all {count}', { count: shares.length })}
        </Button>
      )}
    </Figure>
  );
}

/** How soon those who waited were called, by week, the last one first. */
function Calls({ insights: { weeks, period } }: { insights: Insights }) {
  const [isOpen, setOpen] = useState(false);
  const called = weeks.filter(({ calls }) => calls > 0).toReversed();
  if (called.length === 0) return null;
  const rows = isOpen ? called : called.slice(0, MAX_ROWS);
  return (
    <Figure
      className="md:col-span-full"
      title={say('From request to first call')}
      aside={say('Requests of each week, Monday to Sunday')}
    >
      <ShortTable
        names={[say('Week'), say('Called'), say('Median'), say('Slowest tenth')]}
        rows={rows.map((week) => ({
          key: week.from,
          name: weekName(week, period.to.slice(0, 4)),
          cells: [number(week.calls), duration(week.callMinutes ?? 0), duration(week.slowCallMinutes ?? 0)],
        }))}
      />
      {called.length > MAX_ROWS && (
        <Button className="link pt-3 text-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? say('Show fewer') : say('Show all {count}', { count: called.length })}
        </Button>
      )}
    </Figure>
  );
}

/** Whose visits and sales they were; where one person makes all visits, there is nothing to compare. */
function People({ insights: { people = [] } }: { insights: Insights }) {
  if (people.length === 0) return null;
  return (
    <Figure
      className="md:col-span-full"
      title={say('By person')}
      aside={say('Sales of the last consultation’s person')}
    >
      <ShortTable
        names={[say('Person'), figureNames.visits, figureNames.won, figureNames.dollars]}
        rows={people.map(({ id, name, visits, won, dollars: amount }) => ({
          key: id,
          name,
          cells: [number(visits), number(won), dollars(amount)],
        }))}
      />
    </Figure>
  );
}

interface ShortTableProps {
  readonly names: readonly string[];
  readonly rows: readonly { readonly key: string; readonly name: string; readonly cells: readonly string[] }[];
}

/** A few columns, of which the first has names. */
function ShortTable({ names: [first, ...others], rows }: ShortTableProps) {
  return (
    <table className="w-full max-w-text border-collapse border-b border-hairline text-sm tabular-nums">
      <thead>
        <tr className="text-right text-2xs font-label text-mute">
          <th className="py-2 text-left" scope="col">
            {first}
          </th>
          {others.map((name) => (
            <th key={name} className="py-2 pl-3" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key} className="border-t border-hairline text-right">
            <th className="py-2.5 text-left font-normal wrap-anywhere" scope="row">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={others[index]} className="pl-3 whitespace-nowrap">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FigureProps {
  title: string;
  aside?: string;
  className?: string;
  children: ReactNode;
}

function Figure({ title, aside, className = '', children }: FigureProps) {
  return (
    <figure className={`@container min-w-0 bg-white p-4 sm:p-5 ${className}`}>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 pb-4">
        <h2 className="text-xl">{title}</h2>
        {aside && <span className="text-xs text-mute">{aside}</span>}
      </figcaption>
      {children}
    </figure>
  );
}

type Row = { readonly name: string } & Readonly<Counts>;
/** In a narrow table a row's name stands above its figures. */
const ROW =
  '@max-[32rem]:grid @max-[32rem]:grid-cols-[minmax(0,1.3fr)_repeat(3,minmax(0,1fr))_minmax(0,1.3fr)] @max-[32rem]:border-t @max-[32rem]:border-hairline';
const CELL = '@min-[32rem]:border-t @min-[32rem]:border-hairline';
const FIRST = `${CELL} text-left @max-[32rem]:col-span-5 @max-[32rem]:pt-3 @min-[32rem]:py-2`;

interface TableProps<Of extends Row> {
  first: string;
  rows: readonly Of[];
  /** The longest bar stands for so many requests. Without it there are no bars. */
  of?: number | undefined;
  /** The leads that a figure opens. */
  address: (row: Of, figure: keyof Counts) => string | undefined;
}

function Table<Of extends Row>({ first, rows, of, address }: TableProps<Of>) {
  const head = 'text-2xs font-label text-mute @min-[32rem]:border-ink';
  return (
    <table className="w-full border-collapse border-b border-hairline text-sm tabular-nums">
      <thead>
        <tr className={`${ROW} @max-[32rem]:border-ink`}>
          <th className={`${FIRST} ${head} @max-[32rem]:sr-only`} scope="col">
            {first}
          </th>
          {figures.map((name) => (
            <th key={name} className={`${CELL} ${head} py-2 text-right @min-[32rem]:pl-3`} scope="col">
              {of === undefined ? figureNames[name] : <Toned name={name} />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className={ROW}>
            <th className={`${FIRST} font-normal wrap-anywhere @max-[32rem]:font-label @min-[32rem]:w-2/5`} scope="row">
              <span>{shownName(row.name)}</span>
              {of !== undefined && <Bars of={of} counts={row} figures={measures} />}
            </th>
            {figures.map((name) => (
              <td key={name} className={`${CELL} text-right @min-[32rem]:pl-3`}>
                <FigureOf name={name} row={row} address={address} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The heading of a column, in the color of its bar. */
function Toned({ name }: { name: keyof Counts }) {
  return (
    <span
      className="border-b-4 border-[var(--tone,transparent)] pb-1"
      data-tone={name === 'dollars' ? undefined : name}
    >
      {figureNames[name]}
    </span>
  );
}

interface FigureOfProps<Of extends Row> {
  name: keyof Counts;
  row: Of;
  address: TableProps<Of>['address'];
}

const NUMBER = 'flex min-h-11 items-center justify-end [font-weight:inherit]';

function FigureOf<Of extends Row>({ name, row, address }: FigureOfProps<Of>) {
  const words = figure(name, row[name]);
  const href = row[name] > 0 ? address(row, name) : undefined;
  if (!href) return <span className={`${NUMBER} ${row[name] > 0 ? '' : 'text-mute'}`}>{words}</span>;
  return (
    <a className={`link ${NUMBER}`} href={href}>
      <span>{words}</span>
      <span className="sr-only">
        {say(': the leads, {name}, {figure}', { name: shownName(row.name), figure: figureNames[name] })}
      </span>
    </a>
  );
}
