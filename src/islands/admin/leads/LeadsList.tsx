import { clsx } from 'clsx';
import { useStore } from '@nanostores/react';
import { orderLabels } from '#contracts/lead-query';
import { countedStatus, type LeadStatus } from '#contracts/lead-status';
import { say, sayCounted, sayLabels } from '#browser/say';
import type { LeadPage, ShownLead } from '#lead/answers';
import { statusAt } from '#lead/place';
import { callLanguage } from '#lead/request-fields';
import { labelOf } from '#lib/label';
import { zonedMoment, zoneNames } from '#lib/time/zone';
import { Button } from '../Button.tsx';
import { EmptyState, Loaded, Skeletons } from '../PageStates.tsx';
import { ChooseLead, ClosingBar } from './ClosingBar.tsx';
import { drawn } from './commands.ts';
import { leads } from './leads-store.ts';
import { everything, isEverything, type LeadFilter } from './leads-api.ts';
import type { ShownLeads } from './list.ts';
import { statusNames } from './progress-words.ts';
import { isCancelled, nextWords, visitWords, serviceAndCity } from './leads-words.ts';

export function LeadsList() {
  const list = useStore(leads.$list);
  const isBare = list.state === 'failed' || (list.state === 'ready' && list.page.leads.length === 0);
  return (
    <section
      className={clsx(
        'leads-list max-[72rem]:group-data-open/leads:hidden print:group-data-open/leads:hidden',
        isBare && 'min-[72rem]:col-span-full',
      )}
      aria-label={say('All leads')}
    >
      <Loaded known={list} loading={loading} failed={say('The leads could not be loaded.')} onRetry={leads.load}>
        {(shown) => <Ready {...shown} />}
      </Loaded>
    </section>
  );
}

function Ready({ page, filter, isGrowing }: ShownLeads) {
  const isSearching = useStore(leads.$isSearching);
  const count = page.leads.length;
  return (
    <>
      {count === 0 ? (
        <Empty page={page} filter={filter} />
      ) : (
        <Table rows={page.leads} filter={filter} isBusy={isSearching} />
      )}
      <p className={count === 0 ? 'sr-only' : 'py-3.5 text-xs text-mute'} role="status">
        {isSearching ? say('Searching...') : shownWords(page, filter)}
      </p>
      {page.next && (
        <Button className="btn btn-line btn-sm" isBusy={isGrowing} onClick={showMore}>
          {isGrowing ? say('Loading...') : say('Show more')}
        </Button>
      )}
      <ClosingBar rows={page.leads} />
    </>
  );
}

function shownWords(page: LeadPage, filter: LeadFilter): string {
  const count = page.leads.length;
  if (count === 0) return say('No leads');
  return say('{count} of {leads}, {order}. Times are {zone}.', {
    count,
    leads: countWords(page, filter),
    order: orderWords(filter),
    zone: zoneNames.adjective,
  });
}

/** `6 leads`, or `2 leads that match` */
function countWords({ matching }: LeadPage, filter: LeadFilter): string {
  const leads = sayCounted(matching, 'lead');
  if (isEverything(filter)) return leads;
  return matching === 1 ? say('1 lead that matches') : say('{leads} that match', { leads });
}

const orders = sayLabels({ '': 'Newest first', ...orderLabels });
const orderWords = ({ order }: LeadFilter): string => labelOf(orders, order).toLowerCase();

const COLUMNS = [say('Name'), say('Status'), say('Visit'), say('Received')];
/** On a phone each row is a card of two columns. */
const ROW =
  'max-md:relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:gap-y-0.5 max-md:border-b max-md:border-hairline max-md:px-4 max-md:py-3.5';
const CELL = 'border-b border-hairline px-4 py-3.5 align-top max-md:border-0 max-md:p-0';
const MOMENT = `text-balance tabular-nums lg:whitespace-nowrap ${CELL}`;

interface TableProps {
  readonly rows: readonly ShownLead[];
  readonly filter: LeadFilter;
  readonly isBusy: boolean;
}

