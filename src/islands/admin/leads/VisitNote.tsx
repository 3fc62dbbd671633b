import { useStore } from '@nanostores/react';
import { MAX_VISIT_NOTE } from '#contracts/owner-visit';
import { TextArea } from '#islands/ui/Field.tsx';
import type { ShownLead } from '#lead/answers';
import type { Visit } from '#lead/lead';
import { Button, keepFocus } from '../Button.tsx';
import { isSending } from './commands.ts';
import { leads, visitNoteKey } from './leads-store.ts';
import { useTyped } from './ProgressFields.tsx';
import { visitLabel } from './visit-time.ts';

/** The owner's own note about a visit to come, changed in its place. The visitor never sees it. */
export function VisitNote({ lead, visit, now }: { lead: ShownLead; visit: Visit; now: Date }) {
  const { note = '', id } = visit;
  const key = visitNoteKey(visit);
  const typed = useTyped(leads, key, visit);
  const press = useStore(leads.$presses)[key];
  const name = `visit-note-${id}`;
  const after = () => keepFocus(`${name}-open`);
  const isOpen = typed.form !== '';
  return (
    <div className="basis-full">
      {note && !isOpen && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
      <Button
        id={`${name}-open`}
        className="link text-sm"
        aria-expanded={isOpen}
        onClick={() => typed.toggle('note')}
        of={` of ${visitLabel(visit, now)}`}
      >
        {note ? 'Change the note' : 'Add a note'}
      </Button>
      {isOpen && (
        <form
          className="mt-2 grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void leads.noteVisit(lead, visit).then(after);
          }}
        >
          <TextArea
            label="Note for this visit"
            name={name}
            maxLength={MAX_VISIT_NOTE}
            optional
            {...typed.field('note', note)}
          />
          <Button className="btn btn-sm justify-self-start" type="submit" isBusy={isSending(press)}>
            Save
          </Button>
        </form>
      )}
    </div>
  );
}
