const NAMED: Record<string, string> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const FIELDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** From one 29 February to the next but one, across a century that has none. */
const LOOK_AHEAD_DAYS = 8 * 366 + 1;

/**
 * When a cron expression comes true next after `after`, in UTC, as Netlify runs scheduled functions. A day must fit the
 * day of the month or that of the week when both are given. Throws for what is no expression or never comes true.
 */
export function nextRun(expression: string, after: Date): Date {
  const parts = (NAMED[expression] ?? expression).trim().split(/\s+/);
  const sets = FIELDS.map(([least, most], index) => readField(parts[index] ?? '', least, most));
  const [minutes, hours, days, months, weekdays] = sets;
  if (parts.length !== FIELDS.length || !minutes || !hours || !days || !months || !weekdays) {
    throw new Error(`Not a cron expression: ${expression}`);
  }
  const eitherDay = parts[2] !== '*' && parts[4] !== '*';
  const first = Math.floor(after.getTime() / MINUTE) * MINUTE + MINUTE;
  for (let day = Math.floor(first / DAY) * DAY, count = 0; count < LOOK_AHEAD_DAYS; day += DAY, count += 1) {
    const date = new Date(day);
    const byMonthDay = days.has(date.getUTCDate());
    const byWeekDay = weekdays.has(date.getUTCDay()) || (date.getUTCDay() === 0 && weekdays.has(7));
    const fits = eitherDay ? byMonthDay || byWeekDay : byMonthDay && byWeekDay;
    const time =
      fits && months.has(date.getUTCMonth() + 1) ? firstTime(day, Math.max(first, day), hours, minutes) : null;
    if (time !== null) return new Date(time);
  }
  throw new Error(`Never comes true: ${expression}`);
}

function firstTime(day: number, from: number, hours: Set<number>, minutes: Set<number>): number | null {
  for (let time = from; time < day + DAY; time += MINUTE) {
    const minuteOfDay = (time - day) / MINUTE;
    if (hours.has(Math.floor(minuteOfDay / 60)) && minutes.has(minuteOfDay % 60)) return time;
  }
  return null;
}

/** `*`, `5`, `1-5`, each also with a step, and lists of them. */
function readField(field: string, least: number, most: number): Set<number> | null {
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    if (!match) return null;
    const [, from, to, step] = match;
    const first = from === undefined ? least : Number(from);
    const openEnd = from === undefined || step !== undefined ? most : first;
    const last = to === undefined ? openEnd : Number(to);
    if (first < least || last > most || first > last || step === '0') return null;
    for (let value = first; value <= last; value += Number(step ?? 1)) values.add(value);
  }
  return values;
}