function Table({ rows, filter, isBusy }: TableProps) {
  const open = useStore(leads.$open);
  const openId = open.state === 'none' ? '' : open.id;
  const now = new Date();
  return (
    <table className="renewing w-full border-collapse bg-white text-sm/[1.45]" aria-busy={isBusy || undefined}>
      <thead className="max-md:sr-only">
        <tr className={ROW}>
          {COLUMNS.map((name) => (
            <th key={name} className="border-b border-ink px-4 py-3 text-left text-xs font-label text-mute" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((lead) => (
          <Row key={lead.id} lead={lead} isOpen={lead.id === openId} now={now} showsNext={showsNext(filter)} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly lead: ShownLead;
  readonly isOpen: boolean;
  readonly now: Date;
  readonly showsNext: boolean;
}

/** Who filters or orders by the next call or the amount sees both. */
const showsNext = ({ step, amount, order }: LeadFilter) =>
  step === 'followUp' || step === 'unpaid' || amount !== '' || order !== '';

function Row({ lead: known, isOpen, now, showsNext: isShown }: RowProps) {
  const lead = drawn(known, useStore(leads.$presses), now.getTime());
  const callIn = callLanguage(lead.request, say);
  return (
    <tr className={clsx(ROW, isOpen ? 'bg-lagoon-tint [&_.badge-on]:bg-white' : '[&:hover]:bg-linen')}>
      <td className={`relative wrap-anywhere max-md:static ${CELL}`}>
        <div className="flex items-start gap-3">
          <ChooseLead lead={lead} />
          <div className="min-w-0">
            {/* The link covers its cell, on a phone its card. */}
            <a
              className="font-label decoration-edge underline-offset-[0.25em] after:absolute after:inset-0"
              href={`#${lead.id}`}
              aria-current={isOpen || undefined}
            >
              {lead.request.name}
            </a>
            <span className="block text-mute">{serviceAndCity(lead)}</span>
            {callIn && <span className="block font-label">{callIn}</span>}
            {lead.isSpam && <span className="block text-mute">{say('Likely a robot')}</span>}
            {isShown && <span className="block font-label">{nextWords(lead, now)}</span>}
          </div>
        </div>
      </td>
      <td className={`max-md:text-right ${CELL}`}>
        <StatusBadge status={statusAt(lead, now.getTime())} />
      </td>
      <td className={clsx('max-md:pl-8', MOMENT, isCancelled(lead, now) && 'text-brick')}>{visitWords(lead, now)}</td>
      <td className={`max-md:text-right text-mute ${MOMENT}`}>{zonedMoment(lead.createdAt, now)}</td>
    </tr>
  );
}

const badges: Readonly<Record<LeadStatus, string>> = {
  new: 'badge-sun',
  contacted: 'badge-flax',
  booked: 'badge-on',
  visited: 'badge-flax',
  quoted: 'badge-flax',
  won: 'badge-on',
  lost: 'badge-line',
};

export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={`badge whitespace-nowrap ${badges[countedStatus(status)]}`}>
      {status === 'booked' && <i className="size-2 rounded-full bg-current" />}
      <span>{labelOf(statusNames, status)}</span>
    </span>
  );
}

/** Moves focus to the first new lead. */
async function showMore(): Promise<void> {
  const links = () => document.querySelectorAll<HTMLElement>('.leads-list td a');
  const before = links().length;
  await leads.more();
  requestAnimationFrame(() => links()[before]?.focus());
}

function Empty({ page, filter }: { page: LeadPage; filter: LeadFilter }) {
  if (page.total === 0) {
    return <EmptyState text={say('No leads yet. Every request and booking will stand here.')} />;
  }
  const [text, button] = emptyWords(filter);
  return (
    <EmptyState text={text}>
      <Button className="link" onClick={clear}>
        {button}
      </Button>
    </EmptyState>
  );
}

function emptyWords({ search, status, ...others }: LeadFilter): [text: string, button: string] {
  if (Object.values(others).some(Boolean)) return [say('No leads match these filters.'), say('Clear all filters')];
  if (search) return [say('No leads match “{search}”.', { search }), say('Clear the search')];
  if (status) return [say('No leads have this status.'), say('Show all statuses')];
  return [say('No leads match.'), say('Show all')];
}

/** The button goes, so focus moves to the search. */
function clear(): void {
  void leads.setFilter(everything);
  document.getElementById('leads-search')?.focus();
}

const loading = (
  <Skeletons count={6} label={say('Loading the leads')} item="grid gap-2 border-b border-hairline bg-white p-4">
    <div className="skeleton h-5 w-56 max-w-[70%]" />
    <div className="skeleton h-5 w-80 max-w-[90%]" />
  </Skeletons>
);
