import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { say, sayCounted } from '#browser/say';
import { insightDays, type Insights, measures } from '#contracts/insights';
import { dollars } from '#lib/dollars';
import { duration } from '#lib/label';
import { zonedMoment, zoneNames } from '#lib/time/zone';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { useHydrated } from '#islands/ui/hydration.ts';
import { MINUTE } from '#lib/time/units';
import { segment, segments } from '../Button.tsx';
import { EmptyState, Loaded, Skeletons } from '../PageStates.tsx';
import { ExportLink } from '../ExportLink.tsx';
import { PageToasts } from '../sign-in/Session.tsx';
import { Charts } from './Figures.tsx';
import { insights as admin, type ShownInsights } from './insights-store.ts';
import { beforeName, callChangeWords, changeWords, figureNames, lastName, leadsAddress } from './insights-words.ts';
import { number, periodName, rangeNames, stepFilter, summary } from './insights-words.ts';
import './insights.css';

/** All below the title of /admin/insights. The built page shows the range and skeletons. */
export default function InsightsPage() {
  const known = useStore(admin.$known, { ssr: 'initial' });
  const isLoading = known.state === 'loading' || (known.state === 'ready' && known.isChanging);
  useEffect(startPage, []);
  return (
    <div className="insights mt-6">
      <div className="mb-6 max-w-96 max-[51.99rem]:hidden">
        <Range />
      </div>
      <p className="sr-only" role="status">
        {isLoading ? say('Loading the figures') : known.state === 'ready' && summary(known.insights)}
      </p>
      <ErrorBoundary>
        <Loaded known={known} loading={loading} failed={say('The figures could not be loaded.')} onRetry={again}>
          {(shown) => <Ready {...shown} />}
        </Loaded>
      </ErrorBoundary>
      <div className="page-action min-[52rem]:hidden">
        <Range />
      </div>
      <PageToasts />
    </div>
  );
}

/** What is chosen is also in the address, for a reload or a sign-in. */
function startPage(): () => void {
  void admin.start(location.hash.slice(1));
  return admin.$chosen.listen((chosen) => history.replaceState(null, '', `#${chosen}`));
}

/** The number of days; on a phone under the thumb. */
function Range() {
  const days = useStore(admin.$days, { ssr: 'initial' });
  const isHydrated = useHydrated();
  return (
    <fieldset className={`${segments} flex-1 grid-cols-3`} aria-label={say('Look back over')}>
      {insightDays.map((one) => (
        <button
          key={one}
          className={segment}
          type="button"
          aria-pressed={one === days}
          disabled={!isHydrated}
          onClick={() => void admin.setDays(one)}
        >
          {rangeNames[one]}
        </button>
      ))}
    </fieldset>
  );
}

const TITLE = 'insights-title';

function Ready({ insights, isChanging }: ShownInsights) {
  const { days, period, before } = insights;
  const isEmpty = [period, before].every((counts) => measures.every((measure) => counts[measure] === 0));
  return (
    <div className="renewing" aria-busy={isChanging || undefined}>
      <h2 className="sr-only" id={TITLE} tabIndex={-1}>
        {say('Figures of {period}', { period: periodName(period) })}
      </h2>
      {isEmpty ? (
        <EmptyState text={say('No requests in {time} yet.', { time: lastName(days) })}>
          <p>{say('What visitors send, book and become is counted here as soon as there is any.')}</p>
        </EmptyState>
      ) : (
        <>
          <p className="pb-4 text-sm text-mute" aria-hidden="true">
            {isChanging
              ? say('Loading the figures...')
              : say('{period}, compared with {before}', { period: periodName(period), before: beforeName(days) })}
          </p>
          <Headlines insights={insights} />
          <Jobs insights={insights} />
          <Charts insights={insights} />
          <AdsExport />
        </>
      )}
      <Notes insights={insights} />
    </div>
  );
}

/** The period's figures beside those of the period before. */
function Headlines({ insights: { period, before, quoted } }: { insights: Insights }) {
  const { calls, callMinutes, slowCallMinutes } = period;
  return (
    <dl className="mb-6 grid grid-cols-2 gap-px bg-hairline md:grid-cols-3 min-[75rem]:grid-cols-6">
      {measures.map((measure) => (
        <Headline key={measure} name={figureNames[measure]} change={changeWords(period[measure], before[measure])}>
          <Leads href={leadsAddress(period, stepFilter(measure))} count={period[measure]} words={number} />
        </Headline>
      ))}
      <Headline
        name={figureNames.dollars}
        change={changeWords(period.dollars, before.dollars, true)}
        more={
          quoted.leads > 0 && (
            <a className={`text-ink ${HEADLINE_LINK}`} href="/admin/leads?status=quoted">
              {say('Quoted, open: {amount}', { amount: dollars(quoted.dollars) })}
            </a>
          )
        }
      >
        {dollars(period.dollars)}
      </Headline>
      <Headline
        name={say('Request to first call, median')}
        change={callChangeWords(period, before) + (calls > 0 ? `, ${sayCounted(calls, 'call')}` : '')}
        more={
          slowCallMinutes !== null && say('The slowest tenth: {time} or longer', { time: duration(slowCallMinutes) })
        }
      >
        {callMinutes === null ? say('None') : duration(callMinutes)}
      </Headline>
    </dl>
  );
}

/** What became of the sales. */
function Jobs({ insights: { jobs } }: { insights: Insights }) {
  return (
    <dl className="mb-6 grid gap-px bg-hairline md:grid-cols-3">
      <Headline name={say('Sale to installation, median')} change={say('of those that were installed on these days')}>
        {jobs.installDays === null ? say('None') : sayCounted(jobs.installDays, 'day')}
      </Headline>
      <Headline name={say('Orders on their way')} change={say('of all jobs now')}>
        <Leads href="/admin/leads?step=ordered" count={jobs.ordered} words={number} />
      </Headline>
      <Headline name={say('Not paid yet')} change={say('of all jobs now')}>
        <Leads href="/admin/leads?step=unpaid" count={jobs.unpaid} words={dollars} />
      </Headline>
    </dl>
  );
}

