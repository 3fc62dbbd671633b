import { useStore } from '@nanostores/react';
import type { MouseEvent } from 'react';
import type { BookedVisit } from '#browser/booked-visit';
import { unbroken } from '#lib/unbroken';
import { confirmation } from '#lib/confirmation';
import { pathIn } from '#i18n/site-languages';
import { firstFocus } from '#islands/ui/dialog.ts';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { pageLanguage } from '#browser/page-language';
import { pageLocale } from '#lib/page-locale';
import { minutesOf, zonedAt, zonedDayAndTime, zonedHeading } from '#lib/time/zone';
import { CalendarStep } from './CalendarStep.tsx';
import { ContactStep } from './ContactStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { flow } from './booking-store.ts';
import { TrustBox, useFacts } from './StepHead.tsx';
import { type ConfirmedStep, contentOf, hasNoTimes, type Step } from './booking-session.ts';
import { booking as words, choices, confirm, outcome } from './booking-words.ts';

/** The content of the dialog and its sentence. A visit that this browser has booked comes before the step. */
export function useShown(step: Step): { content: string; sentence: string } {
  const visit = useStore(flow.$visit);
  const content = contentOf(step);
  if (!visit) return { content, sentence: sentenceOf(step) };
  const when = zonedDayAndTime(visit.start, pageLocale) + words.zoneAfter;
  return { content: 'visit', sentence: words.again.visit(unbroken(when)) };
}

/** The sentence of the step. It stays after "No Good Time?"; without times there is nothing to choose. */
const sentenceOf = (step: Step): string =>
  words.steps[step.name === 'calendar' && hasNoTimes(step.times) ? 'elsewhere' : step.name];

/** The step itself, in the dialog or in the page. */
export function StepContent({ step }: { step: Step }) {
  const facts = useFacts();
  const visit = useStore(flow.$visit);
  if (visit) return <AskFirst {...visit} />;
  return (
    <ErrorBoundary words={words.broken}>
      {step.name !== 'confirmed' && <TrustBox facts={facts} words={words} />}
      <About />
      <StepBody {...step} />
    </ErrorBoundary>
  );
}

/** Nobody books a second visit by mistake. */
function AskFirst({ page }: BookedVisit) {
  const keep = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (currentTarget.closest('dialog')) flow.close();
    else location.assign(pathIn(pageLanguage, page || '/thank-you'));
  };
  return (
    <>
      <h3
        className="font-display text-2xl font-[300] tracking-title"
        tabIndex={-1}
        aria-describedby="booking-step"
        {...firstFocus}
      >
        {words.again.question}
      </h3>
      <div className="btn-row mt-6">
        {page && (
          <a className="btn" href={`${pathIn(pageLanguage, page)}#move`}>
            {words.again.move}
          </a>
        )}
        <button className="btn btn-line" type="button" onClick={flow.bookAnother}>
          {words.again.book}
        </button>
        <button className="btn btn-line" type="button" onClick={keep}>
          {words.again.keep}
        </button>
      </div>
    </>
  );
}

function StepBody(step: Step) {
  switch (step.name) {
    case 'initial':
      return <ContactStep problems={step.problems} />;
    case 'calendar':
      return <CalendarStep {...step} />;
    case 'details':
      return <DetailsStep {...step} />;
    case 'confirmed':
      return <Confirmed {...step} />;
  }
}

function About() {
  const about = useStore(flow.$about);
  if (!about) return null;
  return <p className="mb-5 border-l-4 border-flax pl-3 text-sm wrap-anywhere text-soft">{aboutShown(about)}</p>;
}

/** Translates the kind in `Offer: Free measuring`, which is sent in English. */
const aboutShown = (about: string) =>
  about.replace(/^(Offer|Product|Gallery)(?=: )/, (kind) => words.about[kind as keyof typeof words.about]);

/** Step 4: two seconds, then the thank-you page. */
function Confirmed({ contact, visit, slot, by }: ConfirmedStep) {
  const { email } = contact;
  const { sentence, isMail, to } = confirmation(confirm, by, contact);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 pt-1 max-[37.99rem]:pb-6">
      <h3
        className="drawn-shade flex h-34 items-center gap-3.5 px-6 font-display text-[1.75rem] leading-[1.1] font-[300]"
        tabIndex={-1}
        aria-describedby="booked-time"
        {...firstFocus}
      >
        <Icon name="check" />
        <span>{outcome.done}</span>
      </h3>
      <p className="tabular-nums" id="booked-time">
        <b className="text-[1.0625rem] font-label">
          <span className="inline-block">{zonedHeading(slot.start, pageLocale)}</span>{' '}
          <span className="inline-block">{zonedAt(slot.start, pageLocale) + words.zoneAfter}</span>
        </b>
        <br />
        <span className="text-soft">{outcome.length(minutesOf(slot), choices.city(visit.city))}</span>
      </p>
      {email && <p className="text-soft">{outcome.invitation(email)}</p>}
      {!isMail && <p className="text-soft">{`${sentence} ${to.replaceAll(' ', '\u00a0')}.`}</p>}
    </div>
  );
}
