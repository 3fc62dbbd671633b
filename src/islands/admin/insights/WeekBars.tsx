import type { Counts, Period } from '#contracts/insights';
import { shortDay } from '../leads/progress-words.ts';
import { figure, weekName, weeksSentence } from './insights-words.ts';

/** Of the names below the bars. A narrow chart shows every second of them. */
const MAX_NAMES = 12;

const below = { x: '50%', y: '100%', dy: '1.5em', textAnchor: 'middle' } as const;
/** A value stays inside of its chart. */
const anchors = ['start', 'middle', 'end'] as const;

/** From 0 on, four at most, whole and round; the last is at least `max`. */
export function ticksTo(max: number): number[] {
  const least = Math.max(max, 4) / 3;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((digit) => digit * power >= least) ?? 10);
  return Array.from({ length: Math.ceil((3 * least) / step) + 1 }, (_, index) => index * step);
}

interface WeekBarsProps {
  readonly name: keyof Counts;
  readonly weeks: readonly Period[];
  /** The greatest value of all charts on this scale. */
  readonly max: number;
  /** Weeks of another year name theirs. */
  readonly year: string;
}

/** A bar for each week, whose value stands above it under the pointer. Screen readers hear a sentence. */
export function WeekBars({ name, weeks, max, year }: WeekBarsProps) {
  const ticks = ticksTo(max);
  const top = ticks.at(-1) ?? 1;
  const every = Math.ceil(weeks.length / MAX_NAMES);
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return (
    <svg className="weeks" data-tone={name} role="img" aria-label={weeksSentence(name, weeks)}>
      {ticks.map((tick) => (
        <svg key={tick} aria-hidden="true" y={share(top - tick, top)}>
          <line x2="100%" />
          <text dx="-0.5em" dy="0.35em" textAnchor="end">
            {figure(name, tick)}
          </text>
        </svg>
      ))}
      {weeks.map((week, index) => (
        <svg key={week.from} aria-hidden="true" x={share(index, weeks.length)} width={share(1, weeks.length)}>
          <rect className="column" fill="transparent" width="100%" height="100%" />
          <rect className="bar" y={share(top - week[name], top)} height={share(week[name], top)} />
          {index % every === 0 && (
            <text className={index % (2 * every) ? 'second' : undefined} {...below}>
              {shortDay(week.from)}
            </text>
          )}
          <text className="value" x="50%" dy="-0.6em" textAnchor={anchors[Math.floor((3 * index) / weeks.length)]}>
            {`${weekName(week, year)}: ${figure(name, week[name])}`}
          </text>
        </svg>
      ))}
    </svg>
  );
}
