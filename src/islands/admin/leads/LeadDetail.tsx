import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import { contactLabels } from '#contracts/consultation';
import { type DeskLead, leadStatuses, leadStatusLabels, NOTES_MOST } from '#contracts/lead';
import { SelectField, TextArea } from '#islands/ui/Field.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { cameFrom } from '#lib/came-from';
import { mailtoHref } from '#lib/mailto-href';
import { telHref } from '#lib/tel-href';
import type { Edit } from './edits.ts';
import { StatusBadge } from './LeadsList.tsx';
import { closeLead, leads } from './leads.ts';
import type { OpenLead } from './list.ts';
import { cancelledSentence, receivedSentence, visitSentence, wantedIn } from './words.ts';

/** The heading of the open lead. */
export const DETAIL_TITLE = 'lead-title';
const titles = {
  loading: 'Loading the lead',
  failed: 'This lead could not be loaded.',
  missing: 'There is no such lead.',
};

/** The open lead. Beside the list where there is room, else in its place. */
export function LeadDetail() {
  const open = useStore(leads.$open);
  const list = useStore(leads.$list);
  if (open.state === 'none') {
    const isReady = list.state === 'ready' && list.page.leads.length > 0;
    return isReady ? <p className="lead-none mute">Choose a lead to see everything about it.</p> : null;
  }
  return (
    <section className="panel lead-detail" aria-labelledby={DETAIL_TITLE}>
      <button className="link small lead-back" type="button" onClick={closeLead}>
        <Icon name="arrow-left" />
        All leads
      </button>
      {open.state === 'ready' ? <Lead lead={open.lead} /> : <Unknown open={open} />}
    </section>
  );
}

function Unknown({ open }: { open: Exclude<OpenLead, { state: 'none' | 'ready' }> }) {
  return (
    <>
      <h2 className="t-2xl" id={DETAIL_TITLE} tabIndex={-1} aria-busy={open.state === 'loading' || undefined}>
        {titles[open.state]}
      </h2>
      {open.state === 'missing' && <p className="small mute mt-2">It may have been removed.</p>}
      {open.state === 'failed' && (
        <button className="btn btn-sm mt-4" type="button" onClick={() => void leads.open(open.id)}>
          Try again
        </button>
      )}
    </>
  );
}

function Lead({ lead }: { lead: DeskLead }) {
  const edit = useStore(leads.$edits)[lead.id];
  const { name } = lead.request;
  const now = new Date();
  const cancelled = cancelledSentence(lead, now);
  return (
    <>
      <div className="lead-head">
        <h2 className="t-2xl" id={DETAIL_TITLE} tabIndex={-1}>
          {name}
        </h2>
        <StatusBadge status={edit?.status ?? lead.status} />
      </div>
      <p className="small mute">
        {wantedIn(lead)}, {receivedSentence(lead, now)}
      </p>
      {lead.suspect && (
        <p className="notice notice-plain mt-4">
          A field that people cannot see was filled in. This is most likely a robot.
        </p>
      )}
      {cancelled && <p className="notice mt-4">{cancelled}</p>}
      <Reach lead={lead} />
      <Facts lead={lead} />
      <hr className="hr" />
      <LeadForm lead={lead} />
    </>
  );
}

/** Call and mail, the way that the visitor prefers first in rank. */
function Reach({ lead: { request } }: { lead: DeskLead }) {
  const { phone, email, preferredContact } = request;
  const call = phone ? telHref(phone) : null;
  const isMailFirst = email && (!call || preferredContact === 'email');
  return (
    <div className="btn-row">
      {call && (
        <a className={`btn btn-sm num ${isMailFirst ? 'btn-line' : ''}`} href={call}>
          <Icon name="phone" />
          <span className="vh">Call </span>
          {phone}
        </a>
      )}
      {email && (
        <a className={`btn btn-sm ${isMailFirst ? '' : 'btn-line'}`} href={mailtoHref(email)}>
          <Icon name="mail" />
          Email
        </a>
      )}
    </div>
  );
}

function Facts({ lead }: { lead: DeskLead }) {
  const { request, source } = lead;
  const facts: [term: string, text: string | undefined][] = [
    ['Phone', request.phone],
    ['Email', request.email],
    ['ZIP code', request.zipCode],
    ['Address', request.address],
    ['Prefers', contactLabels[request.preferredContact]],
    ['Visit', visitSentence(lead, new Date())],
    ['Message', request.message],
    ['Came from', cameFrom(request.attribution)],
    ['Sent with', source === 'form' ? 'Plain form' : 'Booking dialog'],
  ];
  return (
    <dl className="kv">
      {facts.map(
        ([term, text]) =>
          text && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const statusOptions = leadStatuses.map((value) => ({ value, label: leadStatusLabels[value] }));
const NOTES_STATE = 'notes-state';

/** What the owner keeps on a lead. A status is saved when it is chosen, notes when they are left, and by their button. */
function LeadForm({ lead }: { lead: DeskLead }) {
  const edit = useStore(leads.$edits)[lead.id] ?? {};
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void leads.saveNotes(lead);
  };
  const choose = (value: string) => {
    const status = leadStatuses.find((known) => known === value);
    if (status) void leads.setStatus(lead, status);
  };
  return (
    <div className="lead-form">
      <SelectField
        label="Status"
        name="lead-status"
        value={edit.status ?? lead.status}
        onValue={choose}
        options={statusOptions}
      />
      <form onSubmit={save} onBlur={() => void leads.saveNotes(lead)}>
        <TextArea
          label="Notes"
          name="lead-notes"
          value={edit.notes ?? lead.notes}
          onValue={(text) => leads.typeNotes(lead, text)}
          maxLength={NOTES_MOST}
          help={NOTES_STATE}
          problems={edit.hasFailed ? ['These notes are not saved. Your text is still here.'] : []}
        />
        <div className="lead-save">
          <p className="help" id={NOTES_STATE}>
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
