import { atom, type ReadableAtom } from 'nanostores';
import type { Slot } from '#contracts/calendar';
import type { AdminLead, LeadMail, VisitByOwner } from '#contracts/lead';
import type { Opened } from '#islands/ui/dialog.ts';
import type { LeadsContext } from './list.ts';

/** The times to choose from, as far as they are known. */
type Times =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly slots: readonly Slot[] };

/** What the owner is asked before a visit changes. */
export interface VisitQuestion extends Opened {
  readonly action: 'book' | 'move' | 'cancel';
  readonly lead: AdminLead;
  readonly times: Times;
  /** The start of the time that is chosen; empty while none is. */
  readonly slot: string;
  /** Whether the visitor is to be mailed. */
  readonly tells: boolean;
  readonly isSaving: boolean;
  /** Why the last try came to nothing. */
  readonly problem: string;
}

export interface VisitChanges {
  readonly $question: ReadableAtom<VisitQuestion | null>;
  ask(action: VisitQuestion['action'], lead: AdminLead, opener: HTMLElement | null): void;
  /** Reads the times again. */
  loadTimes(): Promise<void>;
  choose(slot: string): void;
  setTells(tells: boolean): void;
  confirm(): Promise<void>;
  close(): void;
}

/** The owner's changes of visits. `put` shows a lead as it is now, `latest` reads one that somebody else may have changed. */
export function createVisitChanges(
  { api, session, notify }: LeadsContext,
  { put, latest }: { put: (lead: AdminLead) => void; latest: (id: string) => Promise<AdminLead | undefined> },
): VisitChanges {
  const $question = atom<VisitQuestion | null>(null);

  function set(change: Partial<VisitQuestion>): void {
    const question = $question.get();
    if (question) $question.set({ ...question, ...change });
  }

  async function loadTimes(): Promise<void> {
    const asked = $question.get()?.lead;
    set({ times: { state: 'loading' } });
    const outcome = await session.call(api.times);
    if ($question.get()?.lead !== asked || outcome.state === 'signed-out') return;
    if (outcome.state === 'failed') return set({ times: { state: 'failed' } });
    const slots = outcome.value;
    const isOpen = slots.some(({ start }) => start === $question.get()?.slot);
    set({ times: { state: 'ready', slots }, ...(!isOpen && { slot: '' }) });
  }

  async function confirm(): Promise<void> {
    const question = $question.get();
    if (!question || question.isSaving) return;
    if (question.action !== 'cancel' && !question.slot) return set({ problem: 'Please choose a time' });
    notify.trying();
    set({ isSaving: true, problem: '' });
    const { id } = question.lead;
    const outcome = await session.call(() => api.changeVisit(id, changeOf(question)));
    if (outcome.state === 'signed-out') return set({ isSaving: false });
    if (outcome.state === 'done') {
      put(outcome.value);
      $question.set(null);
      return notify.visitChanged(DONE[question.action], isTold(question));
    }
    const problem = outcome.serverMessage ?? 'The visit could not be changed. Please try again.';
    // Somebody may have been faster: what is shown is old then, and so may the times be.
    const newest = await latest(id);
    if ($question.get()?.lead.id !== id) return;
    if (newest && newest.slot !== question.lead.slot) {
      $question.set(null);
      return notify.changeFailed(problem);
    }
    set({ isSaving: false, problem });
    if (question.action !== 'cancel') await loadTimes();
  }

  return {
    $question,
    loadTimes,
    confirm,
    ask(action, lead, opener) {
      const blank = { times: { state: 'loading' }, slot: '', isSaving: false, problem: '' } as const;
      $question.set({ ...blank, action, lead, opener, tells: canBeTold(lead) });
      if (action !== 'cancel') void loadTimes();
    },
    choose: (slot) => set({ slot, problem: '' }),
    setTells: (tells) => set({ tells }),
    close: () => $question.set(null),
  };
}

const DONE = { book: 'booked', move: 'moved', cancel: 'cancelled' } as const;

/** Only by mail: a visitor without an address has to be told by the owner. */
export const canBeTold = ({ request }: AdminLead): boolean => request.email !== undefined;

const isTold = ({ lead, tells }: VisitQuestion): boolean => tells && canBeTold(lead);

function changeOf(question: VisitQuestion): VisitByOwner {
  const { action, slot, lead } = question;
  const isQuiet = !isTold(question);
  if (action === 'cancel') return { action, from: lead.slot ?? '', isQuiet };
  return { action: 'book', slot, from: lead.slot ?? null, isQuiet };
}

/** The last questions before a lead is gone for good: `step` says which of the two. */
export interface RemovalQuestion extends Opened {
  readonly lead: AdminLead;
  readonly step: 1 | 2;
  readonly isPending: boolean;
  readonly problem: string;
}

export interface Removals {
  readonly $removal: ReadableAtom<RemovalQuestion | null>;
  ask(lead: AdminLead, opener: HTMLElement | null): void;
  /** Goes on to the second question, and after that removes the lead. Resolves to whether it is gone. */
  confirm(): Promise<boolean>;
  close(): void;
}

export function createRemovals({ api, session, notify }: LeadsContext, gone: (lead: AdminLead) => void): Removals {
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
    ask: (lead, opener) => $removal.set({ lead, opener, step: 1, isPending: false, problem: '' }),
    async confirm() {
      const question = $removal.get();
      if (!question || question.isPending) return false;
      if (question.step === 2) return await remove(question);
      $removal.set({ ...question, step: 2 });
      return false;
    },
    close: () => $removal.set(null),
  };
}

/** What was mailed about the lead of that id, as far as it is known. */
type KnownMails =
  | { readonly id: string; readonly state: 'loading' | 'failed' }
  | { readonly id: string; readonly state: 'ready'; readonly mails: readonly LeadMail[] };

export interface Mails {
  readonly $mails: ReadableAtom<KnownMails | null>;
  load(id: string): Promise<void>;
}

export function createMails({ api, session }: LeadsContext): Mails {
  const $mails = atom<KnownMails | null>(null);
  return {
    $mails,
    async load(id) {
      $mails.set({ id, state: 'loading' });
      const outcome = await session.call(() => api.mails(id));
      if ($mails.get()?.id !== id || outcome.state === 'signed-out') return;
      $mails.set(outcome.state === 'done' ? { id, state: 'ready', mails: outcome.value } : { id, state: 'failed' });
    },
  };
}