interface LeadsProps {
  readonly href: string;
  readonly count: number;
  readonly words: (count: number) => string;
}

/** A figure that opens its leads, if there are any. */
function Leads({ href, count, words }: LeadsProps) {
  if (count === 0) return words(count);
  return (
    <a className={HEADLINE_LINK} href={href}>
      <span>{words(count)}</span>
      <span className="sr-only">{say(': the leads')}</span>
    </a>
  );
}

/** As tall as a finger, in a line as tall as its neighbors'. */
const HEADLINE_LINK =
  '-my-2 inline-flex min-h-11 min-w-11 items-center underline decoration-current decoration-1 underline-offset-[0.2em]';

function Headline({
  name,
  change,
  more,
  children,
}: {
  name: string;
  change: string;
  more?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid content-start gap-1 bg-white px-5 pt-4 pb-4.5 text-xs/[1.4] text-mute">
      <dt className="font-label text-ink">{name}</dt>
      <dd className="display text-2xl/[1.2] text-ink">{children}</dd>
      <dd>{change}</dd>
      {more && <dd>{more}</dd>}
    </div>
  );
}

function Notes({ insights: { days, robots, unpriced, keepDays, countedAt } }: { insights: Insights }) {
  const now = new Date();
  const isEarlier = now.getTime() - Date.parse(countedAt) > 5 * MINUTE;
  return (
    <div className="max-w-text py-6 text-sm text-soft">
      {robots > 0 && (
        <p>{say('Left out: {requests} that robots most likely sent.', { requests: sayCounted(robots, 'request') })}</p>
      )}
      {unpriced > 0 && (
        <p>
          {unpriced === 1
            ? say('1 won lead has no amount, so the sales are counted too low.')
            : say('{count} won leads have no amount, so the sales are counted too low.', { count: number(unpriced) })}
        </p>
      )}
      {keepDays !== null && keepDays < 2 * Number(days) && (
        <p>
          {say('Ended leads are removed after {days} days, so what is older than that is counted too low.', {
            days: number(keepDays),
          })}
        </p>
      )}
      {isEarlier && <p>{say('Counted {time}.', { time: `${zonedMoment(countedAt, now)} ${zoneNames.short}` })}</p>}
      <details>
        <summary className="link cursor-pointer">{say('What is counted')}</summary>
        <ul className="ticks">
          <li>{say('Requests: when they came in, those that you added yourself too.')}</li>
          <li>{say('Booked: when a visit was first booked, also if it was moved or cancelled later.')}</li>
          <li>
            {say(
              'Visited: a lead on the day of its first visit, or when you marked it so. A cancelled visit is none, nor one where nobody was home.',
            )}
          </li>
          <li>{say('Won and sales: when you marked the lead as won, with the amount that you entered.')}</li>
          <li>
            {say(
              'Sale to installation: half of the jobs that were installed on these days took less. Orders and what is not paid are of all sold leads whose steps you note, of these days or not.',
            )}
          </li>
          <li>{say('Quoted, open: the amounts of all leads that are quoted now, of these days or not.')}</li>
          <li>
            {say(
              'Request to first call: half of those who waited were called sooner, and a tenth waited at least as long as the slowest tenth says. It ends when you first mark a new request as contacted, booked or ended, or book its visit. Whoever booked a visit before that, or came by phone, is left out.',
            )}
          </li>
          <li>
            {say(
              'From request to sale, and what pays: of the requests of these days, what became of each so far. “Google ad” is a click on one, whatever its campaign is called.',
            )}
          </li>
          <li>
            {say(
              'Days and weeks are {zone}. What robots most likely sent, and leads that were removed, are left out.',
              { zone: zoneNames.adjective },
            )}
          </li>
        </ul>
      </details>
    </div>
  );
}

const loading = (
  <>
    <Skeletons
      count={measures.length}
      className="mb-6 grid grid-cols-2 gap-px md:grid-cols-3 min-[75rem]:grid-cols-6"
      item="grid gap-3 bg-white p-5"
    >
      <div className="skeleton h-4 w-24 max-w-full" />
      <div className="skeleton h-9 w-16" />
    </Skeletons>
    <Skeletons count={1} item="grid gap-4 bg-white p-5">
      <div className="skeleton h-7 w-40" />
      <div className="skeleton h-64 w-full" />
    </Skeletons>
  </>
);

async function again(): Promise<void> {
  await admin.load();
  document.getElementById(TITLE)?.focus();
}

export function InsightsExport() {
  const days = useStore(admin.$days, { ssr: 'initial' });
  return <ExportLink href={`/api/insights?days=${days}&as=csv`} />;
}

/** The file for Google Ads, with what it is. */
function AdsExport() {
  const days = useStore(admin.$days, { ssr: 'initial' });
  return (
    <section className="mt-6 bg-white p-4 sm:p-5">
      <h2 className="text-xl">{say('Tell Google Ads what its ads brought')}</h2>
      <p className="max-w-text pt-2 pb-4 text-sm text-soft">
        {say(
          'A file of the booked visits and sales of these days that began with a click on a Google ad: click number, time and amount, no name, phone or address. In Google Ads, name two conversion actions “Booked visit” and “Sale” and upload it there. Visitors who have not seen the words that allow it, or have said no, are left out.',
        )}
      </p>
      <ExportLink href={`/api/insights?days=${days}&as=google-ads`} text={say('Export for Google Ads')} />
    </section>
  );
}
