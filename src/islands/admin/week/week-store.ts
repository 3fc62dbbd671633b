import { atom } from 'nanostores';
import { date } from '#contracts/calendar';
import { browserEnvironment, type Environment } from '#browser/environment';
import { say } from '#browser/say';
import { duration } from '#lib/label';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { type ShownVisit, Week } from '#lead/answers';
import { personOf } from '#lead/visits';
import { mondayOf, zonedToday } from '#lib/time/dates';
import { MINUTE } from '#lib/time/units';
import { timeOf } from '../leads/visit-time.ts';
import { createPageData } from '../renewal.ts';
import { type AdminSession, session } from '../sign-in/session.ts';

/** The state and the actions of /admin/week. */
export function createWeek({ client, now }: Pick<Environment, 'client' | 'now'>, session: AdminSession) {
  /** The chosen day, `YYYY-MM-DD`; its week is shown. Empty in the built page. */
  const $day = atom('');
  const { $known, start, load, renew } = createPageData(
    session,
    async () => ({ week: await client.send('GET', `/api/week?from=${$day.get()}`, Week) }),
    now,
  );
  const choose = (day: string) => $day.set(date.safeParse(day).data ?? zonedToday(new Date(now())));

  return {
    $day,
    $week: $known,
    load,
    renew,
    /** `day`: what the page's address names, else today. */
    async start(day: string): Promise<void> {
      choose(day);
      await start();
    },
    async show(day: string): Promise<void> {
      const before = mondayOf($day.get());
      choose(day);
      if (mondayOf($day.get()) !== before) await load();
    },
  };
}

/** The visits of a day before this one, of the same person: two people may be at two places at once. */
export const beforeIn = (visits: readonly ShownVisit[], shown: ShownVisit): readonly ShownVisit[] =>
  visits.slice(0, visits.indexOf(shown)).filter(({ visit }) => personOf(visit) === personOf(shown.visit));

/** The time between a visit and those of its day before it: `1 h 30 min free`. */
export function gapWords(before: readonly ShownVisit[], { visit }: ShownVisit): string {
  const free = Date.parse(timeOf(visit).start) - Math.max(...before.map((one) => Date.parse(timeOf(one.visit).end)));
  if (free === 0) return say('No time between');
  const time = duration(Math.abs(free) / MINUTE);
  return free > 0 ? say('{time} free', { time }) : say('Overlap of {time}', { time });
}

export const week: ReadOnly<ReturnType<typeof createWeek>> = createWeek(browserEnvironment, session);
