import { map } from 'nanostores';
import brand from '#brand/brand.json' with { type: 'json' };
import type { AdminLead } from '#contracts/admin-lead';
import { isOfWork, type PastVisit } from '#contracts/lead-outcome';
import { arrivalOf, type DayChange, isNext, lastMark, type Mark } from '#contracts/visit-day';
import { texts as english } from '#i18n/en/texts';
import { texts as spanish } from '#i18n/es/texts';
import { type Language, languageOf, locales, pathIn } from '#i18n/language';
import { spoken } from '#i18n/site-languages';
import { smsHref } from '#lib/contact';
import { offersTexts } from '#lib/offers-texts';
import { zonedTime } from '#lib/time/zone';
import type { AdminSession } from '../sign-in/session.ts';
import type { LeadsApi } from './leads-api.ts';

/** The last press about a visit. `message`: why it is not noted yet. */
export interface Press {
  readonly change: DayChange;
  readonly state: 'sending' | 'failed' | 'done';
  readonly message?: string;
}
export type DayMarksStore = ReturnType<typeof createDayMarks>;

export const pressKey = ({ id }: AdminLead, start: string) => `${id} ${start}`;

const UNANSWERED = 'No answer came, so this may not be noted yet.';

/** `put`: shows the lead as it is after a press. */
export function createDayMarks(
  api: Pick<LeadsApi, 'changeDay'>,
  session: AdminSession,
  put: (lead: AdminLead) => unknown,
) {
  const $presses = map<Readonly<Record<string, Press>>>({});
  return {
    $presses,
    /** Sends a press, and keeps one that fails. A second press waits for the first. Resolves to whether it is noted. */
    async press(lead: AdminLead, change: DayChange): Promise<boolean> {
      const key = pressKey(lead, change.visit);
      if ($presses.get()[key]?.state === 'sending') return false;
      $presses.setKey(key, { change, state: 'sending' });
      const outcome = await session.call(() => api.changeDay(lead.id, change));
      if (outcome.state === 'done') {
        $presses.setKey(key, { change, state: 'done' });
        await put(outcome.value);
        return true;
      }
      const message = (outcome.state === 'failed' && outcome.serverMessage) || UNANSWERED;
      $presses.setKey(key, { change, state: 'failed', message });
      return false;
    },
  };
}

/** The press has failed, and is still to be made: another device may have been faster. */
export function isToRepeat({ state, change }: Press, { day }: PastVisit): boolean {
  if (state !== 'failed') return false;
  return change.mark === 'undo' ? lastMark(day)?.at === change.at : isNext(change.mark, day);
}

/** `On my way since 10:05 AM, there at about 10:25 AM.` */
export function markWords({ day = {} }: PastVisit): string {
  const { mark, at } = lastMark(day) ?? {};
  if (!mark || !at) return '';
  const time = zonedTime(at);
  if (mark !== 'onMyWay') return `${doneWords[mark]} at ${time}.`;
  return `On my way since ${time}, there at about ${zonedTime(arrivalOf(at, day.minutes))}.`;
}

const doneWords: Record<Exclude<Mark, 'onMyWay'>, string> = {
  arrived: 'Arrived',
  done: 'Done',
  nobody: 'Nobody there',
};

/** Texts go to the visitor by themselves: the site sends them, and the visitor agreed. */
export const isTexted = ({ request, hasStopped }: AdminLead): boolean =>
  offersTexts && request.texts === true && !hasStopped;

/**
 * Opens the phone's own messages with the words that the visitor is told, in the lead's language; `null` without a
 * number that takes texts.
 */
export function ownText(
  { request, hasStopped }: AdminLead,
  wordsIn: (words: typeof english, language: Language) => string,
) {
  const language = spoken(languageOf(request.language));
  const text = `${brand.shortName}: ${wordsIn(language === 'es' ? spanish : english, language)}`;
  return request.phone && !hasStopped ? smsHref(request.phone, text) : null;
}

/** The owner's own text from the way; `null` where one goes by itself, and without a number. */
export function wayText(lead: AdminLead, minutes: number, now: Date): string | null {
  if (isTexted(lead)) return null;
  const time = arrivalOf(now.toISOString(), minutes);
  return ownText(lead, ({ onMyWay }, language) => onMyWay(zonedTime(time, locales[language])));
}

/** The owner's own text from the door of nobody, with the way to another time; `null` where there is no number. */
export function nobodyText(lead: AdminLead, { kind }: PastVisit, origin: string): string | null {
  return ownText(lead, ({ nobodyHome }, language) =>
    nobodyHome(isOfWork(kind) ? brand.phone : origin + pathIn(language, '/book')),
  );
}
