import { atom } from 'nanostores';
import { isEnded, type LostReason } from '#contracts/lead-status';
import { say } from '#browser/say';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import type { ShownLead } from '#lead/answers';
import type { Command } from '#lead/command';
import { statusAt } from '#lead/place';
import { forEach } from '../for-each.ts';
import type { LeadsContext } from './list.ts';

function closedWords(done: number, all: number): string {
  if (all === 1) return say('The lead was not closed.');
  if (done === 0) return say('None of {all} were closed.', { all });
  return done === 1 ? say('1 of {all} was closed.', { all }) : say('{done} of {all} were closed.', { done, all });
}

function openedWords(done: number, all: number): string {
  if (all === 1) return say('The lead was not opened again.');
  if (done === 0) return say('None of {all} were opened again.', { all });
  if (done === 1) return say('1 of {all} was opened again.', { all });
  return say('{done} of {all} were opened again.', { done, all });
}

/**
 * Several leads are closed at once for one reason, and opened again. Sold ones are not chosen, since they would lose
 * their sale.
 */
export function createClosing(
  { api, session, now }: Pick<LeadsContext, 'api' | 'session' | 'now'>,
  { find, put }: { find: (id: string) => ShownLead | undefined; put: (lead: ShownLead) => void },
) {
  const $chosen = atom<ReadonlySet<string>>(new Set());
  /** Those that were just closed. */
  const $closed = atom<readonly ShownLead[]>([]);
  const $isBusy = atom(false);

  const mayChoose = (lead: ShownLead) => !isEnded(lead);

  /** Resolves to the changed leads. */
  async function changeAll(
    leads: readonly ShownLead[],
    tallyWords: (done: number, all: number) => string,
    commandFor: (lead: ShownLead) => Command,
  ): Promise<readonly ShownLead[]> {
    $isBusy.set(true);
    clearToast();
    const after: ShownLead[] = [];
    const tally = await forEach(leads, async (lead) => {
      const outcome = await session.call(() => api.command(lead.id, commandFor(lead)));
      if (outcome.state === 'done') after.push(outcome.value);
      return outcome;
    });
    $isBusy.set(false);
    if (tally.failed.length > 0 && !tally.signedOut) {
      const why = tally.serverMessage ?? say('Please try again.');
      showError(`${tallyWords(after.length, leads.length)} ${why}`);
    }
    // In one go with the list: a bar without anything to say would lose the focus.
    after.forEach(put);
    return after;
  }

  return {
    $chosen,
    $closed,
    $isBusy,
    mayChoose,
    choose(ids: readonly string[], isChosen: boolean): void {
      const others = [...$chosen.get()].filter((id) => !ids.includes(id));
      $chosen.set(new Set(isChosen ? [...others, ...ids] : others));
      $closed.set([]);
    },
    /** Those that somebody else has changed meanwhile, and those that could not be saved, stay chosen. */
    async close(lostReason: LostReason): Promise<void> {
      const leads = [...$chosen.get()].flatMap((id) => find(id) ?? []).filter(mayChoose);
      if ($isBusy.get()) return;
      const closed = await changeAll(leads, closedWords, (lead) => {
        const seen = { status: statusAt(lead, now()), followUp: lead.followUp ?? null };
        return { do: 'change', status: 'lost', lostReason, seen };
      });
      const left = new Set(leads.map(({ id }) => id));
      for (const { id } of closed) left.delete(id);
      $chosen.set(left);
      $closed.set(closed);
    },
    /** Brings back what they were. */
    async undo(): Promise<void> {
      if ($isBusy.get()) return;
      const closed = $closed.get();
      const back = await changeAll(closed, openedWords, ({ undo }) => ({ do: 'undo', at: undo?.at ?? '' }));
      const left = closed.filter(({ id }) => back.every((lead) => lead.id !== id));
      $closed.set(left);
      if (back.length > 0 && left.length === 0) showSuccess(say('{count} opened again', { count: back.length }));
    },
    dismiss: () => $closed.set([]),
  };
}
