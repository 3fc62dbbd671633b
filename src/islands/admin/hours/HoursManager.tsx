import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { say } from '#browser/say';
import type { BlockedVisit, VisitHours } from '#contracts/hours';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { zonedVisit, zoneNames } from '#lib/time/zone';
import { Loaded, Skeletons } from '../PageStates.tsx';
import { unmannedWords } from '../leads/visit-time.ts';
import { shownName } from '../origin-names.ts';
import { isInstaller } from '../sign-in/roles.ts';
import { PageToasts } from '../sign-in/Session.tsx';
import { keepOnLeaving } from '../sign-in/session.ts';
import { AwayTime, TimeOff } from './AwayTime.tsx';
import { hours } from './hours-store.ts';
import { WeekForm } from './WeekForm.tsx';

/** All below the title of /admin/hours. The built page shows skeletons. */
export default function HoursManager() {
  const known = useStore(hours.$hours, { ssr: 'initial' });
  useEffect(startPage, []);
  return (
    <div className="mt-6">
      <ErrorBoundary>
        <Loaded
          known={known}
          loading={loading}
          failed={say('The visiting hours could not be loaded.')}
          onRetry={hours.load}
        >
          {({ view }) => <Ready view={view} />}
        </Loaded>
      </ErrorBoundary>
      <PageToasts />
    </div>
  );
}

function startPage(): () => void {
  const page = new AbortController();
  void hours.start();
  keepOnLeaving(hours, page.signal);
  return () => page.abort();
}

const COLUMNS = 'grid grid-cols-1 items-start gap-6 min-[64rem]:grid-cols-2';

function Ready({ view }: { view: VisitHours }) {
  if (isInstaller())
    return (
      <div className={COLUMNS}>
        <AwayTime view={view} />
        <TimeOff view={view} />
      </div>
    );
  return (
    <>
      <p className="mb-6 max-w-text text-sm text-soft">
        {say(
          'When visitors can book a visit, in {zone}. These are not your opening hours: whoever looks after the website changes the hours that it prints. Appointments in a connected Google Calendar count as well.',
          { zone: zoneNames.long },
        )}
      </p>
      {view.blocked.length > 0 && <ToMove {...view} />}
      <div className={COLUMNS}>
        <div className="grid grid-cols-1 gap-6">
          <AwayTime view={view} />
          <TimeOff view={view} />
        </div>
        <WeekForm view={view} />
      </div>
    </>
  );
}

/** Visits in closed time. Their leads offer to move or cancel them. */
function ToMove({ blocked, people = [] }: VisitHours) {
  const now = new Date();
  const nobodyComes = ({ person, why }: Pick<BlockedVisit, 'person' | 'why'>) =>
    unmannedWords(why, people.find(({ id }) => id === person)?.name);
  return (
    <section className="callout mb-6" aria-labelledby="to-move-title">
      <Icon name="triangle-alert" />
      <div className="min-w-0 flex-1">
        <h2 className="text-xl" id="to-move-title">
          {say('Visits to move')}
        </h2>
        <p>
          {say(
            'These stand outside your visiting hours or in a time that you have blocked. Nobody has been told. Open one to move or cancel it.',
          )}
        </p>
        <ul className="mt-3">
          {blocked.map(({ leadId, start, name, serviceInterest, isBooked, ...visit }) => (
            <li key={`${leadId} ${start}`} className="border-t border-notice-line pt-1 pb-2.5">
              <a className="link min-w-11 flex-wrap gap-x-3 gap-y-0 wrap-anywhere" href={`/admin/leads#${leadId}`}>
                <span className="tabular-nums">{`${zonedVisit(start, now)} ${zoneNames.short}`}</span>{' '}
                <span>{name}</span>
              </a>
              <p>
                {isBooked
                  ? shownName(serviceInterest)
                  : say('{service}, being booked just now', { service: shownName(serviceInterest) })}
              </p>
              {visit.why && <p>{nobodyComes(visit)}</p>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const loading = <Skeletons count={2} className={COLUMNS} item="skeleton h-[32rem] first:h-80" />;
