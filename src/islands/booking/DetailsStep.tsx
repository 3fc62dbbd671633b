import { useStore } from '@nanostores/react';
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import {
  cities,
  type ContactDetails,
  contactLabels,
  fieldLimits,
  inputRoom,
  type PreferredContact,
  services,
} from '#contracts/consultation';
import { textNumber } from '#lib/contact';
import { offersTexts } from '#lib/offers-texts';
import { zonedAt, zonedHeading } from '#lib/time/zone';
import type { DetailsField, DetailsStep as Step } from './booking-session.ts';
import { intoSight, Notice } from '#islands/ui/Notice.tsx';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { OTHER, SelectField, TextArea, TextField, TextsBox, useCheckedForm, useOther } from '#islands/ui/Field.tsx';
import { pageLocale } from '#lib/page-locale';
import { flow } from './booking-store.ts';
import { booking, choices, contact as contactWords, details as words } from './booking-words.ts';
import { ReachHelp } from './ContactStep.tsx';

const cityOptions = [
  ...cities.map((value) => ({ value, label: choices.city(value) })),
  { value: OTHER, label: words.otherCity },
];
const serviceOptions = services.map((value) => ({ value, label: choices.service(value) }));

const contactOptions = (Object.keys(contactLabels) as PreferredContact[]).map((value) => ({
  value,
  label: choices.contacts[value],
}));

/** Step 3: place, service and preferred contact. */
export function DetailsStep({ slot, ...step }: Step) {
  const { pending } = step;
  const { problems = {}, refusal = undefined, gone = undefined, failed = undefined } = step.pending ? {} : step;
  const details = useStore(flow.$details);
  const lacking = lackingFor(step.contact);
  // Whoever has ticked the box in the first step is not asked again.
  const [isAsked] = useState(offersTexts && !step.contact.texts);
  const isGone = gone !== undefined;
  // Why it is not booked. The toast announces it and disappears; this remains.
  const refused = refusal ?? failed;
  const confirm = useRef<HTMLButtonElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  // Moves focus to the change button. The toast gives the reason.
  useLayoutEffect(() => {
    if (!isGone) return;
    document.getElementById('chosen-time')?.scrollIntoView({ block: 'center' });
    change.current?.focus({ preventScroll: true });
  }, [isGone]);
  const { announcement, onSubmit } = useCheckedForm(() => {
    // Booking disables the fields, and a disabled field would lose focus.
    confirm.current?.focus();
    void flow.confirmBooking();
  }, flow.problems);
  const field = (name: DetailsField) => ({
    name,
    value: details[name],
    onValue: (text: string) => flow.typeDetails(name, text),
    problems: problems[name],
    disabled: pending,
  });
  const { isOther, list, text } = useOther(field('city'), cities);
  const inputs: Record<DetailsField, ReactNode> = {
    city: (
      <>
        <SelectField
          {...field('city')}
          {...list}
          label={words.city}
          required
          first
          prompt={words.cityPrompt}
          options={cityOptions}
        />
        {isOther && (
          <TextField
            {...field('city')}
            {...text}
            name="city-name"
            label={words.cityName}
            required
            maxLength={inputRoom(fieldLimits.city)}
            autoComplete="address-level2"
          />
        )}
      </>
    ),
    serviceInterest: (
      <SelectField
        {...field('serviceInterest')}
        label={words.service}
        required
        full={isOther}
        prompt={words.servicePrompt}
        options={serviceOptions}
      />
    ),
    address: (
      <TextField
        {...field('address')}
        label={words.address}
        optional={booking.optional}
        full
        maxLength={inputRoom(fieldLimits.address)}
        autoComplete="street-address"
      />
    ),
    preferredContact: (
      <>
        <SelectField
          {...field('preferredContact')}
          label={words.contact}
          required
          prompt={words.contactPrompt}
          full
          options={contactOptions}
          {...(lacking && { help: 'contact-help' })}
        />
        {lacking && (
          <p className="help full -mt-2.5" id="contact-help">
            {lacking}
          </p>
        )}
        {isAsked && details.preferredContact === 'text' && textNumber(step.contact.phone) && (
          <>
            <TextsBox
              name="texts"
              label={contactWords.texts}
              value={step.contact.texts ? 'true' : ''}
              onValue={flow.agreeToTexts}
              disabled={pending}
              full
              help="reach-help"
            />
            <ReachHelp />
          </>
        )}
      </>
    ),
    message: (
      <TextArea
        {...field('message')}
        label={words.notes}
        optional={booking.optional}
        full
        maxLength={inputRoom(fieldLimits.message)}
        placeholder={words.notesHint}
      />
    ),
  };
  return (
    <form noValidate onSubmit={onSubmit}>
      <ChosenTime start={slot.start} gone={gone} />
      <div className="form">
        {Object.entries(inputs).map(([name, input]) => (
          <Fragment key={name}>{input}</Fragment>
        ))}
      </div>
      {refused && (
        <Notice ref={intoSight} className="callout-brick mt-5" icon="circle-alert">
          <Sentence>{refused}</Sentence>
        </Notice>
      )}
      <div className="dialog-foot">
        <button
          ref={change}
          className={isGone ? 'btn' : 'btn btn-line'}
          type="button"
          aria-disabled={pending || undefined}
          onClick={flow.changeTime}
        >
          {words.changeTime}
        </button>
        <button
          ref={confirm}
          className={isGone || refusal ? 'btn btn-line' : 'btn'}
          type="submit"
          aria-disabled={pending || undefined}
        >
          {pending ? words.confirming : words.confirm}
        </button>
      </div>
      {announcement}
    </form>
  );
}

/** All ways may be chosen. The sentence about one for which no address or number was given. */
function lackingFor({ email, phone }: ContactDetails): string | undefined {
  if (!email) return words.noEmail;
  return phone ? undefined : words.noPhone;
}

/** The time, crossed out once it is gone, with the server's message. */
function ChosenTime({ start, gone }: { start: string; gone: string | undefined }) {
  const isGone = gone !== undefined;
  const time = (
    <>
      <span className="inline-block">{zonedHeading(start, pageLocale)}</span>{' '}
      <span className="inline-block">{zonedAt(start, pageLocale)}</span>
    </>
  );
  return (
    <div className="mb-5 border-y border-hairline pt-3.5 pb-4" id="chosen-time">
      <div className="flex items-center justify-between gap-4">
        <p className="leading-[1.25]">
          <span className="text-xs leading-[1.25] text-mute">{words.yourTime}</span>
          <br />
          <span className="font-display text-xl font-[300] tracking-title text-balance tabular-nums">
            {isGone ? <del className="text-mute [&>span]:line-through">{time}</del> : time}
          </span>
        </p>
        <span className={isGone ? 'badge badge-line' : 'badge badge-on'}>{isGone ? words.gone : booking.zone}</span>
      </div>
      {isGone && <Notice className="mt-3.5">{gone || words.goneWords}</Notice>}
    </div>
  );
}
