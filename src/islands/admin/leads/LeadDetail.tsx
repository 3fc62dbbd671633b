import { clsx } from 'clsx';
import { useStore } from '@nanostores/react';
import brand from '#brand/brand.json' with { type: 'json' };
import { cameFrom } from '#contracts/source';
import { say } from '#browser/say';
import { Icon } from '#islands/ui/Icon.tsx';
import type { ShownLead } from '#lead/answers';
import type { Part } from '#lead/lead';
import { statusAt } from '#lead/place';
import { shownAt } from '#lead/request-fields';
import { pastVisits, standingVisits } from '#lead/visits';
import { mailtoHref, mapHref, smsHref, telHref } from '#lib/contact';
import { offersTexts } from '#lib/offers-texts';
import { zonedToday } from '#lib/time/dates';
import { zonedDate, zonedDayBriefly } from '#lib/time/zone';
import { unbroken } from '#lib/unbroken';
import { Button, keepFocus } from '../Button.tsx';
import { type Fact, FactList } from '../PageStates.tsx';
import { CallLanguage } from './CallLanguage.tsx';
import { drawn } from './commands.ts';
import { ownText } from './day-steps.ts';
import { DaySteps, NotOver } from './DaySteps.tsx';
import { CorrectButton, CorrectionForm, NewLeadForm } from './RequestForms.tsx';
import { LeadOrigin, MailList, RemoveButton, SamePerson } from './LeadRecord.tsx';
import { LeadNotes } from './LeadNotes.tsx';
import { LeadPictures } from './LeadPictures.tsx';
import { focusAnswer, focusTexts, LeadTexts } from './LeadTexts.tsx';
import { LeadProgress, outcomeField } from './LeadProgress.tsx';
import { StatusBadge } from './LeadsList.tsx';
import { closeLead, leads } from './leads-store.ts';
import type { OpenLead } from './list.ts';
import { requestKey } from './requests.ts';
import { ComingVisits } from './VisitDialog.tsx';
import { timeOf, visitLabel } from './visit-time.ts';
import { addressOf, cancelledSentence, receivedSentence, serviceAndCity } from './leads-words.ts';
import { shownName } from '../origin-names.ts';

export const DETAIL_TITLE = 'lead-title';
const titles = {
  loading: say('Loading the lead'),
  failed: say('This lead could not be loaded.'),
  missing: say('There is no such lead.'),
};

/** The open lead, beside the list or in its place. */
export function LeadDetail() {
  const open = useStore(leads.$open);
  const list = useStore(leads.$list);
  if (open.state === 'none') {
    const isReady = list.state === 'ready' && list.page.leads.length > 0;
    return isReady ? (
      <p className="hidden border-t border-hairline p-[clamp(1.25rem,3vw,2rem)] text-mute not-print:min-[72rem]:block">
        {say('Choose a lead to see everything about it.')}
      </p>
    ) : null;
  }
  return (
    <section
      className="panel max-[52rem]:flex max-[52rem]:flex-col min-[72rem]:sticky min-[72rem]:top-6 not-print:min-[72rem]:max-h-[calc(100vh-3rem)] min-[72rem]:overflow-y-auto print:pb-0"
      aria-labelledby={DETAIL_TITLE}
    >
      {/* Beside the list only the keyboard needs the way back. */}
      <button
        className="link -mt-2 gap-1.5 self-start text-sm min-[72rem]:not-focus-visible:sr-only"
        type="button"
        onClick={closeLead}
      >
        <Icon name="arrow-left" />
        {say('All leads')}
      </button>
      <Opened open={open} />
    </section>
  );
}

function Opened({ open }: { open: Exclude<OpenLead, { state: 'none' }> }) {
  if (open.state === 'new') return <NewLeadForm titleId={DETAIL_TITLE} />;
  return open.state === 'ready' ? <Lead key={open.id} lead={open.lead} /> : <Unknown key={open.id} open={open} />;
}

function Unknown({ open }: { open: Exclude<OpenLead, { state: 'none' | 'ready' | 'new' }> }) {
  return (
    <>
      <h2
        className="text-2xl focus:outline-none"
        id={DETAIL_TITLE}
        tabIndex={-1}
        aria-busy={open.state === 'loading' || undefined}
      >
        {titles[open.state]}
      </h2>
      {open.state === 'missing' && <p className="mt-2 text-sm text-mute">{say('It may have been removed.')}</p>}
      {open.state === 'failed' && (
        <button className="btn btn-sm mt-4" type="button" onClick={() => void leads.open(open.id)}>
          {say('Try again')}
        </button>
      )}
    </>
  );
}

