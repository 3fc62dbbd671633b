import { useState } from 'react';
import type { AdminLead } from '#contracts/admin-lead';
import type { PastVisit } from '#contracts/lead-outcome';
import { MAX_VISIT_NOTE } from '#contracts/owner-visit';
import { TextArea } from '#islands/ui/Field.tsx';
import { Button } from '../Button.tsx';
import { leads, visitNoteKey } from './leads-store.ts';
import { keepFocus } from './LeadProgress.tsx';
import { useTyped } from './typed.ts';
import { visitLabel } from './visit-time.ts';

/** The owner's own note about a visit to come, changed in its place. The visitor never sees it. */
export function VisitNote({ lead, visit, now }: { lead: AdminLead; visit: PastVisit; now: Date }) {
  const { note = '', start, kind } = visit;
  const { field, form, toggle } = useTyped(leads.typed, visitNoteKey(lead, visit), lead);
  const [isSaving, setSaving] = useState(false);
  const name = `visit-note-${start}-${kind}`;
  const save = async () => {
    setSaving(true);
    await leads.saveVisitNote(lead, visit).finally(() => setSaving(false));
    keepFocus(`${name}-open`);
  };
  return (
    <div className="basis-full">
      {note && !form && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
      <Button
        id={`${name}-open`}
        className="link text-sm"
        aria-expanded={form !== ''}
        onClick={() => toggle('note')}
        of={` of ${visitLabel(visit, now)}`}
      >
        {note ? 'Change the note' : 'Add a note'}
      </Button>
      {form && (
        <form
          className="mt-2 grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <TextArea
            label="Note for this visit"
            name={name}
            maxLength={MAX_VISIT_NOTE}
            optional
            {...field('note', note)}
          />
          <Button className="btn btn-sm justify-self-start" type="submit" isBusy={isSaving}>
            Save
          </Button>
        </form>
      )}
    </div>
  );
}
