import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { standingNotes } from '#contracts/lead-note';
import { isClosed, leadStatusLabels } from '#contracts/lead-status';
import { say } from '#browser/say';
import { Icon } from '#islands/ui/Icon.tsx';
import type { ShownLead, ShownVisit } from '#lead/answers';
import { mailtoHref, mapHref, smsHref, telHref } from '#lib/contact';
import type { IconName } from '#lib/icons';
import { exactDollars } from '#lib/dollars';
import { unbroken } from '#lib/unbroken';
import { labelOf } from '#lib/label';
import { keepFocus } from '../Button.tsx';
import { CallLanguage } from '../leads/CallLanguage.tsx';
import { DaySteps } from '../leads/DaySteps.tsx';
import { LeadNotes } from '../leads/LeadNotes.tsx';
import { LeadPictures } from '../leads/LeadPictures.tsx';
import { addressOf } from '../leads/leads-words.ts';
import { shownName } from '../origin-names.ts';
import { noteKey } from '../leads/notes.ts';
import { outcomeNames } from '../leads/progress-words.ts';
import { ANSWER, BUTTONS, LeadButton } from '../leads/ProgressFields.tsx';
import { kindAndLength, timeOf, unmannedWords } from '../leads/visit-time.ts';
import { isInstaller } from '../sign-in/roles.ts';
import { day, headingId } from './today-store.ts';
import { agoWords, cardId, isOver, TODAY, type VisitGroup, visitTime } from './today-words.ts';

interface VisitCardProps {
  readonly card: ShownVisit;
  readonly group: VisitGroup;
  readonly now: Date;
  readonly className: string;
}

export function VisitCard({ card, group, now, className }: VisitCardProps) {
  const { visit, lead } = card;
  const { request } = lead;
  const { outcome, note } = visit;
  const { start } = timeOf(visit);
  const past = outcome ? labelOf(outcomeNames, outcome) : say('Earlier today');
  const isToday = group.name === TODAY;
  const badge = isToday && isOver(card, now) ? past : isClosed(lead) && say(leadStatusLabels.lost);
  const place = addressOf(lead);
  const map = mapHref(place.query);
  return (
    <li
      className={`mb-3 border-l-4 border-lagoon bg-white p-5 print:mb-0 print:break-inside-avoid print:border-0 print:border-t print:border-current print:px-0 print:py-3 ${className}`}
      id={cardId(visit)}
    >
      <Unmanned shown={card} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg wrap-anywhere">
          <time className="mr-1.5 tabular-nums" dateTime={start}>
            {unbroken(visitTime(start, group))}
          </time>{' '}
          <span>{request.name}</span>
        </h3>
        {badge && <span className="badge badge-line">{badge}</span>}
      </div>
      <p className="text-sm font-label">{kindAndLength(visit)}</p>
      {note && <p className="text-sm wrap-anywhere whitespace-pre-line">{note}</p>}
      {!isInstaller() && (
        <p className="text-sm text-mute">{shownName(request.serviceInterest) || say('Service not known yet')}</p>
      )}
      <Owed lead={lead} />
      <CallLanguage lead={lead} />
      <p>
        <a className="link text-sm wrap-anywhere" href={map} target="_blank" rel="noopener noreferrer">
          <Icon name="map-pin" />
          <span>
            <span>{place.text}</span>
            <span className="sr-only">{say(' (opens the map)')}</span>
          </span>
        </a>
        {!place.hasStreet && <span className="block text-sm text-mute">{say('No street was given: please ask.')}</span>}
      </p>
      <Asked lead={lead} />
      <Notes lead={lead} />
      <Reach lead={lead} />
      <NotesAndPictures lead={lead} />
      {isToday && <DaySteps {...{ lead, visit, now, map, store: day }} onDone={() => focusOutcome(lead)} />}
    </li>
  );
}

/** Says why nobody makes the visit, and leads to where somebody else gets it. */
export function Unmanned({ shown }: { shown: ShownVisit }) {
  const words = unmannedWords(shown.unmanned, shown.visit.who);
  if (!words) return null;
  return (
    <div className="mb-2 text-sm">
      <p className="font-label text-brick">{words}</p>
      <a className="link print:hidden" href={`/admin/leads#${shown.lead.id}`}>
        <span>{say('Give it to somebody else')}</span>
        <span className="sr-only">{`: ${shown.lead.request.name}`}</span>
      </a>
    </div>
  );
}

/** What an installer is to be paid at the visit. */
export const Owed = ({ lead: { owed } }: { lead: ShownLead }) =>
  owed !== undefined && <p className="font-label">{say('To be paid: {amount}', { amount: exactDollars(owed) })}</p>;

/** For an installer, who has no page of leads. One is open at a time: the pictures are those of one lead. */
export function NotesAndPictures({ lead }: { lead: ShownLead }) {
  const [isOpen, setOpen] = useState(false);
  const isTyped = useStore(day.$typed)[noteKey(lead)] !== undefined;
  if (!isInstaller()) return null;
  return (
    <details
      className="mt-3 print:hidden"
      name="notes-and-pictures"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 border-t border-hairline font-label">
        <Icon name="pencil" />
        <span>{isTyped && !isOpen ? say('Notes and pictures: one is not saved yet') : say('Notes and pictures')}</span>
        <span className="sr-only">{` ${lead.request.name}`}</span>
      </summary>
      {isOpen && (
        <>
          <LeadNotes lead={lead} store={day} />
          <LeadPictures lead={lead} />
        </>
      )}
    </details>
  );
}

