import { atom } from 'nanostores';
import brand from '#brand/brand.json' with { type: 'json' };
import type { Slot } from '#contracts/calendar';
import type { AdminLead } from '#contracts/admin-lead';
import type { LeadMail } from '#contracts/lead-mails';
import { type Overlap, Overlaps, type VisitByOwner } from '#contracts/owner-visit';
import type { Opened } from '#islands/ui/dialog.ts';
import type { Known } from '#islands/ui/resource.ts';
import type { LeadsContext } from './list.ts';
import { type OtherTime, otherTimeOf, timesOf } from './other-time.ts';

/** The owner's question before a visit changes. */
export interface VisitQuestion extends Opened {
  readonly action: 'book' | 'move' | 'cancel';
  readonly lead: AdminLead;
  readonly times: Known<{ readonly slots: readonly Slot[] }>;
  /** How long a visit takes: as set, once the times are loaded. */
  readonly visitMinutes: number;
  /** The chosen start among the offered ones; empty for none. */
  readonly slot: string;
  /** A time beside the offered ones, which counts instead. */
  readonly other: OtherTime | null;
  /** What the chosen time overlaps, as the server said: a second press books it anyway. */
  readonly overlaps: readonly Overlap[];
  /** The visitor gets a mail. */
  readonly tells: boolean;
  readonly isSaving: boolean;
  readonly problem: string;
}

/** The owner's changes of visits. `put` shows a changed lead; `latest` reads one that somebody may have changed. */
export function createVisitChanges(
  { api, session, notify }: LeadsContext,
  { put, latest }: { put: (lead: AdminLead) => void; latest: (id: string) => Promise<AdminLead | undefined> },
) {
  const $question = atom<VisitQuestion | null>(null);

  function set(change: Partial<VisitQuestion>): void {
    const question = $question.get();
    if (question) $question.set({ ...question, ...change });
  }

  async function loadTimes(): Promise<void> {
    const asked = $question.get()?.lead;
    set({ times: { state: 'loading' } });
    const outcome = await session.call(api.offer);
    if ($question.get()?.lead !== asked || outcome.state === 'signed-out') return;
    if (outcome.state === 'failed') return set({ times: { state: 'failed' } });
    const { slots, visitMinutes } = outcome.value;
    const isOpen = slots.some(({ start }) => start === $question.get()?.slot);
    set({ times: { state: 'ready', slots }, visitMinutes, ...(!isOpen && { slot: '' }) });
  }

  async function confirm(): Promise<void> {
    const question = $question.get();
    if (!question || question.isSaving) return;
    const change = changeOf(question);
    if (!change) return set({ problem: question.other ? 'Please choose a day and a time' : 'Please choose a time' });
    notify.trying();
    set({ isSaving: true, problem: '' });
    const { id } = question.lead;
    const outcome = await session.call(() => api.changeVisit(id, change));
    if (outcome.state === 'signed-out') return set({ isSaving: false });
    if (outcome.state === 'done') {
      put(outcome.value);
      $question.set(null);
      return notify.visitChanged(DONE[question.action], isTold(question));
    }
    const { data } = Overlaps.safeParse(outcome.conflict?.fields);
    if (data) return set({ isSaving: false, overlaps: data.overlaps });
    const problem = outcome.serverMessage ?? 'The visit could not be changed. Please try again.';
    // Somebody was faster: the shown visit and the times may be stale.
    const newest = await latest(id);
    if ($question.get()?.lead.id !== id) return;
    if (newest && newest.slot !== question.lead.slot) {
      $question.set(null);
      return notify.changeFailed(problem);
    }
    set({ isSaving: false, problem, overlaps: [] });
    if (question.action !== 'cancel') await loadTimes();
  }

  return {
    $question,
    loadTimes,
    confirm,
    ask(action: VisitQuestion['action'], lead: AdminLead, opener: HTMLElement | null): void {
      const chosen = { times: { state: 'loading' }, slot: '', other: null, overlaps: [] } as const;
      const { visitMinutes } = brand.visits;
      const blank = { ...chosen, visitMinutes, isSaving: false, problem: '' };
      $question.set({ ...blank, action, lead, opener, tells: canBeTold(lead) });
      if (action !== 'cancel') void loadTimes();
    },
    choose: (slot: string) => set({ slot, ...unsaid }),
    /** Opens the fields for a time beside the offered ones, or goes back to those. */
    chooseOther(isOther: boolean): void {
      const question = $question.get();
      if (!question) return;
      const { lead, action, slot } = question;
      set({ other: isOther ? otherTimeOf(lead, action === 'move', slot) : null, ...unsaid });
    },
    setOther(change: Partial<OtherTime>): void {
      const other = $question.get()?.other;
      if (other) set({ other: { ...other, ...change }, ...unsaid });
    },
    setTells: (tells: boolean) => set({ tells }),
    close: () => $question.set(null),
  };
}

