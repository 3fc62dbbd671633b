import { atom, computed } from 'nanostores';
import type * as z from 'zod/mini';
import { type NamedPerson, type OpenTimes, type Overlap, Overlaps } from '#contracts/owner-visit';
import { say } from '#browser/say';
import type { Opened } from '#islands/ui/dialog.ts';
import type { Known } from '#islands/ui/resource.ts';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import type { ShownLead } from '#lead/answers';
import type { CommandOf } from '#lead/command';
import type { Visit } from '#lead/lead';
import { personOf, standingVisits } from '#lead/visits';
import { isSame } from '#lib/is-same';
import { $connections, isMailOut, waysTo, wayWords } from '../connections.ts';
import { createPageData } from '../renewal.ts';
import { type Commands, keyOf } from './commands.ts';
import type { LeadsContext } from './list.ts';
import { momentOf, timesOf, type VisitTime, visitTimeOf } from './visit-time.ts';

/** What the owner is about to do. */
interface Asked extends Opened {
  readonly action: 'book' | 'change' | 'cancel';
  readonly lead: ShownLead;
  /** The visit to come that changes; `null` for a new one. */
  readonly visit: Visit | null;
}

interface Given extends Omit<Asked, 'action'> {
  readonly visit: Visit;
}

/** The question, and what the owner has chosen. */
interface Chosen extends Asked {
  readonly time: VisitTime;
  /** Any day and time, else one of the open ones. */
  readonly isOther: boolean;
  /** What the chosen time overlaps, as the server said: a second press books it anyway. */
  readonly overlaps: readonly Overlap[];
  /** The visitor is told, if there is a way. */
  readonly tells: boolean;
  readonly isSaving: boolean;
  readonly problem: string;
}

/** The owner's question before a visit changes. `times`: for a visit of its kind, which takes `minutes`. */
export interface VisitQuestion extends Chosen {
  readonly times: Known<z.infer<typeof OpenTimes>>;
}

type Booking = CommandOf<'book'> | CommandOf<'cancel'>;

/** The key of a dialog that the owner has not finished. */
const dialogKey = (lead: Pick<ShownLead, 'id'>) => keyOf('visit', lead);

