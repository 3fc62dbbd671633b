import { useStore } from '@nanostores/react';
import { pathIn } from '#i18n/site-languages';
import { pageLanguage } from '#browser/page-language';
import { CONSENT, fieldLimits, inputRoom } from '#contracts/consultation';
import { tidyPhone } from '#contracts/text';
import { offersTexts } from '#lib/offers-texts';
import type { ContactField, InitialStep } from './booking-session.ts';
import { TextField, TextsBox, useCheckedForm } from '#islands/ui/Field.tsx';
import { flow } from './booking-store.ts';
import { contact as words } from './booking-words.ts';

/** Step 1: the contact details. */
export function ContactStep({ problems }: Pick<InitialStep, 'problems'>) {
  const contact = useStore(flow.$contact);
  const { announcement, onSubmit } = useCheckedForm(flow.seeTimes, flow.problems);
  const field = (name: Exclude<ContactField, 'texts'>) => ({
    name,
    value: contact[name],
    onValue: (text: string) => flow.typeContact(name, text),
    problems: problems[name],
    maxLength: inputRoom(fieldLimits[name]),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="form">
        {/* The ZIP code beside the name. Large text puts it below. */}
        <div className="flex flex-wrap gap-[inherit] *:flex-[3_1_9rem] *:last:flex-[2_1_6.5rem] @min-[27rem]:contents">
          <TextField {...field('name')} label={words.name} required first autoComplete="name" />
          <TextField
            {...field('zipCode')}
            label={words.zipCode}
            required
            autoComplete="postal-code"
            inputMode="numeric"
          />
        </div>
        <p className="col-span-full -mb-2.5 text-sm text-soft" id="reach-either">
          {words.either}
        </p>
        <TextField
          {...field('phone')}
          label={words.phone}
          type="tel"
          autoComplete="tel"
          help="reach-either reach-help"
          tidy={tidyPhone}
        />
        <TextsBox
          name="texts"
          label={words.texts}
          value={contact.texts}
          onValue={(text) => flow.typeContact('texts', text)}
          help="reach-help"
        />
        <TextField
          {...field('email')}
          label={words.email}
          type="email"
          autoComplete="email"
          enterKeyHint="go"
          help="reach-either reach-help"
        />
        <ReachHelp />
      </div>
      <div className="dialog-foot">
        <button className="btn" type="submit">
          {words.seeTimes}
        </button>
      </div>
      <Honeypot value={contact.company} />
      {announcement}
    </form>
  );
}

/** What a number and the box agree to. */
export function ReachHelp() {
  return (
    <p className="help full" id="reach-help">
      <span>{words.reach[CONSENT]}</span>
      <PageLink path="/privacy">{words.policy}</PageLink>
      {offersTexts && <PageLink path="/terms">{words.terms}</PageLink>}
    </p>
  );
}

/** Behind a text or another link. */
function PageLink({ path, children }: { path: string; children: string }) {
  return (
    <>
      {' '}
      <a className="mr-2" href={pathIn(pageLanguage, path)} target="_blank" rel="noopener">
        <span>{children}</span>
        <span className="sr-only">{words.newTab}</span>
      </a>
    </>
  );
}

/** A honeypot that people and autofill cannot reach. The attributes exclude password managers. */
function Honeypot({ value }: { value: string }) {
  return (
    <div className="hidden" aria-hidden="true">
      <label htmlFor="field-company">{words.company}</label>
      <input
        id="field-company"
        name="company"
        autoComplete="off"
        tabIndex={-1}
        data-1p-ignore
        data-bwignore
        data-lpignore="true"
        data-form-type="other"
        value={value}
        onChange={(event) => flow.typeContact('company', event.target.value)}
      />
    </div>
  );
}
