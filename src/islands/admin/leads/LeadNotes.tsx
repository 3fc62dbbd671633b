import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import type { AdminLead } from '#contracts/admin-lead';
import { type LeadNote, MAX_NOTE, standingNotes } from '#contracts/lead-note';
import { TextArea } from '#islands/ui/Field.tsx';
import type { Edit } from './edits.ts';
import { leads } from './leads-store.ts';
import { noteWords } from './leads-words.ts';

const FIELD = 'lead-note';
const STATE = 'note-state';
const focusField = () => document.getElementById(`field-${FIELD}`)?.focus();

/** The field for a new note, and the notes, newest first. A note is written once: a new one corrects it. */
export function LeadNotes({ lead }: { lead: AdminLead }) {
  const edit = useStore(leads.$edits)[lead.id] ?? {};
  const { note } = edit;
  const now = new Date();
  const standing = standingNotes(lead.notes);
  const corrected = lead.notes.find(({ id }) => note?.corrects === id);
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusField();
    void leads.saveNote(lead);
  };
  const correct = (one: LeadNote) => {
    leads.correctNote(lead, one);
    focusField();
  };
  return (
    <div>
      <form className="grid gap-2" onSubmit={save}>
        <TextArea
          label={corrected ? 'Correct a note' : 'Add a note'}
          name={FIELD}
          value={note?.text ?? ''}
          onValue={(text) => leads.typeNote(lead, text)}
          maxLength={MAX_NOTE}
          help={STATE}
          problems={edit.hasFailed ? ['This note is not saved. Your text is still here.'] : []}
        />
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="help" id={STATE}>
            <span key={String(corrected?.id)}>{stateOf(edit, corrected && noteWords(corrected, now))}</span>
          </p>
          {note !== undefined && (
            <div className="flex flex-wrap items-center gap-x-4">
              {corrected && (
                <button
                  className="link text-sm"
                  type="button"
                  onClick={() => {
                    leads.typeNote(lead, '');
                    focusField();
                  }}
                >
                  Cancel
                </button>
              )}
              <button className="btn btn-line btn-sm" type="submit" aria-disabled={edit.isSaving || undefined}>
                Save note
              </button>
            </div>
          )}
        </div>
      </form>
      {lead.notes.length > 0 && (
        <ol className="mt-2" aria-label="Notes">
          {lead.notes.toReversed().map((one) => (
            <Note
              key={one.id}
              note={one}
              words={noteWords(one, now)}
              isCorrected={!standing.includes(one)}
              // A text in the field would be lost.
              onCorrect={note ? undefined : () => correct(one)}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

function stateOf({ note, isSaving }: Edit, corrected: string | undefined): string {
  if (isSaving) return 'Saving...';
  if (corrected) return `In place of: ${corrected}. Not saved yet.`;
  return note === undefined ? 'For you alone. A saved note keeps its time.' : 'Not saved yet.';
}

interface NoteProps {
  note: LeadNote;
  /** Who and when. */
  words: string;
  isCorrected: boolean;
  onCorrect: (() => void) | undefined;
}

function Note({ note: { text }, words, isCorrected, onCorrect }: NoteProps) {
  return (
    <li className="border-t border-hairline py-3 text-sm">
      <div className="flex items-center justify-between gap-x-4">
        <p className="text-mute tabular-nums">
          <span>{words}</span>
          {isCorrected && <span>, corrected</span>}
        </p>
        {!isCorrected && onCorrect && (
          <button className="link -my-2.5 min-h-11 flex-none text-sm" type="button" onClick={onCorrect}>
            Correct
            <span className="sr-only">{`: ${words}`}</span>
          </button>
        )}
      </div>
      {isCorrected ? (
        <s className="block text-mute wrap-anywhere whitespace-pre-line">{text}</s>
      ) : (
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      )}
    </li>
  );
}