function Lead({ lead: known }: { lead: ShownLead }) {
  const now = new Date();
  const lead = drawn(useWithStop(known), useStore(leads.$presses), now.getTime());
  const isCorrecting = requestKey(lead) in useStore(leads.$typed);
  const { name } = lead.request;
  const cancelled = cancelledSentence(lead, now);
  return (
    <>
      <div className="mb-1 flex items-start justify-between gap-4 wrap-anywhere [&>.badge]:mt-1.5 [&>.badge]:flex-none">
        <h2 className="text-2xl focus:outline-none" id={DETAIL_TITLE} tabIndex={-1}>
          {name}
        </h2>
        <StatusBadge status={statusAt(lead, now.getTime())} />
      </div>
      <p className="text-sm text-mute">{`${serviceAndCity(lead)}, ${receivedSentence(lead, now)}`}</p>
      <CallLanguage lead={lead} />
      <SamePerson lead={lead} now={now} />
      {lead.isSpam && (
        <div className="callout callout-plain mt-4 block">
          <p>
            {say(
              'A field that people cannot see was filled in. This is most likely a robot. No time is booked for it, whatever its sender was told: if it reads like a person, please call.',
            )}
          </p>
          <Button
            className="btn btn-line btn-sm mt-3"
            onClick={() => {
              void leads.flag(lead, { isSpam: false });
              keepFocus(DETAIL_TITLE);
            }}
          >
            {say('This is a person')}
          </Button>
        </div>
      )}
      {cancelled && <p className="callout mt-4">{cancelled}</p>}
      <Reach lead={lead} />
      <div className="gap-x-8 md:max-[72rem]:grid md:max-[72rem]:grid-cols-2 print:mt-5">
        <div>
          <VisitsToday lead={lead} now={now} />
          <LeadTexts lead={lead} />
          <ComingVisits lead={lead} now={now} />
          {isCorrecting ? (
            <CorrectionForm lead={lead} />
          ) : (
            <>
              <FactList className="max-[51.99rem]:mt-5" facts={factsOf(lead)} />
              <CorrectButton lead={lead} />
            </>
          )}
          {lead.also?.map((asked) => (
            <AskedToo key={asked.id} asked={asked} />
          ))}
          <LeadOrigin lead={lead} />
        </div>
        <div className="@container md:max-[52rem]:pt-5">
          <hr className="my-6 border-0 border-t border-hairline md:max-[72rem]:hidden" />
          <div className="grid gap-5">
            <LeadProgress lead={lead} now={now} />
            <Review lead={lead} />
            <LeadNotes lead={lead} store={leads} />
          </div>
          <LeadPictures lead={lead} />
          <MailList lead={lead} />
          <div className="border-t border-hairline pt-1 print:hidden">
            <RemoveButton lead={lead} />
          </div>
        </div>
      </div>
    </>
  );
}

/** The lead, and whether its number has stopped texts by now: its conversation is read again while somebody types. */
function useWithStop(lead: ShownLead): ShownLead {
  const conversation = useStore(leads.texts.$conversation);
  return conversation.state === 'ready' ? { ...lead, hasStopped: conversation.standing === 'stopped' } : lead;
}

/** The visits of today that go on, each with its marks. */
function VisitsToday({ lead, now }: { lead: ShownLead; now: Date }) {
  const all = [...pastVisits(lead, now.getTime()), ...standingVisits(lead, now.getTime())];
  const today = all.filter((visit) => {
    const { start, end } = timeOf(visit);
    return zonedDate(start) === zonedToday(now) && Date.parse(end) > now.getTime();
  });
  return today.map((visit) => (
    <section
      key={visit.id}
      className="mt-5 min-[52rem]:mb-6"
      aria-label={say('Today: {visit}', { visit: visitLabel(visit, now) })}
    >
      <h3 className="text-lg">{visitLabel(visit, now)}</h3>
      {visit.note && Date.parse(timeOf(visit).start) <= now.getTime() && (
        <p className="mt-1 wrap-anywhere whitespace-pre-line">{visit.note}</p>
      )}
      <DaySteps
        {...{ lead, visit, now, store: leads }}
        map={mapHref(addressOf(lead).query)}
        onDone={() => document.getElementById(`field-${outcomeField(visit)}`)?.focus()}
      />
      <NotOver {...{ lead, visit, now, store: leads }} />
    </section>
  ));
}

