import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Today } from '#contracts/lead';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { useHydrated } from '#islands/ui/hydration.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { LoadFailed } from '../EmptyState.tsx';
import { PageToasts } from '../sign-in/Session.tsx';
import { Visit, WaitingLead } from './Cards.tsx';
import { day } from './today-store.ts';
import { type VisitGroup, visitGroups } from './today-words.ts';
import './today.css';

/** All below the title of /admin. The built page shows skeletons. */
export default function TodayPage() {
  const known = useStore(day.$day, { ssr: 'initial' });
  const now = useNow();
  useEffect(startPage, []);
  return (
    <div className="today mt-6 grid grid-cols-1 gap-x-12 gap-y-10 min-[64rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] min-[64rem]:items-start">
      <ErrorBoundary>
        {known.state === 'loading' && <Skeletons />}
        {known.state === 'failed' && (
          <LoadFailed text="Your day could not be loaded." onRetry={() => void day.load()} />
        )}
        {known.state === 'ready' && (
          <>
            <p className="sr-only" role="status">
              {countWords(known.day)}
            </p>
            {known.isOld && <Old />}
            <Visits groups={visitGroups(known.day.visits, now)} now={now} />
            <Waiting day={known.day} now={now} />
          </>
        )}
      </ErrorBoundary>
      <PageToasts />
    </div>
  );
}

/** Refreshes the day when the owner looks at the phone again. */
function startPage(): () => void {
  const page = new AbortController();
  const { signal } = page;
  void day.start();
  const refresh = () => document.visibilityState === 'visible' && void day.refresh();
  document.addEventListener('visibilitychange', refresh, { signal });
  window.addEventListener('pageshow', refresh, { signal });
  return () => page.abort();
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function countWords({ visits, waitingCount }: Today): string {
  const waiting = waitingCount === 1 ? '1 request waits' : `${waitingCount} requests wait`;
  return `${visits.length === 1 ? '1 visit' : `${visits.length} visits`} to come, ${waiting} for a call`;
}

function Visits({ groups, now }: { groups: readonly VisitGroup[]; now: Date }) {
  const hasAny = groups.some(({ visits }) => visits.length > 0);
  return (
    <div className="grid gap-10">
      {groups.map((group) => (
        <section key={group.name} aria-labelledby={headingId(group.name)}>
          <Heading id={headingId(group.name)} text={group.name} aside={group.date} />
          {group.visits.length === 0 && (
            <p className="border-t border-hairline py-4 text-mute">
              {hasAny ? 'No visits today.' : 'No visits are booked. What visitors book stands here.'}
            </p>
          )}
          <ul>
            {group.visits.map((lead) => (
              <Visit key={lead.id} lead={lead} group={group} now={now} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const headingId = (name: string) => `day-${name.toLowerCase().replaceAll(' ', '-')}`;

function Heading({ id, text, aside }: { id: string; text: string; aside?: string | undefined }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-3">
      <h2 className="text-2xl focus:outline-none" id={id} tabIndex={-1}>
        {text}
      </h2>
      {aside && <p className="text-sm text-mute">{aside}</p>}
    </div>
  );
}

function Waiting({ day: { waiting, waitingCount }, now }: { day: Today; now: Date }) {
  return (
    <section className="print:hidden" aria-labelledby="waiting-title">
      <Heading
        id="waiting-title"
        text="Waiting for a call"
        aside={waitingCount > 0 ? 'Promised: within 24 hours' : undefined}
      />
      {waiting.length === 0 && (
        <p className="border-t border-hairline py-4 text-mute">Nobody waits. Every request is answered.</p>
      )}
      <ul>
        {waiting.map((lead) => (
          <WaitingLead key={lead.id} lead={lead} now={now} />
        ))}
      </ul>
      {waitingCount > waiting.length && (
        <p className="py-3.5 text-sm">
          <a className="link" href="/admin/leads">
            {`${waitingCount - waiting.length} more among the leads`}
          </a>
        </p>
      )}
    </section>
  );
}

function Old() {
  return (
    <div className="notice min-[64rem]:col-span-full print:hidden" role="alert">
      <Icon name="triangle-alert" />
      <div>
        <p>This could not be read again, so it may have changed.</p>
        <button className="btn btn-line btn-sm" type="button" onClick={() => void day.load()}>
          Try again
        </button>
      </div>
    </div>
  );
}

function Skeletons() {
  return (
    <div aria-busy="true">
      {['first', 'second', 'third'].map((name) => (
        <div key={name} className="mb-3 grid gap-3 bg-white p-5" data-skeleton="">
          <div className="skeleton h-6 w-40 max-w-[60%]" />
          <div className="skeleton h-5 w-80 max-w-[90%]" />
          <div className="skeleton h-11 w-full" />
        </div>
      ))}
      <p className="sr-only" role="status">
        Loading your day
      </p>
    </div>
  );
}

export function PrintButton() {
  return (
    <button
      className="btn btn-line btn-sm print:hidden"
      type="button"
      disabled={!useHydrated()}
      onClick={() => window.print()}
    >
      <Icon name="printer" />
      Print
    </button>
  );
}
