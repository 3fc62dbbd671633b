import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { say, sayCounted } from '#browser/say';
import { isClosed, leadStatusLabels } from '#contracts/lead-status';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import type { ShownVisit, Week, WeekDay } from '#lead/answers';
import { telHref, wayHref } from '#lib/contact';
import { capitalized } from '#lib/label';
import { isInstallersWeek } from '#lead/installer';
import { addDays, dateWords, mondayOf, zonedToday } from '#lib/time/dates';
import { zonedTime } from '#lib/time/zone';
import { unbroken } from '#lib/unbroken';
import { holidayName } from '../hours/hours-words.ts';
import { weekName } from '../insights/insights-words.ts';
import { CallLanguage } from '../leads/CallLanguage.tsx';
import { shortDay } from '../leads/progress-words.ts';
import { keepWeek } from '../kept-pages.ts';
import { usePeople } from '../PeopleFilter.tsx';
import { awayTimeWords, kindAndLength, timeOf } from '../leads/visit-time.ts';
import { Loaded, Old, Skeletons } from '../PageStates.tsx';
import { keepRenewed } from '../renewal.ts';
import { isInstaller } from '../sign-in/roles.ts';
import { PageToasts } from '../sign-in/Session.tsx';
import { Asked, Notes, Unmanned } from '../today/Cards.tsx';
import { addressOf } from '../leads/leads-words.ts';
import { beforeIn, gapWords, week as admin } from './week-store.ts';

/** All below the title of /admin/week. The built page shows skeletons. */
export default function WeekPage() {
  const known = useStore(admin.$week, { ssr: 'initial' });
  const day = useStore(admin.$day, { ssr: 'initial' });
  const monday = day && mondayOf(day);
  useEffect(startPage, []);
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-4 print:hidden">
        <div>
          <h2 className="min-h-[1.14em] text-2xl">
            {monday && weekName({ from: monday, to: addDays(monday, 6) }, zonedToday(new Date()).slice(0, 4))}
          </h2>
          <p className="min-h-[1.5em] text-sm text-mute" role="status">
            {known.state === 'ready' && countWords(known.week)}
          </p>
        </div>
        <Weeks className="flex gap-3 max-[51.99rem]:hidden" monday={monday} />
      </div>
      <ErrorBoundary>
        <Loaded known={known} loading={loading} failed={say('The week could not be loaded.')} onRetry={admin.load}>
          {({ week, isOld, readAt }) => (
            <>
              {isOld && <Old readAt={readAt} onRetry={admin.renew} />}
              <Days key={week.days[0]?.date} week={week} />
            </>
          )}
        </Loaded>
      </ErrorBoundary>
      <Weeks className="page-action min-[52rem]:hidden print:hidden" monday={monday} />
      <PageToasts />
    </div>
  );
}

function countWords({ days }: Week): string {
  const count = days.reduce((sum, { visits }) => sum + visits.length, 0);
  return count === 0 ? say('No visits in this week') : sayCounted(count, 'visit');
}

/** The chosen day is in the address. */
function startPage(): () => void {
  const page = new AbortController();
  const { signal } = page;
  const chosen = () => location.hash.slice(1);
  void admin.start(chosen());
  window.addEventListener('hashchange', () => void admin.show(chosen()), { signal });
  keepRenewed(() => void admin.renew(), signal);
  const keep = admin.$week.listen((known) => known.state === 'ready' && void keepWeek(known.week, known.readAt));
  signal.addEventListener('abort', keep);
  return () => page.abort();
}

/** On a phone under the thumb. `monday`: of the week that is shown; empty in the built page. */
function Weeks({ monday, className }: { monday: string; className: string }) {
  const weeks = [
    { text: say('Previous'), more: say(' week'), day: monday && addDays(monday, -7) },
    { text: say('This week'), day: monday && zonedToday(new Date()) },
    { text: say('Next'), more: say(' week'), day: monday && addDays(monday, 7) },
  ].filter(({ day }) => !day || !isInstaller() || isInstallersWeek(day, Date.now()));
  return (
    <nav className={className} aria-label={say('Weeks')}>
      {weeks.map(({ text, more, day }) => (
        <a key={text} className="btn btn-line btn-sm max-sm:px-2" href={day ? `#${day}` : undefined}>
          <span>{text}</span>
          <span className="sr-only">{more}</span>
        </a>
      ))}
    </nav>
  );
}

const COLUMNS =
  'grid grid-cols-1 not-print:min-[64rem]:grid-cols-7 not-print:min-[64rem]:gap-x-2 not-print:min-[90rem]:gap-x-3';

/** On a phone the chosen day is scrolled to. */
function Days({ week: { days } }: { week: Week }) {
  const { isShown, filter } = usePeople(days.flatMap(({ visits }) => visits));
  useEffect(() => {
    const day = admin.$day.get();
    const isStacked = matchMedia('(max-width: 63.99rem)').matches;
    const target = document.getElementById(day === mondayOf(day) ? 'main' : day);
    if (isStacked) target?.scrollIntoView({ behavior: 'instant' });
  }, []);
  return (
    <>
      <div>{filter}</div>
      <div className={COLUMNS}>
        {days.map((day) => (
          <Day key={day.date} day={{ ...day, visits: day.visits.filter(isShown) }} />
        ))}
      </div>
    </>
  );
}

