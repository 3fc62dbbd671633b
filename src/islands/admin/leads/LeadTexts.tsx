import { useStore } from '@nanostores/react';
import type { ReactNode, SubmitEvent } from 'react';
import { type Conversation, type ConversationText, MAX_TEXT, textFailure } from '#contracts/texts';
import { say, sayCounted, sayLabels } from '#browser/say';
import { TextArea } from '#islands/ui/Field.tsx';
import type { ShownLead } from '#lead/answers';
import { labelOf } from '#lib/label';
import { asTyped, isBasic, partsOf } from '#lib/text-parts';
import { zonedDayBriefly, zonedHour, zonedMoment } from '#lib/time/zone';
import { unbroken } from '#lib/unbroken';
import { Button, keepFocus } from '../Button.tsx';
import { ExportLink } from '../ExportLink.tsx';
import { Loaded, Skeletons } from '../PageStates.tsx';
import { isSending } from './commands.ts';
import { leads } from './leads-store.ts';

const { $conversation, keyOf, load, send, type } = leads.texts;

const TITLE = 'lead-texts';
const FIELD = 'lead-answer';
const STATE = 'answer-state';
export const focusTexts = () => document.getElementById(TITLE)?.focus();
export const focusAnswer = () => document.getElementById(`field-${FIELD}`)?.focus();

/** How many of the last texts are seen at once. */
const SEEN = 3;

/** The conversation by text, and the field of an answer where one would be taken. Nothing where nobody texts. */
export function LeadTexts({ lead }: { lead: ShownLead }) {
  const known = useStore($conversation);
  const isTyped = keyOf(lead.id) in useStore(leads.$typed);
  if (known.state !== 'ready') {
    const { unansweredTexts, source, request } = lead;
    return unansweredTexts || source === 'text' || request.texts ? <Unread id={lead.id} /> : null;
  }
  const { texts, standing, mayAnswer } = known;
  if (texts.length === 0 && (standing === 'off' || standing === 'noNumber')) return null;
  const now = new Date();
  const earlier = texts.slice(0, -SEEN);
  return (
    <Section>
      {earlier.length > 0 && (
        <details>
          <summary className="link min-h-11 cursor-pointer py-3 text-sm">
            {sayCounted(earlier.length, 'earlier text')}
          </summary>
          <Bubbles texts={earlier} lead={lead} now={now} />
        </details>
      )}
      {/* What is added is read to whoever does not see it. */}
      <div role="log" aria-relevant="additions" aria-labelledby={TITLE}>
        <Bubbles texts={texts.slice(-SEEN)} lead={lead} now={now} />
      </div>
      <p className="flex flex-wrap items-center gap-x-4 text-sm text-mute">
        <span>{standingWords(known)}</span>
        {known.said && (
          <ExportLink className="link" href={`/api/leads/${lead.id}/texts/proof`} text={say('Proof as a file')} />
        )}
      </p>
      {mayAnswer || isTyped ? (
        <Answer lead={lead} hasWritten={texts.some(isTheirs)} />
      ) : (
        <NothingToAnswer lead={lead} />
      )}
    </Section>
  );
}

const isTheirs = ({ from }: ConversationText) => from === 'them';

function Section({ children }: { children: ReactNode }) {
  return (
    <section className="mb-7 max-[51.99rem]:mt-5" aria-labelledby={TITLE}>
      <h3 className="text-lg focus:outline-none" id={TITLE} tabIndex={-1}>
        {say('Texts')}
      </h3>
      {children}
    </section>
  );
}

/** While the conversation of somebody who texts is read, or could not be. */
function Unread({ id }: { id: string }) {
  const loading = (
    <Skeletons count={2} label={say('Loading the texts')} item="skeleton mb-3 h-14 odd:mr-[15%] even:ml-[15%]" />
  );
  return (
    <Section>
      <Loaded
        isPart
        known={useStore($conversation)}
        loading={loading}
        failed={say('The texts could not be loaded.')}
        onRetry={() => load(id)}
      >
        {() => null}
      </Loaded>
    </Section>
  );
}

const places: Readonly<Record<string, string>> = sayLabels({
  dialog: 'while booking',
  form: 'in the form without scripts',
  visit: 'on the page of the visit',
});

/** ` on Fri, Nov 20, while booking`, ` on Fri, Nov 20, noted by Maria`, ` on Fri, Nov 20, by text`. */
function saidWords({ said }: Conversation): string {
  if (!said) return '';
  const { at, by, where = '' } = said;
  const isTheirs = by === 'visitor' || by === 'provider';
  const how = isTheirs ? (places[where] ?? say('by text')) : say('noted by {name}', { name: by });
  return say(' on {day}, {how}', { day: unbroken(zonedDayBriefly(at)), how });
}

