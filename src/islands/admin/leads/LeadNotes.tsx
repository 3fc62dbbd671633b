import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import { isSiteNote, type LeadNote, MAX_NOTE, standingNotes } from '#contracts/lead-note';
import { say } from '#browser/say';
import { TextArea } from '#islands/ui/Field.tsx';
import type { ShownLead } from '#lead/answers';
import { Button } from '../Button.tsx';
import { isInstaller, mayChange } from '../sign-in/roles.ts';
import { isSending, type Press } from './commands.ts';
import { noteWords } from './leads-words.ts';
import { noteKey, type NotesStore } from './notes.ts';

const FIELD = 'lead-note';
const STATE = 'note-state';
const focusField = () => document.getElementById(`field-${FIELD}`)?.focus();

/**
 * The field for a new note, and the notes, newest first. A note is written once: a new one corrects it. What the site notes
 * of a changed request stands apart.
 */
export function LeadNotes({ lead, store }: { lead: ShownLead; store: NotesStore }) {
  const { correct, save, type } = store.note;
  const press = useStore(store.$presses)[noteKey(lead)];
  const note = useStore(store.$typed)[noteKey(lead)]?.mine;
  const now = new Date();
  const standing = standingNotes(lead.notes);
  const typed = lead.notes.filter((one) => !isSiteNote(one));
  const changes = lead.notes.filter(isSiteNote);
  const corrected = lead.notes.find(({ id }) => note?.['corrects'] === id);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusField();
    void save(lead);
  };
  const begin = (one: LeadNote) => {
    correct(lead, one);
    focusField();
  };
  return (
    <div>
      <form className="grid gap-2 pb-3 print:hidden" onSubmit={submit}>
        <TextArea
          label={corrected ? say('Correct a note') : say('Add a note')}
          name={FIELD}
          value={note?.['text'] ?? ''}
          onValue={(text) => type(lead, text)}
          maxLength={MAX_NOTE}
          help={STATE}
          problems={press?.failed ? [say('This note is not saved. Your text is still here.')] : []}
        />
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="help" id={STATE}>
            <span key={String(corrected?.id)}>{stateOf(note, press, corrected && noteWords(corrected, now))}</span>
          </p>
          {note !== undefined && (
            <div className="flex flex-wrap items-center gap-x-4">
              {corrected && (
                <Button
                  className="link text-sm"
                  onClick={() => {
                    type(lead, '');
                    focusField();
                  }}
                >
                  {say('Cancel')}
                </Button>
              )}
              <Button className="btn btn-line btn-sm" type="submit" isBusy={isSending(press)}>
                {say('Save note')}
              </Button>
            </div>
          )}
        </div>
      </form>
      {typed.length > 0 && (
        <ol aria-label={say('Notes')}>
          {typed.toReversed().map((one) => (
            <Note
              key={one.id}
              note={one}
              words={noteWords(one, now)}
              isCorrected={!standing.includes(one)}
              // A text in the field would be lost.
              onCorrect={note || !mayChange(one.by) ? undefined : () => begin(one)}
            />
          ))}
        </ol>
      )}
      {changes.length > 0 && (
        <details className="border-t border-hairline">
          <summary className="link min-h-11 cursor-pointer py-3 text-sm">
            {say('What was changed in the request ({count})', { count: changes.length })}
          </summary>
          <ol aria-label={say('Changes of the request')}>
            {changes.toReversed().map((one) => (
              <Note key={one.id} note={one} words={noteWords(one, now)} isCorrected={false} onCorrect={undefined} />
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function stateOf(note: object | undefined, press: Press | undefined, corrected: string | undefined): string {
  if (isSending(press)) return say('Saving...');
  if (corrected) return say('In place of: {note}. Not saved yet.', { note: corrected });
  if (note !== undefined) return say('Not saved yet.');
  return isInstaller()
    ? say('For those who work here. A saved note keeps its time.')
    : say('For you alone. A saved note keeps its time.');
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
          {isCorrected && <span>{say(', corrected')}</span>}
        </p>
        {!isCorrected && onCorrect && (
          <Button className="link -my-2.5 min-h-11 flex-none text-sm" onClick={onCorrect} of={`: ${words}`}>
            {say('Correct')}
          </Button>
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
