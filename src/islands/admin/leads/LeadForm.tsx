import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import { type DeskLead, leadStatuses, leadStatusLabels, NOTES_MOST } from '#contracts/lead';
import type { Edit } from './store/edits.ts';
import { SelectField, TextArea } from '../../ui/Field.tsx';
import { desk } from './leads-desk.ts';

const options = leadStatuses.map((value) => ({ value, label: leadStatusLabels[value] }));
const STATE = 'notes-state';

/** What the owner keeps on a lead. A status is saved when it is chosen, notes when they are left, and by their button. */
export function LeadForm({ lead }: { lead: DeskLead }) {
  const edit = useStore(desk.$edits)[lead.id] ?? {};
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void desk.saveNotes(lead);
  };
  const choose = (value: string) => {
    const status = leadStatuses.find((known) => known === value);
    if (status) void desk.setStatus(lead, status);
  };
  return (
    <div className="lead-form">
      <SelectField
        label="Status"
        name="lead-status"
        value={edit.status ?? lead.status}
        onValue={choose}
        options={options}
      />
      <form onSubmit={save} onBlur={() => void desk.saveNotes(lead)}>
        <TextArea
          label="Notes"
          name="lead-notes"
          value={edit.notes ?? lead.notes}
          onValue={(text) => desk.typeNotes(lead, text)}
          maxLength={NOTES_MOST}
          help={STATE}
          problems={edit.hasFailed ? ['These notes are not saved. Your text is still here.'] : []}
        />
        <div className="lead-save">
          <p className="help" id={STATE}>
            {notesState(edit)}
          </p>
          {edit.notes !== undefined && (
            <button className="btn btn-line btn-sm" type="submit" aria-disabled={edit.isSaving || undefined}>
              Save notes
            </button>
          )}
        </div>
      </form>
    </div>
  );
}

function notesState({ notes, isSaving }: Edit): string {
  if (isSaving) return 'Saving...';
  return notes === undefined ? 'For you alone. Saved when you leave the field.' : 'Not saved yet.';
}