function standingWords(known: Conversation): string {
  const { standing, mayAnswer } = known;
  switch (standing) {
    case 'agreed':
      return say('Agreed to texts{when}.', { when: saidWords(known) });
    case 'stopped':
      return say('Stopped{when}. They begin again by texting START.', { when: saidWords(known) });
    case 'unknown':
      if (mayAnswer) return say('Wrote to you, so you may answer. Has not agreed to other texts.');
      return say('Has not agreed to texts. Ask on the phone, then tick it in Correct.');
    case 'noNumber':
      return say('There is no number any more that takes texts.');
    case 'off':
      return say('Texts are turned off.');
  }
}

/** The kinds of the site's own texts. */
const abouts: Readonly<Record<string, string>> = sayLabels({
  booked: 'Confirmation',
  moved: 'New time',
  cancelled: 'Cancelled',
  reminder: 'Reminder',
  onMyWay: 'On my way',
  nobodyHome: 'Nobody there',
  review: 'Review asked',
});

const states = sayLabels({ sent: 'sent', delivered: 'arrived', failed: 'did not arrive' });
/** Hours between which the site sends by itself. */
const [FIRST_HOUR, LAST_HOUR] = [8, 20];

function stateWords({ state, about = '' }: ConversationText, now: Date): string {
  if (state !== 'waiting') return state ? states[state] : '';
  if (!Object.hasOwn(abouts, about) || about === 'onMyWay') return say('on its way');
  const hour = zonedHour(now.toISOString());
  return hour < FIRST_HOUR || hour >= LAST_HOUR ? say('waits until {hour} AM', { hour: FIRST_HOUR }) : say('waits');
}

interface BubblesProps {
  readonly texts: readonly ConversationText[];
  readonly lead: ShownLead;
  readonly now: Date;
}

function Bubbles({ texts, lead, now }: BubblesProps) {
  if (texts.length === 0) return null;
  return (
    <ol className="my-2 grid gap-3 text-sm">
      {texts.map((text) => (
        <Bubble key={text.id} text={text} name={lead.request.name} now={now} />
      ))}
    </ol>
  );
}

/** Theirs at the left, ours at the right. */
function Bubble({ text: one, name, now }: { text: ConversationText; name: string; now: Date }) {
  const { at, about, by, code = '', state, text } = one;
  const isOurs = !isTheirs(one);
  const writer = about === 'answer' ? (by ?? say('You')) : labelOf(abouts, about ?? '');
  const facts = [zonedMoment(at, now), isOurs && writer, stateWords(one, now)];
  const look = isOurs ? 'justify-self-end bg-lagoon-tint' : 'justify-self-start bg-linen';
  return (
    <li className={`grid max-w-[88%] rounded-sm px-3.5 py-2.5 ${look}`}>
      <span className="sr-only">{isOurs ? say('From us: ') : `${name}: `}</span>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <p className="mt-1 text-2xs text-soft">{facts.filter(Boolean).join(', ')}</p>
      {state === 'failed' && <p className="mt-1 text-2xs font-label text-brick">{say(textFailure(code), { code })}</p>}
    </li>
  );
}

function Answer({ lead, hasWritten }: { lead: ShownLead; hasWritten: boolean }) {
  const press = useStore(leads.$presses)[keyOf(lead.id)];
  const text = useStore(leads.$typed)[keyOf(lead.id)]?.mine['text'] ?? '';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusAnswer();
    void send(lead);
  };
  return (
    <form className="mt-3 grid gap-2" onSubmit={submit}>
      <TextArea
        label={hasWritten ? say('Answer') : say('Write a text')}
        name={FIELD}
        value={text}
        onValue={(typed) => type(lead, typed)}
        maxLength={MAX_TEXT}
        help={STATE}
      />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {press?.failed ? (
          <p className="error flex-1 basis-48" role="alert" id={STATE}>
            {press.failed.serverMessage ??
              say('The text could not be sent. Your words are still here: please try again.')}
          </p>
        ) : (
          <p className="help" id={STATE}>
            {countWords(asTyped(text))}
          </p>
        )}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          <NothingToAnswer lead={lead} />
          <Button className="btn btn-sm" type="submit" isBusy={isSending(press)}>
            {isSending(press) ? say('Sending...') : say('Send')}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** `32 characters, 1 text`, `96 characters, 2 texts (accents count more)` */
function countWords(text: string): string {
  if (!text) return say('Goes out at once, also at night.');
  const parts = partsOf(text);
  const counts = `${sayCounted(text.length, 'character')}, ${sayCounted(parts, 'text')}`;
  return parts > 1 && !isBasic(text) ? say('{counts} (accents count more)', { counts }) : counts;
}

function NothingToAnswer({ lead }: { lead: ShownLead }) {
  if (!lead.unansweredTexts) return null;
  const settle = () => {
    void leads.flag(lead, { unansweredTexts: null });
    keepFocus(TITLE);
  };
  return (
    <Button className="link text-sm" onClick={settle}>
      {say('Nothing to answer')}
    </Button>
  );
}