/** A visit that is done has moved to those of which the owner is to tell how they went. */
const focusOutcome = (lead: ShownLead) =>
  requestAnimationFrame(() => document.getElementById(headingId('outcomes', lead))?.focus());

/** The texts of a person that wait for an answer, else one of ours that did not arrive. */
export function TextCard({ lead, now }: { lead: ShownLead; now: Date }) {
  const { id, request, unansweredTexts = [], unsentText } = lead;
  const isOurs = unansweredTexts.length === 0;
  const texts = isOurs && unsentText ? [unsentText] : unansweredTexts;
  const [first] = texts;
  if (!first) return null;
  const settle = async () => {
    await day.settleTexts(lead);
    keepFocus('texts-title', 'waiting-title');
  };
  return (
    <li className="mb-3 bg-white p-5">
      <h3 className="text-lg wrap-anywhere">{request.name}</h3>
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="my-1 flex items-center gap-2 text-sm text-mute">
          <Icon name="message-square" />
          <time dateTime={first.at}>{agoWords(first.at, now)}</time>
        </p>
        <CallLanguage lead={lead} />
      </div>
      {isOurs && (
        <p className="text-sm font-label text-brick">{say('This text was not sent. Please tell them yourself.')}</p>
      )}
      {texts.map((one) => (
        <p key={one.id} className="mt-2 line-clamp-3 border-l-2 border-hairline pl-3 wrap-anywhere whitespace-pre-line">
          {one.text}
        </p>
      ))}
      {isOurs && <Reach lead={lead} />}
      <div className={BUTTONS}>
        {!isOurs && (
          <a className="btn btn-sm px-2" href={`/admin/leads#${id}/${ANSWER}`}>
            <span>{say('Answer')}</span>
            <span className="sr-only">{` ${request.name}`}</span>
          </a>
        )}
        <LeadButton lead={lead} onClick={() => void settle()}>
          {isOurs ? say('They know') : say('Nothing to answer')}
        </LeadButton>
      </div>
    </li>
  );
}

export function Notes({ lead }: { lead: ShownLead }) {
  const notes = standingNotes(lead.notes).map(({ text }) => text);
  if (notes.length === 0) return null;
  return (
    <p className="mt-2 text-sm wrap-anywhere whitespace-pre-line">
      {isInstaller()
        ? say('Notes: {notes}', { notes: notes.join('\n') })
        : say('Your notes: {notes}', { notes: notes.join('\n') })}
    </p>
  );
}

/** The lead's own words. */
export function Asked({ lead: { request } }: { lead: ShownLead }) {
  const { about, message } = request;
  return (
    <>
      {about && <p className="mt-2 text-sm wrap-anywhere">{say('Asked about: {what}', { what: about })}</p>}
      {message && (
        <p className="mt-2 border-l-2 border-hairline pl-3 text-sm wrap-anywhere whitespace-pre-line">{message}</p>
      )}
    </>
  );
}

/** Icons above their words: four of them fit the narrowest phone. */
const ACTION =
  'flex min-h-13 flex-col items-center justify-center gap-0.5 rounded-sm border border-edge text-2xs/[1.3] font-label no-underline transition-[background] ease-[ease] hover:bg-linen';

/** Actions for a thumb. On paper: the number and the address. */
export function Reach({ lead: { id, request, hasStopped } }: { lead: ShownLead }) {
  const { name, phone, email } = request;
  const call = phone ? telHref(phone) : null;
  const text = phone && !hasStopped ? smsHref(phone) : null;
  return (
    <>
      <p className="mt-2 hidden text-sm print:block">{[phone, email].filter(Boolean).join(', ')}</p>
      {hasStopped && <p className="mt-2 text-sm text-mute">{say('No texts: they have stopped them.')}</p>}
      <div className="mt-3 grid auto-cols-fr grid-flow-col gap-2 print:hidden">
        {call && <Action icon="phone" text={say('Call')} number={phone} of={name} href={call} />}
        {text && <Action icon="message-square" text={say('Text')} of={name} href={text} />}
        {email && <Action icon="mail" text={say('Mail')} of={name} href={mailtoHref(email)} />}
        {!isInstaller() && <Action icon="info" text={say('Details')} of={name} href={`/admin/leads#${id}`} />}
      </div>
    </>
  );
}

interface ActionProps {
  readonly icon: IconName;
  readonly text: string;
  /** Where no thumb presses it and a column has room, the number itself is read. */
  readonly number?: string | undefined;
  readonly of: string;
  readonly href: string;
}

function Action({ icon, text, number, of, href }: ActionProps) {
  return (
    <a className={ACTION} href={href}>
      <Icon name={icon} />
      <span className={number && 'min-[64rem]:@min-[30rem]:sr-only'}>{text}</span>
      {number && <span className="hidden tabular-nums min-[64rem]:@min-[30rem]:inline">{` ${number}`}</span>}
      <span className="sr-only">{` ${of}`}</span>
    </a>
  );
}
