import { useStore } from '@nanostores/react';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { say, sayCounted } from '#browser/say';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { useHydrated } from '#islands/ui/hydration.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import type { ShownVisit, Today } from '#lead/answers';
import { personOf } from '#lead/visits';
import { capitalized } from '#lib/label';
import { MINUTE } from '#lib/time/units';
import { unbroken } from '#lib/unbroken';
import { zonedAt, zonedDate, zonedTime } from '#lib/time/zone';
import { Button } from '../Button.tsx';
import { usePeople } from '../PeopleFilter.tsx';
import { keepDay } from '../kept-pages.ts';
import { dayWords } from '../leads/progress-words.ts';
import { Loaded, Old, Skeletons } from '../PageStates.tsx';
import { keepPlace, keepRenewed } from '../renewal.ts';
import { isInstaller } from '../sign-in/roles.ts';
import { PageToasts } from '../sign-in/Session.tsx';
import { keepOnLeaving } from '../sign-in/session.ts';
import { $connections, loadConnections, troublesOf } from '../connections.ts';
import { timeOf } from '../leads/visit-time.ts';
import { TextCard, VisitCard } from './Cards.tsx';
import { FollowUpCard, OutcomeCard, WaitingCard } from './Tasks.tsx';
import { againCounts, day, leftOf, type TaskList, withoutHandled } from './today-store.ts';
import { cardId, isOver, TODAY, unmannedCount, type VisitGroup, visitGroups } from './today-words.ts';

/** All below the title of /admin. The built page shows skeletons. */
export default function TodayPage() {
  const known = useStore(day.$day, { ssr: 'initial' });
  const now = useNow();
  useEffect(startPage, []);
  return (
    <div className="today mt-4 grid grid-cols-1 gap-x-6 gap-y-10 md:grid-cols-2 md:items-start min-[64rem]:gap-x-12">
      <ErrorBoundary>
        <Loaded known={known} loading={loading} failed={say('Your day could not be loaded.')} onRetry={day.load}>
          {(shown) => (
            <>
              <Status day={shown.day} />
              {shown.isOld && <Old readAt={shown.readAt} onRetry={day.renew} />}
              <div className="-mb-4 grid gap-2 empty:hidden md:col-span-full print:hidden">
                <Counts day={shown.day} now={now} />
                <NextVisit day={shown.day} now={now} />
                {shown.day.isCallFirst && <CallFirst />}
                <Troubles isUrgent />
              </div>
              <div className="@container grid grid-cols-1 gap-10 empty:hidden print:hidden">
                {listsOf(shown.day).map((list) => (
                  <Tasks key={list} list={list} day={shown.day} now={now} />
                ))}
              </div>
              <Visits day={shown.day} now={now} />
              <Troubles />
            </>
          )}
        </Loaded>
      </ErrorBoundary>
      <PageToasts />
    </div>
  );
}

/** Who waits stands first, unless nobody does. An installer calls nobody back. */
function listsOf({ waiting }: Today): readonly (TaskList | 'texts')[] {
  if (isInstaller()) return [];
  return waiting.length > 0 ? ['texts', 'waiting', 'followUps'] : ['texts', 'followUps', 'waiting'];
}

interface DayProps {
  readonly day: Today;
  readonly now: Date;
}

function startPage(): () => void {
  const page = new AbortController();
  const { signal } = page;
  void day.start(cardsInHand);
  if (!isInstaller()) void loadConnections();
  keepRenewed(day.renew, signal);
  const keep = day.$day.listen((known) => {
    if (known.state === 'ready') void keepDay(withoutHandled(known.day, day.$handled.get()), known.readAt);
  });
  signal.addEventListener('abort', keep);
  keepOnLeaving(day, signal);
  return () => page.abort();
}

