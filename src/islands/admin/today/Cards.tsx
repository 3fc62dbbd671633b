import { useStore } from '@nanostores/react';
import { contactLabels } from '#contracts/consultation';
import { type AdminLead, leadStatusLabels, standingNotes } from '#contracts/lead';
import { Icon } from '#islands/ui/Icon.tsx';
import { mailtoHref, mapHref, smsHref, telHref } from '#lib/contact';
import type { IconName } from '#lib/icons';
import { unbroken } from '#lib/unbroken';
import { labelOf } from '#lib/label';
import { CallLanguage } from '../CallLanguage.tsx';
import { ConflictChoice } from '../ConflictChoice.tsx';
import { day } from './today-store.ts';
import { isOver, placeOf, type VisitGroup, visitTime, waitingOf } from './today-words.ts';

export function Visit({ lead, group, now }: { lead: AdminLead; group: VisitGroup; now: Date }) {
  const { request, slot = '' } = lead;
  const notes = standingNotes(lead.notes).map(({ text }) => text);
  const place = placeOf(lead);
  return (
    <li className="visit mb-3 bg-white p-5 print:mb-0 print:px-0 print:py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg wrap-anywhere">
          <time className="mr-1.5 tabular-nums" dateTime={slot}>
            {unbroken(visitTime(slot, group))}
          </time>{' '}
          <span>{request.name}</span>
        </h3>
        {group.name === 'Visits today' && isOver(lead, now) && <span className="badge badge-line">Earlier today</span>}
      </div>
      <p className="text-sm text-mute">{request.serviceInterest}</p>
      <CallLanguage lead={lead} />
      <p>
        <a className="link text-sm wrap-anywhere" href={mapHref(place.query)} target="_blank" rel="noopener noreferrer">
          <Icon name="map-pin" />
          <span>
            <span>{place.text}</span>
            <span className="sr-only"> (opens the map)</span>
          </span>
        </a>
        {!place.hasStreet && <span className="block text-sm text-mute">No street was given: please ask.</span>}
      </p>
      <Asked lead={lead} />
      {notes.length > 0 && (
        <p className="mt-2 text-sm wrap-anywhere whitespace-pre-line">{`Your notes: ${notes.join('\n')}`}</p>
      )}
      <Reach lead={lead} />
    </li>
  );
}

const contactWords = Object.fromEntries(
  Object.entries(contactLabels).map(([contact, label]) => [contact, label.toLowerCase()]),
);

export function WaitingLead({ lead, now }: { lead: AdminLead; now: Date }) {
  const isCalling = useStore(day.$calling).has(lead.id);
  const conflict = useStore(day.$conflicts)[lead.id];
  const { name, serviceInterest, city, preferredContact } = lead.request;
  const { words, isBroken } = waitingOf(lead, now);
  return (
    <li className="mb-3 bg-white p-5">
      <h3 className="text-lg wrap-anywhere">{name}</h3>
      <p className={`my-1 flex items-center gap-2 text-sm ${isBroken ? 'font-label text-brick' : 'text-mute'}`}>
        <Icon name={isBroken ? 'triangle-alert' : 'clock'} />
        <span>{words}</span>
      </p>
      <p className="text-sm text-mute">
        <span>{`${[serviceInterest || 'Service not known yet', city].filter(Boolean).join(', ')}. Prefers ${labelOf(contactWords, preferredContact)}.`}</span>
        {lead.cancelledAt && <span> The visit was cancelled.</span>}
      </p>
      <CallLanguage lead={lead} />
      <Asked lead={lead} />
      <Reach lead={lead} />
      {conflict && (
        <div className="mt-3">
          <ConflictChoice
            at={conflict.at}
            fields={[
              {
                field: 'status',
                label: 'Status',
                theirs: labelOf(leadStatusLabels, String(conflict.fields['status'])),
                mine: leadStatusLabels['contacted'],
              },
            ]}
            onKeep={(_, isMine) => void settle(lead, isMine)}
          />
        </div>
      )}
      <button
        className="btn btn-line btn-sm mt-3 w-full"
        type="button"
        aria-disabled={isCalling || undefined}
        onClick={({ currentTarget }) => void called(lead, currentTarget)}
      >
        <Icon name="check" />
        <span>{isCalling ? 'Saving...' : 'Called back'}</span>
        <span className="sr-only">{` ${name}`}</span>
      </button>
    </li>
  );
}

/** The card goes with its button, so focus moves to the list's heading. */
async function called(lead: AdminLead, button: HTMLElement): Promise<void> {
  await day.markCalled(lead);
  requestAnimationFrame(() => button.isConnected || focusList());
}

const focusList = () => document.getElementById('waiting-title')?.focus();

async function settle(lead: AdminLead, isMine: boolean): Promise<void> {
  await day.settle(lead, isMine);
  requestAnimationFrame(focusList);
}

/** The lead's own words. */
function Asked({ lead: { request } }: { lead: AdminLead }) {
  const { about, message } = request;
  return (
    <>
      {about && <p className="mt-2 text-sm wrap-anywhere">{`Asked about: ${about}`}</p>}
      {message && <p className="message mt-2 text-sm wrap-anywhere whitespace-pre-line">{message}</p>}
    </>
  );
}

/** Actions for a thumb. On paper: the number and the address. */
function Reach({ lead: { id, request } }: { lead: AdminLead }) {
  const { name, phone, email } = request;
  const [call, text] = phone ? [telHref(phone), smsHref(phone)] : [null, null];
  return (
    <>
      <p className="mt-2 hidden text-sm print:block">{[phone, email].filter(Boolean).join(', ')}</p>
      <div className="mt-3 grid auto-cols-fr grid-flow-col gap-2 print:hidden">
        {call && <Way icon="phone" text="Call" of={name} href={call} />}
        {text && <Way icon="message-square" text="Text" of={name} href={text} />}
        {email && <Way icon="mail" text="Mail" of={name} href={mailtoHref(email)} />}
        <Way icon="info" text="Details" of={name} href={`/admin/leads#${id}`} />
      </div>
    </>
  );
}

function Way({ icon, text, of, href }: { icon: IconName; text: string; of: string; href: string }) {
  return (
    <a className="way" href={href}>
      <Icon name={icon} />
      <span>{text}</span>
      <span className="sr-only">{` ${of}`}</span>
    </a>
  );
}