/** Nothing is said of a new choice. */
const unsaid = { problem: '', overlaps: [] } as const;

const DONE = { book: 'booked', move: 'moved', cancel: 'cancelled' } as const;

/** By mail only. The owner tells a visitor without an address. */
export const canBeTold = ({ request }: AdminLead): boolean => request.email !== undefined;

const isTold = ({ lead, tells }: VisitQuestion): boolean => tells && canBeTold(lead);

/** `null` as long as no time is chosen. */
function changeOf(question: VisitQuestion): VisitByOwner | null {
  const { action, slot, other, visitMinutes, overlaps, lead } = question;
  const isQuiet = !isTold(question);
  if (action === 'cancel') return { action, from: lead.slot ?? '', isQuiet };
  const times = other ? timesOf(other, visitMinutes) : slot && { slot };
  if (!times) return null;
  const more = { ...(other && { kind: other.kind }), ...(overlaps.length > 0 && { isAnyway: true }) };
  return { action: 'book', ...times, ...more, from: lead.slot ?? null, isQuiet };
}

/** The two questions before a removal; `step` says which. */
export interface RemovalQuestion extends Opened {
  readonly lead: AdminLead;
  readonly step: 1 | 2;
  readonly isPending: boolean;
  readonly problem: string;
}

export function createRemovals({ api, session, notify }: LeadsContext, gone: (lead: AdminLead) => void) {
  const $removal = atom<RemovalQuestion | null>(null);

  async function remove(question: RemovalQuestion): Promise<boolean> {
    const { lead } = question;
    notify.trying();
    $removal.set({ ...question, isPending: true, problem: '' });
    const outcome = await session.call(() => api.remove(lead.id));
    if (outcome.state === 'failed') {
      const problem = outcome.serverMessage ?? 'The lead could not be removed. Please try again.';
      $removal.set({ ...question, isPending: false, problem });
      return false;
    }
    $removal.set(null);
    if (outcome.state === 'signed-out') return false;
    gone(lead);
    notify.removed(lead.request.name);
    return true;
  }

  return {
    $removal,
    ask: (lead: AdminLead, opener: HTMLElement | null) =>
      $removal.set({ lead, opener, step: 1, isPending: false, problem: '' }),
    /** Goes on to the second question, then removes the lead. Resolves to whether it is gone. */
    async confirm(): Promise<boolean> {
      const question = $removal.get();
      if (!question || question.isPending) return false;
      if (question.step === 2) return await remove(question);
      $removal.set({ ...question, step: 2 });
      return false;
    },
    close: () => $removal.set(null),
  };
}

type KnownMails = { readonly id: string } & Known<{ readonly mails: readonly LeadMail[] }>;

export function createMails({ api, session }: LeadsContext) {
  const $mails = atom<KnownMails | null>(null);
  return {
    $mails,
    async load(id: string): Promise<void> {
      $mails.set({ id, state: 'loading' });
      const outcome = await session.call(() => api.mails(id));
      if ($mails.get()?.id !== id || outcome.state === 'signed-out') return;
      $mails.set(outcome.state === 'done' ? { id, state: 'ready', mails: outcome.value } : { id, state: 'failed' });
    },
  };
}
