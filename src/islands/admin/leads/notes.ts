import * as z from 'zod/mini';
import type { AdminLead } from '#contracts/admin-lead';
import type { LeadNote } from '#contracts/lead-note';
import { clearToast, showSuccess } from '#islands/ui/Toasts.tsx';
import { createEdit, type Edit, keptEdits, showUnsaved } from '../edit.ts';
import type { LeadsContext } from './list.ts';

/** As typed. Another text gets another id, so that a repeated send adds one note. */
const TypedNote = z.object({ id: z.string(), text: z.string(), corrects: z.optional(z.string()) });
type TypedNote = z.infer<typeof TypedNote>;
export type NoteEdit = Edit<TypedNote>;
export const KeptNotes = keptEdits(TypedNote);
const blank: TypedNote = { id: '', text: '' };

/** The new notes, by the lead's id. */
export function createNotes({ api, session }: LeadsContext, put: (lead: AdminLead) => void, randomKey: () => string) {
  const edits = createEdit<TypedNote, AdminLead>({
    send: (id, { mine: note }) => session.call(() => api.change(id, { note })),
    take: (note) => note,
  });

  return {
    $notes: edits.$edits,
    kept: edits.kept,
    resume: edits.open,
    drop: edits.close,
    type({ id }: AdminLead, text: string): void {
      if (text) edits.open(id, blank, { ...edits.of(id)?.mine, id: randomKey(), text });
      else edits.close(id);
    },
    /** Begins with the former text. */
    correct: ({ id }: AdminLead, { id: corrects, text }: LeadNote): void =>
      edits.open(id, blank, { id: randomKey(), text, corrects }),
    async save({ id }: AdminLead): Promise<void> {
      const { mine: note, sending } = edits.of(id) ?? {};
      if (!note?.text.trim() || sending) return;
      clearToast();
      const outcome = await edits.save(id);
      if (outcome?.state === 'failed') showUnsaved(outcome.serverMessage);
      if (outcome?.state !== 'done') return;
      put(outcome.value);
      // What was typed meanwhile is a correction of the note that was on its way.
      edits.change(id, { corrects: note.id });
      showSuccess('Note saved');
    },
  };
}
