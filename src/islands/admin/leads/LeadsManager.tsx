import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { MAX_SEARCH_LENGTH } from '#contracts/lead-query';
import { leadStatuses } from '#contracts/lead-status';
import { say } from '#browser/say';
import { Options, optionsOf } from '#islands/ui/Field.tsx';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { useHydrated } from '#islands/ui/hydration.ts';
import { ExportLink } from '../ExportLink.tsx';
import { Old } from '../PageStates.tsx';
import { standingVisits } from '#lead/visits';
import { keepPlace, keepRenewed } from '../renewal.ts';
import { PageToasts } from '../sign-in/Session.tsx';
import { keepOnLeaving } from '../sign-in/session.ts';
import { focusRow } from './ClosingBar.tsx';
import { DETAIL_TITLE, LeadDetail } from './LeadDetail.tsx';
import { LeadRemoval, Merging } from './LeadRecord.tsx';
import { LeadsList } from './LeadsList.tsx';
import { focusAnswer } from './LeadTexts.tsx';
import { ANSWER, BOOK, CANCEL } from './ProgressFields.tsx';
import { VisitDialog } from './VisitDialog.tsx';
import { LeadFilters } from './LeadFilters.tsx';
import { exportAddress } from './leads-api.ts';
import { keepInAddress, leads } from './leads-store.ts';
import { statusNames } from './progress-words.ts';
import './leads.css';

/** Beside the title: the file of the leads that the filter shows. */
export function LeadsExport() {
  // The built page has no filter in the address. React must begin with the same: it does not repair a difference.
  const filter = useStore(leads.$filter, { ssr: 'initial' });
  return <ExportLink href={exportAddress(filter)} />;
}

/** All below the title of /admin/leads. The built page shows the search and skeletons. */
export default function LeadsManager() {
  const isHydrated = useHydrated();
  const { state } = useStore(leads.$open);
  useEffect(startPage, []);
  useDetailFocus();
  return (
    <div
      className="leads group/leads mt-6 grid grid-cols-1 gap-x-6 not-print:min-[72rem]:grid-cols-[minmax(0,1fr)_25rem] min-[72rem]:items-start max-[72rem]:data-open:mt-0"
      data-open={state === 'none' ? undefined : ''}
    >
      <ErrorBoundary>
        <Toolbar />
        <Age />
        <LeadsList />
        <LeadDetail />
        {isHydrated && (
          <>
            <VisitDialog />
            <LeadRemoval />
            <Merging />
          </>
        )}
      </ErrorBoundary>
      <PageToasts />
    </div>
  );
}

/**
 * Opens the lead that the address names, and the dialog for its visit or the field of an answer if it asks for that:
 * once, not at a reload.
 */
async function openAddressed(open: (id: string) => Promise<void>): Promise<void> {
  const [id = '', asked] = location.hash.slice(1).split('/');
  await open(id);
  const opened = leads.$open.get();
  if (![BOOK, ANSWER, CANCEL].includes(asked ?? '') || opened.state !== 'ready' || opened.id !== id) return;
  history.replaceState(history.state, '', `#${id}`);
  if (asked === ANSWER) return void requestAnimationFrame(focusAnswer);
  const [lead, opener] = [opened.lead, document.getElementById(DETAIL_TITLE)];
  if (leads.visit.$question.get()) return;
  if (asked === BOOK) return leads.visit.ask({ action: 'book', lead, visit: null, opener });
  const [visit] = standingVisits(lead, Date.now());
  if (visit) leads.visit.ask({ action: 'cancel', lead, visit, opener });
}

/** The address names the open lead: for links, and for the browser's Back. */
function startPage(): () => void {
  const page = new AbortController();
  const { signal } = page;
  void openAddressed((id) => leads.start(id, location.search));
  signal.addEventListener('abort', leads.$filter.listen(keepInAddress));
  window.addEventListener('popstate', () => void leads.follow(location.search), { signal });
  window.addEventListener('hashchange', () => void openAddressed(leads.open), { signal });
  keepOnLeaving(leads, signal);
  keepRenewed(renewLeads, signal);
  return () => page.abort();
}

function renewLeads(): void {
  const focused = () => document.activeElement;
  void leads.renew({
    inHand() {
      keepPlace();
      const row = focused()?.closest<HTMLAnchorElement>('.leads-list a');
      return row?.hash.slice(1);
    },
    isTyping: () => focused()?.matches('.panel :is(input, select, textarea)') ?? false,
  });
}

function Age() {
  const list = useStore(leads.$list);
  return list.state === 'ready' && list.isOld && <Old readAt={list.readAt} onRetry={renewLeads} />;
}

/** Focuses the heading of an opened lead, and the list's link once it is closed. */
function useDetailFocus(): void {
  const open = useStore(leads.$open);
  const id = open.state === 'none' ? '' : open.id;
  const before = useRef(id);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = id;
    if (id === last) return;
    if (id) document.getElementById(DETAIL_TITLE)?.focus();
    else focusRow(last);
  }, [id]);
}

const FIELD = 'input min-h-11 w-auto min-w-0 py-2 text-[1rem]';

function Toolbar() {
  const { search, status } = useStore(leads.$filter, { ssr: 'initial' });
  const field = useRef<HTMLInputElement>(null);
  // The owner may have typed before the script ran.
  useEffect(() => {
    const typed = field.current?.value;
    if (typed) void leads.setFilter({ search: typed });
  }, []);
  return (
    <search className="mb-5 flex flex-wrap items-center gap-3 max-[72rem]:group-data-open/leads:hidden min-[72rem]:col-span-full print:hidden">
      <input
        ref={field}
        className={`leads-search flex-[1_1_min(14rem,100%)] ${FIELD}`}
        id="leads-search"
        type="search"
        aria-label={say('Search leads')}
        placeholder={say('Name, phone, city or month')}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={search}
        onChange={({ target }) => void leads.setFilter({ search: target.value })}
      />
      <select
        className={`flex-[0_1_11rem] ${FIELD}`}
        aria-label={say('Status')}
        value={status}
        onChange={({ target }) =>
          void leads.setFilter({ status: leadStatuses.find((known) => known === target.value) ?? '' })
        }
      >
        <option value="">{say('All statuses')}</option>
        <Options options={optionsOf(statusNames)} />
      </select>
      <LeadFilters />
    </search>
  );
}
