import { useStore } from '@nanostores/react';
import { contactLabels } from '#contracts/consultation';
import type { DeskLead } from '#contracts/lead';
import { cameFrom } from '#lib/came-from';
import { mailtoHref } from '#lib/mailto-href';
import { telHref } from '#lib/tel-href';
import type { Opened } from './store/opened.ts';
import { Icon } from '../../ui/Icon.tsx';
import { LeadForm } from './LeadForm.tsx';
import { cancelledSentence, receivedSentence, visitSentence, wantedIn } from './lead-words.ts';
import { closeLead, desk } from './leads-desk.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { DETAIL_TITLE } from './use-opened-focus.ts';

const titles = {
  loading: 'Loading the lead',
  failed: 'This lead could not be loaded.',
  missing: 'There is no such lead.',
};

/** The open lead. Beside the list where there is room, else in its place. */
export function LeadDetail() {
  const opened = useStore(desk.$opened);
  const list = useStore(desk.$list);
  if (opened.state === 'none') {
    const isReady = list.state === 'ready' && list.page.leads.length > 0;
    return isReady ? <p className="lead-none mute">Choose a lead to see everything about it.</p> : null;
  }
  return (
    <section className="panel lead-detail" aria-labelledby={DETAIL_TITLE}>
      <button className="link small lead-back" type="button" onClick={closeLead}>
        <Icon name="arrow-left" />
        All leads
      </button>
      {opened.state === 'ready' ? <Lead lead={opened.lead} /> : <Unknown opened={opened} />}
    </section>
  );
}

function Unknown({ opened }: { opened: Exclude<Opened, { state: 'none' | 'ready' }> }) {
  return (
    <>
      <h2 className="t-2xl" id={DETAIL_TITLE} tabIndex={-1} aria-busy={opened.state === 'loading' || undefined}>
        {titles[opened.state]}
      </h2>
      {opened.state === 'missing' && <p className="small mute mt-2">It may have been removed.</p>}
      {opened.state === 'failed' && (
        <button className="btn btn-sm mt-4" type="button" onClick={() => void desk.open(opened.id)}>
          Try again
        </button>
      )}
    </>
  );
}

function Lead({ lead }: { lead: DeskLead }) {
  const edit = useStore(desk.$edits)[lead.id];
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