function Day({ day: { date, holidays, away, visits } }: { day: WeekDay }) {
  const isToday = date === zonedToday(new Date());
  const titleId = `title-${date}`;
  return (
    <section
      className={`-scroll-mt-24 border-t pt-2 pb-3 ${isToday ? 'border-lagoon shadow-[inset_0_3px_0_var(--color-lagoon)]' : 'border-hairline'}`}
      id={date}
      aria-labelledby={titleId}
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 not-print:min-[64rem]:min-h-18 not-print:min-[64rem]:items-start">
        <h3 className="text-lg" id={titleId}>
          <time dateTime={date}>
            <span className="not-print:min-[64rem]:block">{capitalized(dateWords(date, { weekday: 'long' }))}</span>{' '}
            <span className="font-normal">{shortDay(date)}</span>
          </time>{' '}
          {isToday && <span className="badge badge-line align-middle print:hidden">{say('Today')}</span>}
        </h3>
        {visits.length === 0 && <p className="text-sm text-mute not-print:min-[64rem]:pb-1">{say('Nothing booked')}</p>}
      </div>
      {[...holidays.map(holidayName), ...away.map(awayTimeWords)].map((words) => (
        <p key={words} className="mb-2 bg-flax px-3 py-1.5 text-sm print:bg-transparent print:px-0">
          {words}
        </p>
      ))}
      <ul>
        {visits.map((one) => (
          <VisitOfDay key={one.visit.id} shown={one} before={beforeIn(visits, one)} />
        ))}
      </ul>
    </section>
  );
}

/** As tall as a finger, or in columns under a mouse as its line. */
const LINK = 'link not-touch:min-[64rem]:min-h-7 print:min-h-0 print:no-underline';

interface VisitProps {
  readonly shown: ShownVisit;
  /** Those of its day before it, of the same person. */
  readonly before: readonly ShownVisit[];
}

function VisitOfDay({ shown, before }: VisitProps) {
  const { lead, visit } = shown;
  const { start } = timeOf(visit);
  const { name, phone } = lead.request;
  const place = addressOf(lead);
  const call = phone && telHref(phone);
  return (
    <li className="print:break-inside-avoid">
      <Gap shown={shown} before={before} />
      <div className="mb-2 border-l-4 border-lagoon bg-white px-4 py-2 not-print:min-[64rem]:px-2 print:border-0 print:border-t print:border-current print:bg-transparent print:px-0">
        <Unmanned shown={shown} />
        <h4 className="flex flex-wrap items-center gap-x-2 font-label wrap-anywhere">
          <time className="tabular-nums not-print:min-[64rem]:w-full" dateTime={start}>
            {unbroken(zonedTime(start))}
          </time>{' '}
          {isInstaller() ? (
            <span>{name}</span>
          ) : (
            <a className={LINK} href={`/admin/leads#${lead.id}`}>
              {name}
            </a>
          )}
          {isClosed(lead) && <span className="badge badge-line">{say(leadStatusLabels.lost)}</span>}
        </h4>
        <p className="text-sm">{kindAndLength(visit)}</p>
        {visit.note && <p className="text-sm wrap-anywhere whitespace-pre-line">{visit.note}</p>}
        <CallLanguage lead={lead} />
        <p className="text-sm wrap-anywhere">{place.text}</p>
        {call && (
          <a className={`text-sm not-print:min-[64rem]:text-xs ${LINK}`} href={call}>
            {phone}
          </a>
        )}
        <div className="hidden print:block">
          <Asked lead={lead} />
          <Notes lead={lead} />
        </div>
      </div>
    </li>
  );
}

/** The time since the visit before, and the way from there. */
function Gap({ shown, before }: VisitProps) {
  const last = before.at(-1);
  if (!last) return null;
  const leads = [last.lead, shown.lead];
  const [from = '', to = ''] = leads.map((lead) => addressOf(lead).query);
  return (
    <p className="flex flex-wrap items-center gap-x-3 pb-1 pl-1 text-sm text-mute print:pl-0 print:text-ink">
      <span>{gapWords(before, shown)}</span>
      {leads.every(({ request: { address, city } }) => address || city) && (
        <a className={`print:hidden ${LINK}`} href={wayHref(from, to)} target="_blank" rel="noopener noreferrer">
          <Icon name="map-pin" />
          <span>{say('Route')}</span>
          <span className="sr-only">{say(' to {name} (opens the map)', { name: shown.lead.request.name })}</span>
        </a>
      )}
    </p>
  );
}

const loading = (
  <Skeletons
    className={COLUMNS}
    count={7}
    label={say('Loading the visits')}
    item="grid content-start gap-3 border-t border-hairline py-3"
  >
    <div className="skeleton h-6 w-40 max-w-[60%]" />
    <div className="skeleton h-24 w-full" />
  </Skeletons>
);
