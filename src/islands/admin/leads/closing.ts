import { atom } from 'nanostores';
import type { AdminLead } from '#contracts/admin-lead';
import { isEnded, type LostReason } from '#contracts/lead-status';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { forEach } from '../for-each.ts';
import type { LeadsContext } from './list.ts';
import { undoOf } from './progress.ts';

/** A lead that was just closed, as it was and as it is. */
interface Closed {
  readonly before: AdminLead;
  readonly after: AdminLead;
}

const tallyWords = (done: number, all: number, what: string) =>
  all === 1 ? `The lead was not ${what}.` : `${done || 'None'} of ${all} ${done === 1 ? 'was' : 'were'} ${what}.`;

/**
 * Several leads are closed at once for one reason, and opened again. Sold ones are not chosen, since they would lose
 * their sale, nor those with a visit to come, since it would stand as if the visitor were expected.
 */
export function createClosing(
  { api, session }: LeadsContext,
  { find, put }: { find: (id: string) => AdminLead | undefined; put: (lead: AdminLead) => void },
) {
  const $chosen = atom<ReadonlySet<string>>(new Set());
  const $closed = atom<readonly Closed[]>([]);
  const $isBusy = atom(false);

  const putAll = (changed: ReadonlyMap<string, AdminLead>) => changed.forEach(put);
  const mayChoose = (lead: AdminLead) => !isEnded(lead) && lead.coming.length === 0;

  async function changeAll(
    leads: readonly AdminLead[],
    what: 'closed' | 'opened again',
    change: (lead: AdminLead) => Promise<AdminLead>,
  ) {
    $isBusy.set(true);
    clearToast();
    const after = new Map<string, AdminLead>();
    const tally = await forEach(leads, async (lead) => {
      const outcome = await session.call(() => change(lead));
      if (outcome.state === 'done') after.set(lead.id, outcome.value);
      return outcome;
    });
    $isBusy.set(false);
    if (tally.failed.length > 0 && !tally.signedOut) {
      const why = tally.serverMessage ?? 'Please try again.';
      showError(`${tallyWords(after.size, leads.length, what)} ${why}`);
    }
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
      const after = await changeAll(leads, 'closed', ({ id, status }) =>
        api.change(id, { status: 'lost', lostReason, seen: { status } }),
      );
      // In one go with the list: a bar without anything to say would lose the focus.
      putAll(after);
      $chosen.set(new Set(leads.flatMap(({ id }) => (after.has(id) ? [] : id))));
      $closed.set(
        leads.flatMap((before) => {
          const lead = after.get(before.id);
          return lead ? [{ before, after: lead }] : [];
        }),
      );
    },
    /** Brings back what they were. */
    async undo(): Promise<void> {
      if ($isBusy.get()) return;
      const closed = new Map($closed.get().map((one) => [one.before.id, one]));
      const back = await changeAll(
        [...closed.values()].map(({ after }) => after),
        'opened again',
        (lead) => {
          const { before = lead } = closed.get(lead.id) ?? {};
          return api.change(lead.id, { ...undoOf(before, {}, lead), seen: { status: lead.status } });
        },
      );
      putAll(back);
      $closed.set([...closed.values()].filter(({ before }) => !back.has(before.id)));
      if (back.size > 0 && back.size === closed.size) showSuccess(`${back.size} opened again`);
    },
    dismiss: () => $closed.set([]),
  };
}