/** Just before a renewed day is drawn. */
function cardsInHand(): ReadonlySet<string> {
  keepPlace();
  const cards = [...document.querySelectorAll<HTMLElement>('[data-task]')];
  const inHand = cards.filter((card) => card.contains(document.activeElement) || card.querySelector('form'));
  return new Set(inHand.map((card) => card.dataset['task'] ?? ''));
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Status({ day: known }: { day: Today }) {
  const { visits, texts } = known;
  const waitingCount = leftOf(known, useStore(day.$handled), 'waiting');
  const waiting =
    waitingCount === 1
      ? say('1 request waits for a call')
      : say('{count} requests wait for a call', { count: waitingCount });
  const answers = texts.length > 0 && sayCounted(texts.length, 'text');
  const coming = say('{visits} to come', { visits: sayCounted(visits.length, 'visit') });
  return (
    <p className="sr-only" role="status">
      {[answers, coming, !isInstaller() && waiting].filter(Boolean).join(', ')}
    </p>
  );
}

/** Each leads to its part of the page. */
function Counts({ day: known, now }: DayProps) {
  const handled = useStore(day.$handled);
  const left = (list: TaskList) => leftOf(known, handled, list);
  const visits = visitGroups(known.visits, now)[0]?.visits.filter((visit) => !isOver(visit, now)).length ?? 0;
  const texts = known.texts.length;
  const again = againCounts(known, handled, now);
  const unmanned = unmannedCount(known.visits);
  const first = known.visits.find((one) => one.unmanned);
  const counts = [
    { count: unmanned.length, words: unmanned, to: first ? cardId(first.visit) : '' },
    { count: texts, words: sayCounted(texts, 'text'), to: 'texts-title' },
    { count: left('waiting'), words: say('{count} waiting', { count: left('waiting') }), to: 'waiting-title' },
    { count: again.length, words: say('Call again: {counts}', { counts: again }), to: 'followUps-title' },
    {
      count: visits,
      words: say('{visits} today', { visits: sayCounted(visits, 'visit') }),
      to: headingId(TODAY),
    },
    {
      count: left('outcomes'),
      words: say('{count} to tell: how did it go?', { count: left('outcomes') }),
      to: 'outcomes-title',
    },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return null;
  return (
    <nav
      className="chips max-[40rem]:-mx-gutter max-[40rem]:-my-1 max-[40rem]:flex-nowrap max-[40rem]:overflow-x-auto max-[40rem]:px-gutter max-[40rem]:py-1"
      aria-label={say('Your day')}
    >
      {counts.map(({ words, to }) => (
        <a key={to} className="chip flex-none bg-white px-2.5 no-underline min-[26rem]:px-3.5" href={`#${to}`}>
          {words}
        </a>
      ))}
    </nav>
  );
}

/** On a phone the visits stand below whom to call: the next one is on the first screen all the same. */
function NextVisit({ day: { visits }, now }: DayProps) {
  const next = visits.find((visit) => !isOver(visit, now));
  if (!next) return null;
  return (
    <p className="text-sm md:hidden">
      <a
        className="flex min-h-11 items-center gap-2 border-l-4 border-lagoon bg-white px-3 py-1.5"
        href={isInstaller() ? `#${cardId(next.visit)}` : `/admin/leads#${next.lead.id}`}
      >
        <Icon name="calendar-clock" />
        <span className="font-label wrap-anywhere">{`${whenWords(next, now)}: ${next.lead.request.name}`}</span>
      </a>
    </p>
  );
}

function whenWords({ visit }: ShownVisit, now: Date): string {
  const { start } = timeOf(visit);
  return Date.parse(start) <= now.getTime()
    ? say('Now, since {time}', { time: zonedTime(start) })
    : say('Next visit {day} {at}', { day: dayWords(zonedDate(start), now), at: zonedAt(start) });
}

/** In one line what does not work, with what to do inside. The urgent ones stand on top, what was never set up last. */
function Troubles({ isUrgent = false }: { isUrgent?: boolean }) {
  const known = useStore($connections);
  const troubles = troublesOf(known);
  const [first, ...others] = troubles;
  if (!first || first.isUrgent !== isUrgent) return null;
  return (
    <details className={isUrgent ? 'callout block px-4 py-0' : 'text-sm text-mute md:col-span-full print:hidden'}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2">
        <Icon name={isUrgent ? 'triangle-alert' : 'info'} />
        <span>
          <span>{first.words}</span>
          {others.length > 0 && <span>{say(' And {count} more.', { count: others.length })}</span>}
        </span>
      </summary>
      <ul className="grid list-disc gap-2 pb-3 pl-5">
        {troubles.map(({ words, remedy }) => (
          <li key={words}>
            <span>{words}</span> <span>{remedy}</span>
          </li>
        ))}
      </ul>
      <p className="pb-3">
        <a className="underline" href="/admin/setup">
          {say('Set up what the site needs')}
        </a>
      </p>
    </details>
  );
}

/**
 * Today’s visits, those of which nobody said how they went, tomorrow’s, and later ones behind a line. An installer, who has
 * no other lists, has them side by side.
 */
function Visits({ day: known, now }: DayProps) {
  const { people, isShown, filter } = usePeople(known.visits);
  const groups = visitGroups(known.visits.filter(isShown), now);
  const soon = groups.filter(({ date }) => date);
  const later = groups.filter(({ date }) => !date);
  const count = later.reduce((sum, { visits }) => sum + visits.length, 0);
  const hasAny = known.visits.length > 0;
  const [today, ...tomorrow] = soon;
  return (
    <div className={isInstaller() ? 'contents *:@container' : '@container grid grid-cols-1 gap-10'}>
      {filter && <div className="-mb-10">{filter}</div>}
      {today && (
        <Group group={today} now={now} people={people}>
          {today.visits.length === 0 && (
            <p className="border-t border-hairline py-4 text-mute">
              {hasAny || isInstaller()
                ? say('No visits today.')
                : say('No visits are booked. What visitors book stands here.')}
            </p>
          )}
        </Group>
      )}
      <Tasks list="outcomes" day={known} now={now} />
      {tomorrow.map((group) => (
        <Group key={group.name} group={group} now={now} />
      ))}
      {count > 0 && (
        <details className="print:details-content:[content-visibility:visible]">
          <summary className="flex min-h-11 cursor-pointer items-center border-t border-hairline font-label print:hidden">
            {say('{visits} later', { visits: sayCounted(count, 'visit') })}
          </summary>
          <div className="grid gap-10 pt-4">
            {later.map((group) => (
              <Group key={group.name} group={group} now={now} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

interface GroupProps {
  readonly group: VisitGroup;
  readonly now: Date;
  /** A laptop has a column for each, if they fit. */
  readonly people?: ReturnType<typeof usePeople>['people'];
  readonly children?: ReactNode;
}

function Group({ group, now, people = [], children }: GroupProps) {
  const columns = people.length <= STARTS.length ? people : [];
  const columnOf = ({ visit }: ShownVisit) => STARTS[columns.findIndex(({ id }) => id === personOf(visit))];
  const grid = `min-[75rem]:grid min-[75rem]:items-start min-[75rem]:gap-x-3 ${GRIDS[columns.length]}`;
  return (
    <section aria-labelledby={headingId(group.name)}>
      <Heading id={headingId(group.name)} text={group.name} aside={group.date && unbroken(capitalized(group.date))} />
      {children}
      {columns.length > 0 && (
        <div className={`hidden print:hidden ${grid}`} aria-hidden="true">
          {columns.map(({ id, name }) => (
            <p key={id} className="pb-2 font-label">
              {name}
            </p>
          ))}
        </div>
      )}
      <ul className={columns.length > 0 ? `grid-flow-dense ${grid}` : undefined}>
        {group.visits.map((card) => (
          <VisitCard
            key={card.visit.id}
            card={card}
            group={group}
            now={now}
            className={clsx(columns.length > 0 && '@container', columnOf(card))}
          />
        ))}
      </ul>
    </section>
  );
}

/** Of the columns of up to three people. The cards stay in order of time for whoever hears them. */
const STARTS = ['min-[75rem]:col-start-1', 'min-[75rem]:col-start-2', 'min-[75rem]:col-start-3'];
const GRIDS: Readonly<Record<number, string>> = { 2: 'min-[75rem]:grid-cols-2', 3: 'min-[75rem]:grid-cols-3' };

const headingId = (name: string) => `day-${name.toLowerCase().replaceAll(' ', '-')}`;

function Heading({ id, text, aside }: { id: string; text: string; aside?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-3 print:break-after-avoid">
      <h2 className="text-2xl focus:outline-none" id={id} tabIndex={-1}>
        {text}
      </h2>
      {aside && <p className="text-sm text-mute">{aside}</p>}
    </div>
  );
}

const titles = {
  texts: say('Texts'),
  waiting: say('Waiting for a call'),
  followUps: say('Call again'),
  outcomes: say('How did it go?'),
};
const cards = { texts: TextCard, waiting: WaitingCard, followUps: FollowUpCard, outcomes: OutcomeCard };

interface TasksProps extends DayProps {
  readonly list: TaskList | 'texts';
}

/** One list of what is to be done. Only that of who waits says so when it is empty. */
function Tasks({ list, day: known, now }: TasksProps) {
  const leads = known[list];
  const Card = cards[list];
  if (leads.length === 0 && list !== 'waiting') return null;
  /** How many the list has beyond these. */
  const left = list === 'texts' ? 0 : known[`${list}Count`] - leads.length;
  return (
    <section className="print:hidden" aria-labelledby={`${list}-title`}>
      <Heading id={`${list}-title`} text={titles[list]} aside={list === 'followUps' && comingDays} />
      {leads.length === 0 && (
        <p className="border-t border-hairline py-4 text-mute">{say('Nobody waits. Every request is answered.')}</p>
      )}
      <ul>
        {leads.map((lead) => (
          <Card key={lead.id} lead={lead} now={now} />
        ))}
      </ul>
      {left > 0 && (
        <p className="py-3.5 text-sm">
          <a className="link" href="/admin/leads">
            {say('{count} more among the leads', { count: left })}
          </a>
        </p>
      )}
    </section>
  );
}

const comingDays = (
  <a className="link" href="/admin/leads?step=followUp&order=followUp">
    {say('Coming days')}
  </a>
);

function CallFirst() {
  return (
    <Notice>
      <p>
        {say(
          'Half of your open times are booked by people whom you have not spoken with. New visitors cannot choose a time for now: they read that you will call them. Call the people who have a visit, and under Details set their status to Contacted. Then visitors can book again.',
        )}
      </p>
    </Notice>
  );
}

const loading = (
  <Skeletons count={3} label={say('Loading your day')} item="mb-3 grid gap-3 bg-white p-5">
    <div className="skeleton h-6 w-40 max-w-[60%]" />
    <div className="skeleton h-5 w-80 max-w-[90%]" />
    <div className="skeleton h-11 w-full" />
  </Skeletons>
);

export function PrintButton() {
  return (
    <Button className="btn btn-line btn-sm" disabled={!useHydrated()} onClick={() => window.print()}>
      <Icon name="printer" />
      {say('Print')}
    </Button>
  );
}
