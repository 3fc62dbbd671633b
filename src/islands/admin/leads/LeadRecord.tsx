import { useStore } from '@nanostores/react';
import { allowsAdConversions } from '#contracts/consultation';
import type { LeadMail } from '#contracts/lead-mails';
import { hasGoogleClick } from '#contracts/source';
import { say, sayLabels } from '#browser/say';
import { Icon } from '#islands/ui/Icon.tsx';
import type { ShownLead } from '#lead/answers';
import { labelOf } from '#lib/label';
import { zonedMoment } from '#lib/time/zone';
import { Button } from '../Button.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { leaveDialogs, RemovalDialog } from '../Dialog.tsx';
import { Loaded, Skeletons } from '../PageStates.tsx';
import { leads, leaveRemoved, showInstead } from './leads-store.ts';
import { askedWords } from './leads-words.ts';

const { $mails, load } = leads.mails;

const about: Readonly<Record<string, string>> = sayLabels({
  request: 'The request',
  booked: 'The visit’s time',
  cancelled: 'The visit is cancelled',
  undelivered: 'A mail that did not arrive',
  lost: 'A text that did not arrive',
  reminder: 'A reminder of the visit',
  review: 'The question for a review',
});

/** The mails about the lead, read when opened. */
export function MailList({ lead: { id } }: { lead: ShownLead }) {
  const known = useStore($mails);
  return (
    <details
      key={id}
      className="border-t border-hairline print:not-open:hidden"
      onToggle={({ currentTarget }) => currentTarget.open && void load(id)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-label">
        <Icon name="mail" />
        {say('What was mailed')}
      </summary>
      <div className="pb-3 text-sm">
        <Loaded
          isPart
          known={known}
          loading={<Skeletons count={1} label={say('Loading the mails')} item="skeleton h-11" />}
          failed={say('The mails could not be loaded.')}
          onRetry={() => load(id)}
        >
          {({ mails }) =>
            mails.length === 0 ? (
              <p className="text-mute">{say('Nothing was mailed in the last sixty days.')}</p>
            ) : (
              <ul>
                {mails.map((mail) => (
                  <Mail key={`${mail.about} ${mail.to} ${mail.at}`} mail={mail} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </details>
  );
}

function stateWords({ state, at }: LeadMail): string {
  const time = zonedMoment(at, new Date());
  if (state === 'waiting') return say('waits since {time}', { time });
  return state === 'sent' ? say('sent, {time}', { time }) : say('not delivered, {time}', { time });
}

function Mail({ mail }: { mail: LeadMail }) {
  const what = labelOf(about, mail.about);
  return (
    <li className="py-1.5">
      <span className="block">
        {mail.to === 'owner' ? say('{mail}, to you', { mail: what }) : say('{mail}, to the visitor', { mail: what })}
      </span>
      <span className={mail.state === 'gave up' ? 'text-brick' : 'text-mute'}>{stateWords(mail)}</span>
    </li>
  );
}

/** The words of the link that a visitor followed, as they came, and whether Google may hear what became of it. */
export function LeadOrigin({ lead }: { lead: ShownLead }) {
  const { attribution = {}, consent } = lead.request;
  const words = Object.entries(attribution);
  if (words.length === 0) return null;
  return (
    <details className="mt-3 text-sm">
      <summary className="link cursor-pointer">{say('What the link said')}</summary>
      <dl className="grid gap-2 pt-1">
        {words.map(([name, text]) => (
          <div key={name}>
            <dt className="text-mute">{name}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      {hasGoogleClick(attribution) && allowsAdConversions(consent) && (
        <Checkbox
          className="pt-2"
          checked={lead.noAds ?? false}
          onChange={({ target }) => void leads.flag(lead, { noAds: target.checked })}
        >
          {say('They said no: leave them out of the file for Google Ads')}
        </Checkbox>
      )}
    </details>
  );
}

/** Each other lead of this person. Both are what they are until the owner makes them one. */
export function SamePerson({ lead, now }: { lead: ShownLead; now: Date }) {
  return lead.alike?.map((other) => (
    <div key={other.id} className="callout callout-plain mt-4 block">
      <p className="wrap-anywhere">
        <span>{say('The same number or address as')}</span>{' '}
        <a className="link" href={`#${other.id}`}>
          {other.name}
        </a>
        <span>{`, ${askedWords(other.createdAt, now)}.`}</span>
      </p>
      <Button
        className="btn btn-line btn-sm mt-3"
        onClick={({ currentTarget }) => leads.merging.ask({ lead, other }, currentTarget)}
        of={say(' with {name}, {asked}', { name: other.name, asked: askedWords(other.createdAt, now) })}
      >
        {say('Make these one')}
      </Button>
    </div>
  ));
}

async function merge(): Promise<void> {
  const kept = await leads.merging.confirm();
  if (!kept) return;
  await leaveDialogs();
  showInstead(kept.id);
}

/** Asks before two leads become one, which stays so. */
export function Merging() {
  const question = useStore(leads.merging.$question);
  const { lead, other } = question ?? {};
  return (
    <RemovalDialog
      question={question}
      close={leads.merging.close}
      confirm={merge}
      title={say('Make {one} and {other} one?', { one: lead?.request.name ?? '', other: other?.name ?? '' })}
      keep={say('Keep both')}
      press={say('Make them one')}
      busyPress={say('Saving...')}
    >
      {say(
        'The visits, notes, pictures, sales and words of both stand together from then on, and count as one lead. They cannot be parted again. Links in mails go on working.',
      )}
    </RemovalDialog>
  );
}

const { $question, ask, close, confirm } = leads.removal;

export function RemoveButton({ lead }: { lead: ShownLead }) {
  return (
    <button className="link text-sm text-brick" type="button" onClick={({ currentTarget }) => ask(lead, currentTarget)}>
      <Icon name="trash-2" />
      {say('Remove for good')}
    </button>
  );
}

async function remove(): Promise<void> {
  if (!(await confirm())) return;
  await leaveDialogs();
  leaveRemoved();
}

/** Asks twice: a removal is final. */
export function LeadRemoval() {
  const question = useStore($question);
  const { lead, step = 1 } = question ?? {};
  const name = lead?.request.name ?? '';
  const isFirst = step === 1;
  return (
    <RemovalDialog
      question={question}
      content={step}
      close={close}
      confirm={remove}
      title={isFirst ? say('Remove {name} for good?', { name }) : say('Are you sure?')}
      keep={say('Keep it')}
      press={isFirst ? say('Remove') : say('Remove for good')}
      busyPress={say('Removing...')}
    >
      {isFirst
        ? say('The request, your notes and all that was mailed are removed. Mail that has not been sent is dropped.')
        : say('Nothing of {name} can be brought back.', { name })}
    </RemovalDialog>
  );
}
