import { useStore } from '@nanostores/react';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { say, sayCounted } from '#browser/say';
import type { Alerts, Messages, MessageSwitches } from '#contracts/alerts';
import { type Language, languages, locales } from '#i18n/language';
import { zonedMomentWithin } from '#lib/time/zone';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { segment, segments } from '../Button.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { type Fact, FactList, Loaded, Skeletons } from '../PageStates.tsx';
import { PageToasts } from '../sign-in/Session.tsx';
import { Backups } from './Backups.tsx';
import { CalendarFeed } from './CalendarFeed.tsx';
import { Devices, OwnPasskeys, SignedInDevices, ThisDevice } from './Devices.tsx';
import { alerts } from './alerts-store.ts';

/** All below the title of /admin/alerts. The built page shows skeletons. */
export default function AlertsManager() {
  const loaded = useStore(alerts.$alerts, { ssr: 'initial' });
  useEffect(() => void alerts.start(), []);
  return (
    <div className="mt-6" aria-busy={loaded.state === 'loading' || undefined}>
      <ErrorBoundary>
        <Loaded
          known={loaded}
          loading={loading}
          failed={say('What is set up could not be loaded.')}
          onRetry={alerts.load}
        >
          {(known) => <Sections alerts={known.alerts} />}
        </Loaded>
      </ErrorBoundary>
      <PageToasts />
    </div>
  );
}

const loading = (
  <Skeletons count={3} className="grid max-w-text gap-8" label={say('Loading...')} item="grid gap-3">
    <div className="skeleton h-7 w-48 max-w-[60%]" />
    <div className="skeleton h-5 w-full" />
    <div className="skeleton h-12 w-56 max-w-[80%]" />
  </Skeletons>
);

function Sections({
  alerts: { language, devices, signedIn, passkeys, feed, messages, texts, webhook },
}: {
  alerts: Alerts;
}) {
  return (
    <div className="grid grid-cols-1 gap-10 min-[64rem]:grid-cols-2 min-[64rem]:items-start">
      <div className="grid gap-10">
        <AlertsSection title={say('Phones and computers')} data-for="owner office">
          <ThisDevice />
          <Devices devices={devices} />
          <p className="mt-4 text-sm text-mute">
            {say('Mail comes as well. A request that is booked within three minutes is one alert, of the visit.')}
          </p>
        </AlertsSection>
        <AlertsSection id="alerts-signed-in-devices" title={say('Signed-in devices')}>
          <SignedInDevices devices={signedIn} />
          <OwnPasskeys passkeys={passkeys} />
        </AlertsSection>
      </div>
      <div className="grid gap-10">
        <AlertsSection title={say('Language')} data-for="owner office">
          <Languages chosen={language} />
        </AlertsSection>
        <AlertsSection title={say('Your calendar')}>
          <CalendarFeed feed={feed} />
        </AlertsSection>
        {messages && (
          <AlertsSection title={say('Messages to visitors')}>
            <VisitorMessages {...messages} />
            {texts && (
              <p className="mt-4 text-sm text-mute">
                {texts.waiting === 0
                  ? say('Texts go out, and none waits.')
                  : say(
                      '{texts} to visitors not sent yet: at night they wait for 8 AM, and what fails is tried again.',
                      {
                        texts: sayCounted(texts.waiting, 'text'),
                      },
                    )}
              </p>
            )}
          </AlertsSection>
        )}
        {webhook && (
          <AlertsSection title={say('Another program')}>
            <Webhook {...webhook} />
          </AlertsSection>
        )}
        <AlertsSection title={say('Backups')} data-for="owner">
          <Backups />
        </AlertsSection>
      </div>
    </div>
  );
}

function AlertsSection({ id, title, children, ...section }: ComponentProps<'section'> & { title: string }) {
  const titleId = id ?? `alerts-${title.replaceAll(' ', '-').toLowerCase()}`;
  return (
    <section className="panel min-w-0" aria-labelledby={titleId} {...section}>
      <h2 className="mb-3 text-xl tracking-title focus:outline-none" id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Each by its own name. None is pressed until the owner has chosen: the browser's language decides. */
function Languages({ chosen }: { chosen: Alerts['language'] }) {
  const isBusy = useStore(alerts.$busy) !== null;
  return (
    <>
      <fieldset className={`${segments} max-w-96 grid-cols-2`} aria-label={say('Language')}>
        {languages.map((language) => (
          <button
            key={language}
            className={segment}
            type="button"
            lang={locales[language]}
            aria-pressed={language === chosen}
            aria-disabled={isBusy || undefined}
            onClick={() => void alerts.speak(language)}
          >
            {names[language]}
          </button>
        ))}
      </fieldset>
      <p className="mt-3 text-sm text-mute">
        {say('For these pages, and for the mails and alerts to you. Your other devices follow when they next sign in.')}
      </p>
    </>
  );
}

const names = { en: 'English', es: 'Español' } as const satisfies Record<Language, string>;

function VisitorMessages({ asksForReview, saysAnswerTime, answersWithin }: Messages) {
  const isCounted = saysAnswerTime && answersWithin !== null;
  const hours = sayCounted(answersWithin ?? 0, 'hour');
  return (
    <div className="grid gap-4">
      <Switch name="saysAnswerTime" isOn={saysAnswerTime} label={say('Say how soon you usually answer')}>
        {isCounted
          ? say(
              'Where a callback is offered, the site says “within {hours}”: half of the last 90 days’ requests were answered sooner.',
              { hours },
            )
          : say(
              'Said where a callback is offered, once 20 requests of the last 90 days were answered, half of all within a day.',
            )}
      </Switch>
      {asksForReview !== undefined && (
        <Switch name="asksForReview" isOn={asksForReview} label={say('Ask customers for a review')}>
          {say(
            'One text or mail with your link, the day after the work is done, or after all is paid. Every customer is asked once and in the same words, as the law wants it.',
          )}
        </Switch>
      )}
    </div>
  );
}

interface SwitchProps {
  readonly name: keyof MessageSwitches;
  readonly isOn: boolean;
  readonly label: string;
  readonly children: ReactNode;
}

function Switch({ name, isOn, label, children }: SwitchProps) {
  const isBusy = useStore(alerts.$busy) !== null;
  return (
    <div>
      <Checkbox
        className="font-label *:m-0"
        checked={isOn}
        aria-disabled={isBusy || undefined}
        aria-describedby={`about-${name}`}
        onChange={() => void alerts.switch({ [name]: !isOn })}
      >
        {label}
      </Checkbox>
      <p className="pl-8 text-sm text-soft" id={`about-${name}`}>
        {children}
      </p>
    </div>
  );
}

function Webhook({ host, waiting, last }: NonNullable<Alerts['webhook']>) {
  const facts: readonly Fact[] = [
    [say('Told'), host],
    [say('Last'), last ? `${last.event}, ${zonedMomentWithin(last.at)}` : say('Nothing yet')],
    [say('Answer#noun'), last && say(last.isDelivered ? 'Taken ({note})' : 'Not taken ({note})', last)],
    [say('Waiting'), waiting === 0 ? say('Nothing') : say('{count}, tried again by themselves', { count: waiting })],
  ];
  return (
    <>
      {last && !last.isDelivered && (
        <Notice className="mb-4">{say('The last message was not taken. It is tried again for seven days.')}</Notice>
      )}
      <FactList facts={facts} />
    </>
  );
}
