import { atom } from 'nanostores';
import * as z from 'zod/mini';
import type { Slot } from '#contracts/calendar';
import type { AdminLead } from '#contracts/admin-lead';
import type { PastVisit } from '#contracts/lead-outcome';
import { type Overlap, Overlaps, type VisitByOwner } from '#contracts/owner-visit';
import type { Opened } from '#islands/ui/dialog.ts';
import type { Known } from '#islands/ui/resource.ts';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { isSame } from '#lib/is-same';
import { $connections, isMailOut } from '../connections.ts';
import type { LeadsContext } from './list.ts';
import { momentOf, timesOf, type VisitTime, visitTimeOf } from './visit-time.ts';

/** What the owner is about to do. */
interface Asked extends Opened {
  readonly action: 'book' | 'change' | 'cancel';
  readonly lead: AdminLead;
  /** The visit to come that changes; `null` for a new one. */
  readonly visit: PastVisit | null;
}

/** The owner's question before a visit changes. */
export interface VisitQuestion extends Asked {
  readonly times: Known<{ readonly slots: readonly Slot[] }>;
  /** How long a visit takes as set; `null` until the times are loaded. */
  readonly visitMinutes: number | null;
  readonly time: VisitTime;
  /** Any day and time, else one of the open ones. */
  readonly isOther: boolean;
  /** What the chosen time overlaps, as the server said: a second press books it anyway. */
  readonly overlaps: readonly Overlap[];
  /** The visitor gets a mail. */
  readonly tells: boolean;
  readonly isSaving: boolean;
  readonly problem: string;
}

/** The dialogs that the owner has not finished, by the lead's id. `from`: the start of the visit that changes. */
export const KeptVisits = z.record(
  z.string(),
  z.object({ from: z.nullable(z.string()), time: z.custom<VisitTime>(), isOther: z.boolean(), tells: z.boolean() }),
);
type KeptVisits = z.infer<typeof KeptVisits>;

/** The owner's changes of visits. `put` shows a changed lead; `latest` reads one that somebody may have changed. */
export function createVisitChanges(
  { api, session }: LeadsContext,
  { put, latest }: { put: (lead: AdminLead) => void; latest: (id: string) => Promise<AdminLead | undefined> },
) {
  const $question = atom<VisitQuestion | null>(null);

  function set(change: Partial<VisitQuestion>): void {
    const question = $question.get();
    if (question) $question.set(amongOpen({ ...question, ...change }));
  }

  async function loadTimes(): Promise<void> {
    const asked = $question.get()?.lead;
    set({ times: { state: 'loading' } });
    const outcome = await session.call(api.offer);
    if ($question.get()?.lead !== asked || outcome.state === 'signed-out') return;
    if (outcome.state === 'failed') return set({ times: { state: 'failed' } });
    const { slots, visitMinutes } = outcome.value;
    set({ times: { state: 'ready', slots }, visitMinutes });
  }

  async function confirm(): Promise<void> {
    const question = $question.get();
    if (!question || question.isSaving) return;
    const change = changeOf(question);
    if (!change) return set({ problem: 'Please choose a day and a time' });
    if (isAsItWas(question, change)) return set({ problem: 'Please choose another day, time, length or kind' });
    clearToast();
    set({ isSaving: true, problem: '' });
    const { id } = question.lead;
    const outcome = await session.call(() => api.changeVisit(id, change));
    if (outcome.state === 'signed-out') return set({ isSaving: false });
    if (outcome.state === 'done') {
      put(outcome.value);
      $question.set(null);
      return showSuccess(`Visit ${DONE[question.action]}. ${toldWords(isTold(question))}`);
    }
    const { data } = Overlaps.safeParse(outcome.conflict?.fields);
    if (data) return set({ isSaving: false, overlaps: data.overlaps });
    const problem = outcome.serverMessage ?? 'The visit could not be changed. Please try again.';
    // Somebody was faster: the shown visit and the times may be stale.
    const newest = await latest(id);
    if ($question.get()?.lead.id !== id) return;
    if (newest && !isSame(newest.coming, question.lead.coming)) {
      $question.set(null);
      return showError(problem);
    }
    set({ isSaving: false, problem, overlaps: [] });
    if (question.action !== 'cancel') await loadTimes();
  }

  function ask(asked: Asked): void {
    const { action, lead, visit } = asked;
    // A visit that changes is shown as it is: its own time is not among the open ones.
    const chosen = { time: visitTimeOf(lead, visit), isOther: visit !== null, tells: canBeTold(lead) };
    const unknown = { times: { state: 'loading' }, visitMinutes: null } as const;
    $question.set({ ...asked, ...chosen, ...unsaid, ...unknown, isSaving: false });
    if (action !== 'cancel') void loadTimes();
  }

  return {
    $question,
    loadTimes,
    confirm,
    ask,
    /** For a draft: what the owner has chosen and not saved. */
    kept(): KeptVisits {
      const question = $question.get();
      if (!question || question.action === 'cancel') return {};
      const { lead, visit, time, isOther, tells } = question;
      const isChanged = !isSame(time, visitTimeOf(lead, visit));
      return isChanged ? { [lead.id]: { from: visit?.start ?? null, time, isOther, tells } } : {};
    },
    /** Opens the dialog as it was left, unless its visit is another by now. */
    resume(lead: AdminLead, all: KeptVisits): void {
      const kept = all[lead.id];
      const visit = lead.coming.find(({ start }) => start === kept?.from) ?? null;
      if (!kept || (kept.from !== null && !visit)) return;
      const { time, isOther, tells } = kept;
      ask({ action: visit ? 'change' : 'book', lead, visit, opener: null });
      set({ time, isOther, tells });
    },
    setTime(change: Partial<VisitTime>): void {
      const time = $question.get()?.time;
      if (time) set({ time: { ...time, ...change }, ...unsaid });
    },
    /** Offers any day and time, or goes back to the open ones. */
    chooseOther: (isOther: boolean) => set({ isOther, ...unsaid }),
    setTells: (tells: boolean) => set({ tells }),
    close: () => $question.set(null),
  };
}

/** Nothing is said of a new choice. */
const unsaid = { problem: '', overlaps: [] } as const;

const DONE = { book: 'booked', change: 'changed', cancel: 'cancelled' } as const;

/** By mail only. The owner tells a visitor without an address. */
export const canBeTold = ({ request }: AdminLead): boolean => request.email !== undefined;

const isTold = ({ lead, tells }: VisitQuestion): boolean => tells && canBeTold(lead);

function toldWords(isTold: boolean): string {
  if (!isTold) return 'Nobody was mailed.';
  return isMailOut($connections.get())
    ? 'Visitors get no mail: please tell them yourself.'
    : 'The visitor is told by mail.';
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

/** `null` as long as no time is chosen. */
function changeOf(question: VisitQuestion): VisitByOwner | null {
  const { action, visit, time, visitMinutes, overlaps, lead } = question;
  const isQuiet = !isTold(question);
  const [soonest] = lead.coming;
  if (action === 'cancel') return { action, from: visit?.start ?? '', isQuiet };
  const times = timesOf(time, visitMinutes);
  if (!times) return null;
  return {
    action: 'book',
    ...times,
    kind: time.kind,
    ...(!visit && soonest && { isAnother: true }),
    ...(overlaps.length > 0 && { isAnyway: true }),
    from: (visit ?? soonest)?.start ?? null,
    isQuiet,
  };
}

const isAsItWas = ({ visit }: VisitQuestion, change: VisitByOwner): boolean =>
  change.action === 'book' && visit?.start === change.slot && visit.end === change.end && visit.kind === change.kind;
