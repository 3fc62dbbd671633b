import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type ContactDetails, zipArea } from '#contracts/consultation';
import { firstFocus } from '#islands/ui/dialog.ts';
import { intoSight, Notice } from '#islands/ui/Notice.tsx';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { laterDay } from '#browser/answer-rule';
import { Days, useIsRoomy } from './Days.tsx';
import { flow } from './booking-store.ts';
import { useFacts } from './StepHead.tsx';
import type { CalendarStep as Step } from './booking-session.ts';
import { booking, contact as contactWords, times as words, zipAreas } from './booking-words.ts';

/** Step 2: the open times, or a callback instead. Where no visits are booked, that alone. */
export function CalendarStep(step: Step) {
  const { times, contact, sending } = step;
  const { phone } = useFacts();
  if (times.state === 'notServed') {
    const sentence = zipAreas.notServed({ zipCode: contact.zipCode, phone: phone.display });
    return <InPlace isDrawn sentence={sentence} reply={words.elsewhereWords} sending={sending} />;
  }
  return step.noGoodTime ? <NoGoodTime contact={contact} sending={sending} /> : <Times {...step} />;
}

/**
 * When the times have loaded, moves focus to the chosen day or its first time, else to the first button, unless the
 * visitor has moved it.
 */
function Times({ times, sending, day, contact }: Step) {
  const whole = useRef<HTMLDivElement>(null);
  const { state } = times;
  // Not in the layout: what is around the step gives it the focus there, also when the times are there already.
  useEffect(() => {
    if (state === 'loading' || document.activeElement !== whole.current) return;
    const chosen =
      whole.current?.querySelector<HTMLElement>('[aria-selected="true"], [data-start]') ??
      whole.current?.querySelector<HTMLElement>('.slot, .dialog-foot > :last-child');
    const callFirst = whole.current?.querySelector('#call-first');
    // Who does not see the sentence above the times hears it with the first of them.
    if (callFirst) chosen?.setAttribute('aria-describedby', callFirst.id);
    chosen?.focus();
    // The focus may have scrolled it away.
    callFirst?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  return (
    <div ref={whole} className="focus:outline-none" tabIndex={-1} {...firstFocus}>
      {state === 'failed' && <TimesFailed sending={sending} />}
      {state === 'empty' && <InPlace isDrawn sentence={words.none} reply={words.noneWords} sending={sending} />}
      {(state === 'loading' || state === 'ready') && (
        <>
          {zipArea(contact.zipCode) === 'callFirst' && (
            <p className="mb-3 border-l-4 border-flax pl-3 text-sm text-soft" id="call-first">
              {zipAreas.callFirst(contact)}
            </p>
          )}
          <p className="mb-2 flex items-center gap-2.5 text-sm">
            <span className="badge badge-on">{booking.zone}</span>
            <span className="text-soft">{words.zone}</span>
          </p>
          {state === 'ready' ? <Days days={times.days} start={day} /> : <Loading />}
          <div className="dialog-foot">
            <button className="btn btn-line" type="button" onClick={flow.back}>
              {words.back}
            </button>
            <button className="btn btn-line" type="button" onClick={flow.noGoodTime}>
              {words.noGoodTime}
            </button>
          </div>
        </>
      )}
    </div>
  );
}

const places = (keys: string) => [...keys].map((key) => <i key={key} className="bg-linen" />);

/** As tall as two weeks and a full day, so that nothing moves under a press. */
function Loading() {
  if (useIsRoomy()) {
    return (
      <div className="day-list loading">
        <LoadingStatus />
      </div>
    );
  }
  return (
    <>
      <div className="days" aria-hidden="true">
        {places('abcdefghijklmn')}
      </div>
      <LoadingStatus />
      <div className="slot-grid" aria-hidden="true">
        {places('abcdef')}
      </div>
    </>
  );
}

function LoadingStatus() {
  return (
    <div className="day" role="status">
      <span className="font-normal text-soft">{words.loading}</span>
      <span className="lowered" aria-hidden="true" />
    </div>
  );
}

function TimesFailed({ sending }: { sending: boolean }) {
  return (
    <>
      <div className="grid gap-3">
        <Notice role="alert">{words.failed}</Notice>
        <Kept />
      </div>
      <BackOrAsk sending={sending}>{words.callbackInstead}</BackOrAsk>
    </>
  );
}

/** After "No Good Time?": the contact details and the offer to call. */
function NoGoodTime({ contact, sending }: { contact: ContactDetails; sending: boolean }) {
  return (
    <InPlace sentence={words.together} reply={words.togetherWords} sending={sending}>
      <dl className="facts">
        <Known label={contactWords.name} value={contact.name} />
        <Known label={contactWords.phone} value={contact.phone?.replaceAll(' ', '\u00a0')} />
        <Known label={contactWords.email} value={contact.email} />
        <Known label={contactWords.zipCode} value={contact.zipCode} />
      </dl>
    </InPlace>
  );
}

interface InPlaceProps {
  /** A drawn shade stands above the sentence: there are no times. */
  isDrawn?: boolean;
  sentence: string;
  reply: (promise: string) => string;
  sending: boolean;
  children?: ReactNode;
}

/** In place of the times: a sentence, how soon we answer, and the callback. */
function InPlace({ isDrawn, sentence, reply, sending, children }: InPlaceProps) {
  return (
    <>
      <div className="grid justify-items-start gap-4 border-t pt-7 pb-4">
        {isDrawn && <div className="drawn-shade h-18 w-22" aria-hidden="true" />}
        <h3
          className="font-display text-xl/[1.35] font-[300] tracking-title text-pretty tabular-nums"
          tabIndex={-1}
          {...firstFocus}
        >
          <Sentence>{sentence}</Sentence>
        </h3>
        <Reply words={reply} />
        {children}
        <Kept />
      </div>
      <BackOrAsk sending={sending}>{words.callback}</BackOrAsk>
    </>
  );
}

/** Says that a callback could not be sent, and what becomes of it; then that it has arrived. */
function Kept() {
  const step = useStore(flow.$step);
  const { phone } = useFacts();
  if (step.name !== 'calendar' || !step.isKept) return null;
  return (
    <>
      {!step.received && (
        <Notice ref={intoSight} role="alert">
          <Sentence>{`${words.kept} ${phone.display}.`}</Sentence>
        </Notice>
      )}
      {/* Empty at first: screen readers announce what comes into it. */}
      <div className="contents" role="status">
        {step.received && (
          <Notice ref={intoSight} className="callout-plain" icon="check">
            {`${words.received} ${step.received}`}
          </Notice>
        )}
      </div>
    </>
  );
}

/** How soon we answer, and how soon we usually do. */
function Reply({ words: sentence }: { words: (promise: string) => string }) {
  const { promise, exception } = useFacts();
  const hours = useStore(flow.$answersWithin);
  const later = laterDay();
  const usual = !later && hours !== undefined && words.usual(hours);
  return (
    <p className="text-sm text-soft">{[sentence(later ?? promise), usual, exception].filter(Boolean).join(' ')}</p>
  );
}

function Known({ label, value }: { label: string; value: string | undefined }) {
  if (!value) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd className="tabular-nums">{value}</dd>
    </>
  );
}

/** The foot where only a callback is left. Its button keeps focus while sending, and once the kept one has arrived. */
function BackOrAsk({ children, sending }: { children: string; sending: boolean }) {
  const step = useStore(flow.$step);
  const isReceived = step.name === 'calendar' && step.received !== undefined;
  const idle = isReceived ? words.sent : children;
  return (
    <div className="dialog-foot">
      <button className="btn btn-line" type="button" aria-disabled={sending || undefined} onClick={flow.back}>
        {words.back}
      </button>
      <button
        className="btn"
        type="button"
        aria-disabled={sending || isReceived || undefined}
        onClick={flow.requestCallback}
      >
        {sending ? words.sending : idle}
      </button>
    </div>
  );
}