/** The owner's changes of visits. `put` shows a changed lead; `latest` reads one that somebody may have changed. */
export function createVisitChanges(
  { api, session, now }: Pick<LeadsContext, 'api' | 'session' | 'now'>,
  { type, typedIn, forget }: Commands,
  { put, latest }: { put: (lead: ShownLead) => void; latest: (id: string) => Promise<ShownLead | undefined> },
) {
  const $chosen = atom<Chosen | null>(null);
  /** The id of the visit that is on its way to somebody else. */
  const $given = atom<string | null>(null);
  const times = createPageData(session, () =>
    api.times({ kind: 'consultation', minutes: '', person: '', ...$chosen.get()?.time }),
  );
  const { $known, load: loadTimes } = times;
  /** The times for another kind or length are on their way. */
  let fitting: Promise<unknown> = Promise.resolve();
  const $question = computed([$chosen, $known], (chosen, times) => chosen && amongOpen({ ...chosen, times }));
  const coming = (lead: ShownLead) => standingVisits(lead, now());

  function set(change: Partial<Chosen>): void {
    const question = $question.get();
    if (question) $chosen.set({ ...question, ...change });
  }

  /** What the owner has chosen and not saved is kept for a draft. */
  function choose(change: Partial<Chosen>): void {
    set({ ...change, ...unsaid });
    const question = $question.get();
    if (!question || question.action === 'cancel') return;
    const { lead, visit, time, isOther, tells } = question;
    forget(dialogKey(lead));
    if (isSame(time, visitTimeOf(lead, visit))) return;
    const from = visit?.start ?? '';
    type(dialogKey(lead), { ...time, from, isOther: String(isOther), tells: String(tells) });
  }

  function close(): void {
    const question = $question.get();
    if (question) forget(dialogKey(question.lead));
    $chosen.set(null);
  }

  /** Gives the command to the server. `overlaps`: the time is not free. `failed`: with a sentence that says why. */
  async function send({ id }: ShownLead, command: Booking) {
    clearToast();
    const outcome = await session.call(() => api.command(id, command));
    if (outcome.state === 'done') put(outcome.value);
    if (outcome.state !== 'failed') return outcome;
    const { data } = Overlaps.safeParse(outcome.conflict?.fields);
    if (data) return { state: 'overlaps', overlaps: data.overlaps } as const;
    return { state: 'failed', problem: outcome.serverMessage ?? FAILED } as const;
  }

  async function confirm(): Promise<void> {
    if (!$question.get() || $question.get()?.isSaving) return;
    await fitting;
    const question = $question.get();
    if (!question || question.isSaving) return;
    const command = commandOf(question, coming(question.lead)[0]);
    if (!command) return set({ problem: say('Please choose a day and a time') });
    if (isAsItWas(question, command)) return set({ problem: say('Please choose another day, time, length or kind') });
    set({ isSaving: true, problem: '' });
    const { id } = question.lead;
    const sent = await send(question.lead, command);
    if (sent.state === 'signed-out') return set({ isSaving: false });
    if (sent.state === 'overlaps') return set({ isSaving: false, overlaps: sent.overlaps });
    if (sent.state === 'done') {
      close();
      return showSuccess(`${DONE[question.action]} ${toldWords(question)}`);
    }
    const { problem } = sent;
    // Somebody was faster: the shown visit and the times may be stale.
    const newest = await latest(id);
    if ($question.get()?.lead.id !== id) return;
    if (newest && !isSame(coming(newest), coming(question.lead))) {
      close();
      return showError(problem);
    }
    set({ isSaving: false, problem, overlaps: [] });
    if (question.action !== 'cancel') await loadTimes();
  }

  function ask(asked: Asked): void {
    const { action, lead, visit } = asked;
    // A visit that changes is shown as it is: its own time is not among the open ones.
    const chosen = { time: visitTimeOf(lead, visit), isOther: visit !== null, tells: waysOf(asked).length > 0 };
    $chosen.set({ ...asked, ...chosen, ...unsaid, isSaving: false });
    if (action !== 'cancel') void loadTimes();
  }

  return {
    $question,
    $given,
    loadTimes,
    confirm,
    ask,
    close,
    /** Gives the visit at its time to somebody else. If they are not free, the dialog says what it overlaps. */
    async giveTo(person: NamedPerson, asked: Given): Promise<void> {
      const { lead, visit } = asked;
      const { id: visitId, start: from = '' } = visit;
      if ($given.get() !== null) return;
      $given.set(visitId);
      // Who does not know who was to come is not told of another.
      const told = { ...asked, action: 'change', tells: visit.who !== undefined } as const;
      const moved = { do: 'book', slot: from, from, visitId, person: person.id, isQuiet: !isTold(told) } as const;
      const sent = await send(lead, moved);
      $given.set(null);
      if (sent.state === 'done') return showSuccess(`${say('{name} comes.', person)} ${toldWords(told)}`);
      if (sent.state === 'failed') {
        showError(sent.problem);
        return void (await latest(lead.id));
      }
      if (sent.state !== 'overlaps') return;
      ask({ ...asked, action: 'change' });
      choose({ time: { ...visitTimeOf(lead, visit), person: person.id } });
      set({ overlaps: sent.overlaps });
    },
    /** Opens the dialog as it was left, unless its visit is another by now. */
    resume(lead: ShownLead): void {
      const { from, isOther, tells, ...time } = typedIn(dialogKey(lead)).mine;
      const visit = coming(lead).find(({ start }) => start === from) ?? null;
      forget(dialogKey(lead));
      if (from === undefined || (from !== '' && !visit)) return;
      ask({ action: visit ? 'change' : 'book', lead, visit, opener: null });
      const known = { ...visitTimeOf(lead, visit), ...time };
      choose({ time: known, isOther: isOther === 'true', tells: tells === 'true' });
    },
    setTime(change: Partial<VisitTime>): void {
      const time = $question.get()?.time;
      if (!time) return;
      choose({ time: { ...time, ...change } });
      // The shown times stay meanwhile: the focus is on the field that changes.
      if ('kind' in change || 'minutes' in change || 'person' in change)
        fitting = times.reload().then((result) => result === 'failed' && times.fail());
    },
    /** Offers any day and time, or goes back to the open ones. */
    chooseOther: (isOther: boolean) => choose({ isOther }),
    setTells: (tells: boolean) => choose({ tells }),
  };
}

