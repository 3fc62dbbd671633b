import { useStore } from '@nanostores/react';
import { type DeskLead, type LeadPage, type LeadStatus, leadStatusLabels } from '#contracts/lead';
import { easternMoment } from '#lib/eastern-time';
import { leads } from './leads.ts';
import { everything, type KnownLeads, type LeadFilter } from './list.ts';
import { isCancelled, visitWords, wantedIn } from './words.ts';

const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** The list in its states. */
export function LeadsList() {
  const list = useStore(leads.$list);
  return (
    <section className="leads-list" aria-label="All leads">
      {list.state === 'loading' && <Skeletons />}
      {list.state === 'failed' && <Failed />}
      {list.state === 'ready' && <Ready {...list} />}
    </section>
  );
}

function Ready({ page, filter, isGrowing }: Extract<KnownLeads, { state: 'ready' }>) {
  const isSearching = useStore(leads.$isSearching);
  const count = page.leads.length;
  return (
    <>
      {count === 0 ? <Empty page={page} filter={filter} /> : <Table rows={page.leads} isBusy={isSearching} />}
      <p className={count === 0 ? 'vh' : 'tiny mute leads-count'} role="status">
        {count === 0 ? 'No leads' : `${count} of ${countWords(page, filter)}, newest first. Times are Eastern.`}
      </p>
      {page.next && (
        <button className="btn btn-line btn-sm" type="button" aria-disabled={isGrowing || undefined} onClick={showMore}>
          {isGrowing ? 'Loading...' : 'Show more'}
        </button>
      )}
    </>
  );
}

/** `6 leads`, or `2 leads that match` */
function countWords({ matching }: LeadPage, { search, status }: LeadFilter): string {
  const words = `${matching.toLocaleString('en-US')} ${matching === 1 ? 'lead' : 'leads'}`;
  if (!search && !status) return words;
  return `${words} that ${matching === 1 ? 'matches' : 'match'}`;
}

function Table({ rows, isBusy }: { rows: readonly DeskLead[]; isBusy: boolean }) {
  const open = useStore(leads.$open);
  const openId = open.state === 'none' ? '' : open.id;
  const now = new Date();
  return (
    <table className="table" aria-busy={isBusy || undefined}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
          <th scope="col">Visit</th>
          <th scope="col">Received</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((lead) => (
          <Row key={lead.id} lead={lead} isOpen={lead.id === openId} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ lead, isOpen, now }: { lead: DeskLead; isOpen: boolean; now: Date }) {
  const edit = useStore(leads.$edits)[lead.id];
  return (
    <tr>
      <td>
        <a href={`#${lead.id}`} aria-current={isOpen || undefined}>
          {lead.request.name}
        </a>
        <span className="mute">{wantedIn(lead)}</span>
        {lead.suspect && <span className="mute">Likely a robot</span>}
      </td>
      <td>
        <StatusBadge status={edit?.status ?? lead.status} />
      </td>
      <td className={`num ${isCancelled(lead) ? 'lead-cancelled' : ''}`}>{unbroken(visitWords(lead, now))}</td>
      <td className="mute num">{unbroken(easternMoment(lead.createdAt, now))}</td>
    </tr>
  );
}

const badges = { new: 'badge-sun', booked: 'badge-on', 'called back': 'badge-flax', closed: 'badge-line' } as const;

export function StatusBadge({ status }: { status: LeadStatus }) {
  return (
    <span className={`badge ${badges[status]}`}>
      {status === 'booked' && <i className="dot" />}
      {leadStatusLabels[status]}
    </span>
  );
}

/** A line may not end within `Dec 1` nor within `10:30 AM`. */
const unbroken = (moment: string) => moment.replace(/ (?=\d{1,2},|[AP]M$)/g, '\u00a0');

/** Focus follows to the first of the new ones. */
async function showMore(): Promise<void> {
  const links = () => document.querySelectorAll<HTMLElement>('.leads-list td a');
  const before = links().length;
  await leads.more();
  requestAnimationFrame(() => links()[before]?.focus());
}

function Empty({ page, filter }: { page: LeadPage; filter: LeadFilter }) {
  if (page.total === 0) {
    return (
      <div className="empty">
        <p className="t-2xl display">No leads yet. Every request and booking will stand here.</p>
      </div>
    );
  }
  return (
    <div className="empty">
      <p className="t-2xl display">
        {filter.search ? `No leads match “${filter.search}”.` : 'No leads have this status.'}
      </p>
      <button className="link" type="button" onClick={clear}>
        {filter.search ? 'Clear the search' : 'Show all statuses'}
      </button>
    </div>
  );
}

/** The button goes with what it cleared; then focus waits in the search. */
function clear(): void {
  void leads.setFilter(everything);
  document.getElementById('leads-search')?.focus();
}

function Skeletons() {
  return (
    <div className="lead-bones" aria-busy="true">
      {SKELETONS.map((name) => (
        <div key={name} data-skeleton="">
          <div className="bone bone-title" />
          <div className="bone bone-badges" />
        </div>
      ))}
      <p className="vh" role="status">
        Loading the leads
      </p>
    </div>
  );
}

function Failed() {
  return (
    <div className="empty" role="alert">
      <p className="t-2xl display">The leads could not be loaded.</p>
      <button className="btn" type="button" onClick={() => void leads.load()}>
        Try again
      </button>
    </div>
  );
}
