import { alertPhones, type OpeningHours, phoneHours, visitRules } from '#business';
import { addDays, weekdayOf } from '#lib/time/dates';
import { HOUR, MINUTE } from '#lib/time/units';
import { findLead, isUnopened } from '#server/leads/lead';
import { UNOPENED, Unopened } from '#server/leads/pending-notices';
import { isHoliday } from '#server/slots/holidays';
import type { Interval } from '#server/slots/times';
import { dateAt, instantAt } from '#server/slots/zone';
import { forEachAlone, readAll } from '#server/storage/port';
import { dispatch, type NewsContext } from './dispatch.ts';
import type { UnopenedNews } from './news.ts';

/** In minutes. */
const usualSteps: readonly UnopenedNews['after'][] = alertPhones.length > 1 ? [15, 60] : [15];

/** Tells the owner again of the requests that nobody has opened for so long, each step once. */
export async function tellOfUnopened(
  context: Pick<NewsContext, 'leads' | 'channels' | 'now'>,
  steps = usualSteps,
): Promise<void> {
  const { leads, now } = context;
  const look = async ({ key, value, etag }: { key: string; value: { after: number }; etag: string }) => {
    const lead = (await findLead(leads, key.slice(UNOPENED.length)))?.lead;
    if (!lead || !isUnopened(lead)) return await leads.delete(key);
    const waits = timeWithin({ start: Date.parse(lead.createdAt), end: now() });
    const due = steps.filter((after) => after > value.after && waits >= after * MINUTE);
    // A death before the record is written repeats news that are stored already, which stores nothing.
    for (const after of due) await dispatch(context, { kind: 'unopened', lead, after });
    if (due.at(-1) === steps.at(-1)) await leads.delete(key);
    else if (due.length > 0) await leads.replace(key, { after: due.at(-1) }, etag);
  };
  // Health names a lead that cannot be read.
  await forEachAlone(await readAll(leads, UNOPENED, Unopened), look, () => undefined);
}

/** How much of the interval somebody answers the phone, in ms. Holidays are closed. */
export function timeWithin({ start, end }: Interval, hours: OpeningHours = phoneHours): number {
  const { timeZone, holidays } = visitRules;
  let time = 0;
  for (let day = dateAt(timeZone, start); start < end && day <= dateAt(timeZone, end); day = addDays(day, 1)) {
    const [opens, closes] = hours[weekdayOf(day) as keyof OpeningHours] ?? [0, 0];
    if (opens >= closes || isHoliday(holidays, day)) continue;
    const at = (hour: number) => instantAt(timeZone, day, (hour * HOUR) / MINUTE);
    time += Math.max(0, Math.min(end, at(closes)) - Math.max(start, at(opens)));
  }
  return time;
}
