import { useStore } from '@nanostores/react';
import type { AdminLead } from '#contracts/admin-lead';
import type { PastVisit } from '#contracts/lead-outcome';
import { MAX_VISIT_NOTE } from '#contracts/owner-visit';
import { TextArea } from '#islands/ui/Field.tsx';
import { Button } from '../Button.tsx';
import { ConflictChoice } from '../ConflictChoice.tsx';
import { isChanged } from '../edit.ts';
import { leads } from './leads-store.ts';
import { keepFocus } from './LeadProgress.tsx';
import { noteKey } from './visit-notes.ts';
import { visitLabel } from './visit-time.ts';

const { $notes, type, toggle, save, settle } = leads.visitNotes;

/** The owner's own note about a visit to come, changed in its place. The visitor never sees it. */
export function VisitNote({ lead, visit, now }: { lead: AdminLead; visit: PastVisit; now: Date }) {
  const { note = '', start, kind } = visit;
  const key = noteKey(lead, visit);
  const edit = useStore($notes)[key];
  const name = `visit-note-${start}-${kind}`;
  const after = () => keepFocus(`${name}-open`);
  return (
    <div className="basis-full">
      {note && !edit && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
      <Button
        id={`${name}-open`}
        className="link text-sm"
        aria-expanded={edit !== undefined}
        onClick={() => toggle(key, note)}
        of={` of ${visitLabel(visit, now)}`}
      >
        {note ? 'Change the note' : 'Add a note'}
      </Button>
      {edit && (
        <form
          className="mt-2 grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void save(key).then(after);
          }}
        >
          <TextArea
            label="Note for this visit"
            name={name}
            maxLength={MAX_VISIT_NOTE}
            optional
            value={isChanged(edit) ? edit.mine.note : note}
            onValue={(text) => type(key, text, note)}
          />
          {edit.theirs ? (
            <ConflictChoice
              at={edit.theirs.at}
              fields={[
                {
                  field: 'note',
                  label: 'Note for this visit',
                  theirs: String(edit.theirs.fields['note']),
                  mine: edit.mine.note,
                },
              ]}
              onKeep={(_, isMine) => void settle(key, isMine).then(after)}
            />
          ) : (
            <Button className="btn btn-sm justify-self-start" type="submit" isBusy={edit.sending !== undefined}>
              Save
            </Button>
          )}
        </form>
      )}
    </div>
  );
}
