import * as z from 'zod/mini';
import type { AdminLead } from '#contracts/admin-lead';
import type { PastVisit } from '#contracts/lead-outcome';
import { clearToast, showSuccess } from '#islands/ui/Toasts.tsx';
import { createEdit, isChanged, keptEdits, showUnsaved } from '../edit.ts';
import type { LeadsContext } from './list.ts';

const TypedNote = z.object({ note: z.string() });
export const KeptVisitNotes = keptEdits(TypedNote);

/** The key of a visit's note. */
export const noteKey = ({ id }: Pick<AdminLead, 'id'>, { start, kind }: PastVisit) => `${id} ${start} ${kind}`;

/** The owner's own notes of visits to come, as typed. `latest` reads a lead that another device may have changed. */
export function createVisitNotes(
  { api, session }: LeadsContext,
  { put, latest }: { put: (lead: AdminLead) => void; latest: (id: string) => Promise<AdminLead | undefined> },
) {
  const edits = createEdit<z.infer<typeof TypedNote>, AdminLead>({
    async send(key, { seen, mine }) {
      const [id = '', from = ''] = key.split(' ');
      const [note, before] = [mine.note.trim(), seen.note.trim()];
      const outcome = await session.call(() => api.changeVisit(id, { action: 'note', from, note, seen: before }));
      if (outcome.state !== 'failed' || outcome.serverMessage === undefined) return outcome;
      const lead = await latest(id);
      const visit = lead?.coming.find((one) => noteKey(lead, one) === key);
      const isStale = visit && ![before, note].includes(visit.note ?? '');
      return isStale ? { ...outcome, conflict: { fields: { note: visit.note ?? '' } } } : outcome;
    },
    take: (_, _field, present) => ({ note: String(present) }),
  });

  async function save(key: string): Promise<void> {
    clearToast();
    const edit = edits.of(key);
    if (edit && !isChanged(edit)) return edits.close(key);
    const outcome = await edits.save(key);
    if (outcome?.state === 'failed' && !outcome.conflict) showUnsaved(outcome.serverMessage);
    if (outcome?.state !== 'done') return;
    put(outcome.value);
    showSuccess('Note saved');
  }

  return {
    $notes: edits.$edits,
    kept: edits.kept,
    /** Restores a draft, unless the owner has typed a newer note meanwhile. */
    resume(key: string, seen: z.infer<typeof TypedNote>, mine: z.infer<typeof TypedNote>): void {
      const edit = edits.of(key);
      if (!edit || !isChanged(edit)) edits.open(key, seen, mine);
    },
    /** `shown`: the visit's note, which may have changed since the form was opened. */
    type(key: string, note: string, shown: string): void {
      const edit = edits.of(key);
      if (edit && !isChanged(edit)) edits.open(key, { note: shown }, { note });
      else edits.change(key, { note });
    },
    /** Opens the form with the visit's note, or closes it: what was typed there goes. */
    toggle: (key: string, note: string) => (edits.of(key) ? edits.close(key) : edits.open(key, { note })),
    /** Of a lead that is gone. */
    drop(id: string): void {
      for (const key of Object.keys(edits.$edits.get())) if (key.startsWith(`${id} `)) edits.close(key);
    },
    save,
    /** After a conflict: saves the owner's note all the same, or leaves the one that is saved now. */
    async settle(key: string, isMine: boolean): Promise<void> {
      edits.settle(key, 'note', isMine);
      if (isMine) await save(key);
      else edits.close(key);
    },
  };
}
