import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Insights, type Measure, measures, type Share } from '#contracts/insights';
import {
  dayName,
  drawnShares,
  measureNames,
  number,
  sharesSentence,
  weekName,
  weeksSentence,
} from './insights-words.ts';

type Drawing = typeof import('./drawing.ts');
/** The drawing code and its state. If it fails, the tables open. */
type Drawn = Drawing | 'loading' | 'failed';

/** All charts, each with its table. */
export function Charts({ insights }: { insights: Insights }) {
  const [drawn, setDrawn] = useState<Drawn>('loading');
  useEffect(() => {
    import('./drawing.ts').then(setDrawn, () => setDrawn('failed'));
  }, []);
  return (
    <div className="grid grid-cols-1 gap-6 min-[64rem]:grid-cols-6">
      {drawn === 'failed' && (
        <p className="notice min-[64rem]:col-span-full" role="alert">
          The charts could not be loaded. The tables hold the same figures.
        </p>
      )}
      <Weeks insights={insights} drawn={drawn} />
      {shareFigures.map(({ field, width, ...words }) => (
        <Shares key={field} className={widths[width]} {...words} shares={insights[field]} drawn={drawn} />
      ))}
    </div>
  );
}

const shareFigures = [
  { field: 'sources', width: 'third', title: 'Where requests come from', first: 'Source' },
  { field: 'campaigns', width: 'third', title: 'Campaigns', first: 'Campaign' },
  { field: 'landings', width: 'third', title: 'The first page they saw', first: 'Page' },
  { field: 'services', width: 'half', title: 'Services', first: 'Service' },
  { field: 'cities', width: 'half', title: 'Cities', first: 'City' },
] as const;

const widths = { third: 'min-[64rem]:col-span-2', half: 'min-[64rem]:col-span-3' };

function Weeks({ insights: { weeks, period }, drawn }: { insights: Insights; drawn: Drawn }) {
  const year = period.to.slice(0, 4);
  const max = Math.max(...weeks.flatMap((week) => measures.map((measure) => week[measure])));
  const named = weeks.map((week) => ({ ...week, short: dayName(week.from), name: weekName(week, year) }));
  return (
    <Figure
      className="min-[64rem]:col-span-full"
      title="By week"
      aside="Monday to Sunday, all on one scale"
      drawn={drawn}
    >
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-2">
        {measures.map((measure) => (
          <div key={measure}>
            <h3 className="tone pb-1.5 text-sm font-label" data-tone={measure}>
              {measureNames[measure]}
            </h3>
            <Canvas
              className="h-32"
              drawn={drawn}
              label={weeksSentence(measureNames[measure], weeks, measure)}
              shows={weeks}
              draw={({ drawWeeks }, canvas) => {
                const bars = named.map((week) => ({ short: week.short, full: week.name, count: week[measure] }));
                return drawWeeks(canvas, { measure, name: measureNames[measure], weeks: bars, max });
              }}
            />
          </div>
        ))}
      </div>
      <Table title="By week" first="Week" rows={named.toReversed()} drawn={drawn} />
    </Figure>
  );
}

/** Heights by the number of bars, with their names above. */
const HEIGHTS = ['h-12', 'h-16', 'h-28', 'h-40', 'h-52', 'h-64', 'h-76', 'h-88'];

interface SharesProps {
  className: string;
  title: string;
  first: string;
  shares: readonly Share[];
  drawn: Drawn;
}

function Shares({ className, title, first, shares, drawn }: SharesProps) {
  const bars = drawnShares(shares);
  if (bars.length === 0) return null;
  return (
    <Figure className={className} title={title} drawn={drawn}>
      <p className="flex flex-wrap gap-x-5 pb-3 text-xs text-mute" aria-hidden="true">
        <span className="tone" data-tone="requests">
          Requests
        </span>
        <span className="tone" data-tone="bookings">
          of these, booked
        </span>
      </p>
      <Canvas
        className={HEIGHTS[bars.length] ?? 'h-88'}
        drawn={drawn}
        label={sharesSentence(title, bars)}
        shows={shares}
        draw={({ drawShares }, canvas) => drawShares(canvas, bars)}
      />
      <Table title={title} first={first} rows={shares} drawn={drawn} />
    </Figure>
  );
}

interface FigureProps {
  title: string;
  aside?: string;
  className?: string;
  drawn: Drawn;
  children: ReactNode;
}

function Figure({ title, aside, className = '', drawn, children }: FigureProps) {
  return (
    <figure className={`min-w-0 bg-white p-4 sm:p-5 ${className}`} aria-busy={drawn === 'loading' || undefined}>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 pb-4">
        <h2 className="text-xl">{title}</h2>
        {aside && <span className="text-xs text-mute">{aside}</span>}
      </figcaption>
      {children}
    </figure>
  );
}

interface CanvasProps {
  className: string;
  drawn: Drawn;
  label: string;
  /** A change redraws. */
  shows: unknown;
  draw: (drawing: Drawing, canvas: HTMLCanvasElement) => () => void;
}

/** A chart. `label` describes it for screen readers. */
function Canvas({ className, drawn, label, shows, draw }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `draw` is another function each time, and draws `shows`.
  useEffect(() => {
    if (typeof drawn === 'string' || !canvas.current) return;
    return draw(drawn, canvas.current);
  }, [drawn, shows]);
  if (drawn === 'failed') return null;
  return (
    <div className={`relative min-w-0 ${className}`}>
      {drawn === 'loading' && <div className="skeleton absolute inset-0" />}
      <canvas ref={canvas} className="max-w-full" role="img" aria-label={label} />
    </div>
  );
}

type Row = { readonly name: string } & Readonly<Record<Measure, number>>;
/** On a phone a row's name stands above its figures. */
const ROW = 'max-sm:grid max-sm:grid-cols-4 max-sm:border-t max-sm:border-hairline max-sm:py-2';
const CELL = 'align-top sm:border-t sm:border-hairline sm:py-2';
const FIRST = `${CELL} text-left max-sm:col-span-4`;

interface TableProps {
  title: string;
  first: string;
  rows: readonly Row[];
  drawn: Drawn;
}

/** The chart as a table. */
function Table({ title, first, rows, drawn }: TableProps) {
  const head = 'text-2xs font-label text-mute sm:border-ink';
  return (
    <details className="mt-1" open={drawn === 'failed' || undefined}>
      <summary className="link cursor-pointer text-sm">
        Table<span className="sr-only">{` of the figures: ${title}`}</span>
      </summary>
      <table className="mt-2 w-full border-collapse border-b border-hairline text-xs tabular-nums">
        <thead>
          <tr className={`${ROW} max-sm:border-ink`}>
            <th className={`${FIRST} ${head}`} scope="col">
              {first}
            </th>
            {measures.map((measure) => (
              <th key={measure} className={`${CELL} ${head} text-right sm:pl-2`} scope="col">
                {measureNames[measure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className={ROW}>
              <th className={`${FIRST} font-normal wrap-anywhere max-sm:font-label`} scope="row">
                {row.name}
              </th>
              {measures.map((measure) => (
                <td key={measure} className={`${CELL} text-right sm:pl-2`}>
                  {number(row[measure])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
