import type { LeadNote } from '#contracts/lead-note';
import { say } from '#browser/say';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { showSuccess } from '#islands/ui/Toasts.tsx';
import type { ShownLead } from '#lead/answers';
import { type Commands, isSending, keyOf } from './commands.ts';

export const noteKey = (lead: Pick<ShownLead, 'id'>) => keyOf('note', lead);

/** The part of a page's store that LeadNotes.tsx uses. */
export type NotesStore = ReadOnly<Pick<Commands, '$presses' | '$typed'>> & {
  readonly note: ReturnType<typeof createNotes>;
};

/** The notes about leads, as they are typed and saved. */
export function createNotes({ $presses, typedIn, type, forget, send }: Commands, randomKey: () => string) {
  return {
    type(lead: ShownLead, text: string): void {
      if (text) type(noteKey(lead), { id: randomKey(), text });
      else forget(noteKey(lead));
    },
    /** Begins with the former text. */
    correct: (lead: ShownLead, { id: corrects, text }: LeadNote): void =>
      type(noteKey(lead), { id: randomKey(), text, corrects }),
    async save(lead: ShownLead): Promise<void> {
      const key = noteKey(lead);
      const { id = '', text = '', corrects } = typedIn(key).mine;
      if (!text.trim() || isSending($presses.get()[key])) return;
      const note = { id, text, ...(corrects && { corrects }) };
      if (!(await send(key, lead, { do: 'note', note }))) return;
      // The owner typed more meanwhile: it corrects the note that was on its way.
      if (typedIn(key).mine['text']) type(key, { corrects: id });
      showSuccess(say('Note saved'));
    },
  };
}