/** Nothing is said of a new choice. */
const unsaid = { problem: '', overlaps: [] } as const;

const FAILED = say('The visit could not be changed. Please try again.');
const DONE = { book: say('Visit booked.'), change: say('Visit changed.'), cancel: say('Visit cancelled.') };

const NEWS = { book: 'booked', change: 'moved', cancel: 'cancelled' } as const;

/** How the visitor can be told. Whom no way reaches, the owner tells. */
export const waysOf = ({ action, lead }: Asked) => waysTo(lead, NEWS[action]);

type Told = Asked & Pick<Chosen, 'tells'>;

const isTold = (question: Told): boolean => question.tells && waysOf(question).length > 0;

function toldWords(question: Told): string {
  if (!isTold(question)) return say('The visitor was not told.');
  const isOut = isMailOut($connections.get());
  const words = wayWords(waysOf(question).filter(({ way }) => way !== 'mail' || !isOut));
  if (!words) return say('Visitors get no mail: please tell them yourself.');
  return say('The visitor is told by {ways}.', { ways: words });
}

/** A time that is not open is not shown among the open ones, so it is not chosen there either. */
function amongOpen(question: VisitQuestion): VisitQuestion {
  const { isOther, times, time } = question;
  if (isOther || times.state === 'loading') return question;
  const isOpen = times.state === 'ready' && times.slots.some(({ start }) => isAt(time, start));
  return isOpen ? question : { ...question, time: { ...time, date: '', time: '' } };
}

function isAt({ date, time }: VisitTime, instant: string): boolean {
  const moment = momentOf(instant);
  return moment.date === date && moment.time === time;
}

/** How long the visit takes; `null` until the times are loaded. */
export const usualMinutes = ({ times }: Pick<VisitQuestion, 'times'>): number | null =>
  times.state === 'ready' ? times.minutes : null;

/** Who makes such visits; nobody is named where one person makes all. */
export const makersIn = ({ times }: Pick<VisitQuestion, 'times'>) => (times.state === 'ready' && times.people) || [];

/** `soonest`: of the visits to come. `null` as long as no time is chosen. */
function commandOf(question: VisitQuestion, soonest: Visit | undefined): Booking | null {
  const { action, visit, time, overlaps } = question;
  const isQuiet = !isTold(question);
  const named = visit && { visitId: visit.id };
  if (action === 'cancel') return { do: 'cancel', from: visit?.start ?? '', ...named, isQuiet };
  const times = timesOf(time, usualMinutes(question));
  if (!times) return null;
  return {
    do: 'book',
    ...times,
    kind: time.kind,
    ...(makersIn(question).length > 0 && time.person && { person: time.person }),
    ...(!visit && soonest && { isAnother: true }),
    ...(overlaps.length > 0 && { isAnyway: true }),
    from: (visit ?? soonest)?.start ?? null,
    ...named,
    isQuiet,
  };
}

const isAsItWas = ({ visit }: VisitQuestion, command: Booking): boolean =>
  command.do === 'book' &&
  visit?.start === command.slot &&
  visit.end === command.end &&
  visit.kind === command.kind &&
  (command.person ?? personOf(visit)) === personOf(visit);