/** On a phone the visitor's number and address are the page's action, above the bar. */
const THUMB =
  'max-[52rem]:sticky max-[52rem]:bottom-[calc(var(--admin-nav)+env(safe-area-inset-bottom))] max-[52rem]:z-20 max-[52rem]:order-1 max-[52rem]:mx-[calc(-1*var(--inset))] max-[52rem]:mt-4 max-[52rem]:mb-[calc(-1*var(--inset))] max-[52rem]:flex-nowrap max-[52rem]:gap-2 max-[52rem]:border-t max-[52rem]:border-hairline max-[52rem]:bg-white max-[52rem]:px-(--inset) max-[52rem]:py-2.5 max-[52rem]:*:w-auto max-[52rem]:*:min-w-0 max-[52rem]:*:flex-auto max-[52rem]:*:gap-1.5 max-[52rem]:*:px-2';

/** Call, text and mail; the visitor's preference first. Whoever has stopped texts is not texted from the phone either. */
function Reach({ lead: { request, hasStopped = false } }: { lead: ShownLead }) {
  const { phone, email, preferredContact } = request;
  const [call, text] = phone ? [telHref(phone), smsHref(phone)] : [null, null];
  const conversation = useStore(leads.texts.$conversation);
  const mayAnswer = conversation.state === 'ready' && conversation.mayAnswer;
  const isMailFirst = email && (!call || preferredContact === 'email');
  return (
    <div
      className={`btn-row min-[52rem]:mt-5 min-[52rem]:mb-6 print:hidden ${THUMB} [--inset:clamp(1.25rem,3vw,2rem)]`}
    >
      {call && (
        <a className={clsx('btn btn-sm tabular-nums', isMailFirst && 'btn-line')} href={call}>
          <Icon name="phone" />
          <span className="min-[52rem]:sr-only">{`${say('Call')} `}</span>
          <span className="max-[51.99rem]:sr-only">{phone}</span>
        </a>
      )}
      {(mayAnswer || hasStopped) && (
        <Button className="btn btn-line btn-sm" onClick={mayAnswer ? focusAnswer : focusTexts}>
          <Icon name="message-square" />
          <span key={String(hasStopped)}>{hasStopped ? say('No texts') : say('Text')}</span>
        </Button>
      )}
      {text && !mayAnswer && !hasStopped && (
        <a className="btn btn-line btn-sm" href={text}>
          <Icon name="message-square" />
          {say('Text')}
        </a>
      )}
      {email && (
        <a className={clsx('btn btn-sm', isMailFirst || 'btn-line')} href={mailtoHref(email)}>
          <Icon name="mail" />
          {say('Email')}
        </a>
      )}
    </div>
  );
}

const { reviewLink } = brand as { reviewLink?: string };
const REVIEW = 'review-asked';

/** Whether a customer was asked for a review; before, the phone's own message that asks. It counts as asked when pressed. */
function Review({ lead }: { lead: ShownLead }) {
  const { status, visits, reviewAskedAt } = lead;
  if (reviewAskedAt)
    return (
      <p className="text-sm text-mute focus:outline-none" id={REVIEW} tabIndex={-1}>
        {unbroken(say('Asked for a review on {day}.', { day: zonedDayBriefly(reviewAskedAt) }))}
      </p>
    );
  const isCustomer = status === 'won' || visits.some(({ outcome }) => outcome === 'done');
  if (!reviewLink || !isCustomer) return null;
  const text = ownText(lead, ({ review }) => review(reviewLink));
  return (
    text && (
      <a
        className="link justify-self-start"
        href={text}
        onClick={() => void leads.flag(lead, { reviewAsked: true }).then(() => keepFocus(REVIEW))}
      >
        <Icon name="message-square" />
        {say('Ask for a review')}
      </a>
    )
  );
}

/** Whether we may text them; nothing on a site that does not. */
function textsAgreed({ texts }: ShownLead['request'], hasStopped = false): string | undefined {
  if (hasStopped) return say('Stopped');
  if (texts) return say('Yes, they agreed');
  return offersTexts ? say('No') : undefined;
}

/** What was asked in a lead that is one with this one. */
function AskedToo({ asked }: { asked: Part }) {
  const { name, city, serviceInterest } = asked.request;
  const facts: Fact[] = [
    [say('Name'), name],
    [say('Service'), shownName(serviceInterest)],
    [say('City'), shownName(city)],
    ...factsOf(asked),
  ];
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-lg">{unbroken(say('Asked on {day} too', { day: zonedDayBriefly(asked.createdAt) }))}</h3>
      <FactList facts={facts} />
    </section>
  );
}

function factsOf({ request, source, hasStopped }: Pick<ShownLead, 'request' | 'source' | 'hasStopped'>): Fact[] {
  return [
    ...shownAt('facts', say).map(({ label, words }): Fact => [label, words(request)]),
    [say('Texts'), textsAgreed(request, hasStopped)],
    [say('Came from'), cameFrom({ request, source }, shownName, say('home page'))],
  ];
}
