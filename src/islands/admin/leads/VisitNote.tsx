import type { SubmitEvent } from 'react';
import type { AdminLead } from '#contracts/admin-lead';
import type { PastVisit } from '#contracts/lead-outcome';
import { MAX_VISIT_NOTE } from '#contracts/owner-visit';
import { TextArea } from '#islands/ui/Field.tsx';
import { Button } from '../Button.tsx';
import { leads } from './leads-store.ts';
import { keepFocus } from './LeadProgress.tsx';
import { useTyped } from './typed.ts';
import { visitLabel } from './visit-time.ts';

/** The owner's own note about a visit to come, changed in its place. The visitor never sees it. */
export function VisitNote({ lead, visit, now }: { lead: AdminLead; visit: PastVisit; now: Date }) {
  const { note = '', start, kind } = visit;
  const key = `${lead.id} ${start} ${kind}`;
  const typed = useTyped(leads.typed, key, { ...lead, ...{ note } });
  const field = typed.field('note', note);
  const name = `visit-note-${start}-${kind}`;
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const seen = String(leads.typed.seen(key)['note'] ?? note);
    if (await leads.visit.note(lead, { from: start, note: field.value.trim(), seen })) leads.typed.forget(key);
    keepFocus(`${name}-open`);
  };
  const isOpen = typed.form === 'note';
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
        <form className="mt-2 grid gap-3" onSubmit={(event) => void save(event)}>
          <TextArea label="Note for this visit" name={name} maxLength={MAX_VISIT_NOTE} optional {...field} />
          <Button className="btn btn-sm justify-self-start" type="submit">
            Save
          </Button>
        </form>
      )}
    </div>
  );
}
