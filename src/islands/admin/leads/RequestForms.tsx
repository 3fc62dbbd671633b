import { zonedToday } from '#lib/time/dates';
import { useStore } from '@nanostores/react';
import { flushSync } from 'react-dom';
import type { AdminLead } from '#contracts/admin-lead';
import { cities, contactLabels, fieldLimits, inputRoom, services } from '#contracts/consultation';
import { type CorrectedField, correctedFields, correctedText, heardFromLabels } from '#contracts/lead-request';
import { tidyPhone } from '#contracts/text';
import {
  DateField,
  optionsOf,
  SelectField,
  TextArea,
  TextField,
  TextsBox,
  useCheckedForm,
} from '#islands/ui/Field.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { Button } from '../Button.tsx';
import { ConflictChoice } from '../ConflictChoice.tsx';
import { leads, showInstead } from './leads-store.ts';
import { NEW_LEAD } from './list.ts';
import type { RequestEdit, RequestField } from './requests.ts';

const { $requests, blank, open, close, save, settle, type } = leads.requests;

const newLabels = { message: 'What they asked for', followUp: 'Call again on' };

/** The prompt of a choice that may be made later. */
const NOT_KNOWN = 'Not known yet';
const languages = optionsOf({ en: 'English', es: 'Spanish' });
const heardFroms = [...optionsOf(heardFromLabels), { value: '', label: 'Not asked' }];
const contacts = optionsOf(contactLabels);

/** The fields, the sending and the failure of a form. `prefix`: of the fields' names. */
function useRequestForm(id: string, prefix: string, onSaved: (lead?: AdminLead) => void) {
  const edit = useStore($requests)[id];
  const { announcement, onSubmit } = useCheckedForm(
    () => void save(id).then(onSaved),
    () => $requests.get()[id]?.problems ?? {},
  );
  const field = (name: RequestField) => ({
    name: `${prefix}-${name}`,
    label: name === 'message' || name === 'followUp' ? newLabels[name] : correctedFields[name][0],
    value: (edit?.mine ?? blank())[name],
    onValue: (text: string) => type(id, name, text),
    problems: edit?.problems[name],
  });
  const text = (name: RequestField & keyof typeof fieldLimits) => ({
    ...field(name),
    maxLength: inputRoom(fieldLimits[name]),
  });
  return { edit, field, text, announcement, onSubmit, isSaving: edit?.sending !== undefined };
}

function Failure({ edit, sentence }: { edit: RequestEdit | undefined; sentence: string }) {
  if (!edit?.failed) return null;
  return (
    <p className="callout callout-brick full" role="alert">
      {edit.failed.serverMessage ?? `${sentence} Please try again: your text is still here.`}
    </p>
  );
}

/** A lead by phone: a visitor's own fields and rules. */
export function NewLeadForm({ titleId }: { titleId: string }) {
  const { edit, field, text, announcement, onSubmit, isSaving } = useRequestForm(
    NEW_LEAD,
    'lead',
    (lead) => lead && showInstead(lead.id),
  );
  return (
    <div className="@container">
      <h2 className="text-2xl focus:outline-none" id={titleId} tabIndex={-1}>
        Add a lead
      </h2>
      <p className="mt-1 mb-5 text-sm text-mute">
        For somebody who has called. A name and a phone number or an email are enough. You can book the visit after
        that.
      </p>
      <form className="form" noValidate onSubmit={onSubmit}>
        <TextField full {...text('name')} />
        <TextField type="tel" tidy={tidyPhone} {...text('phone')} />
        <TextField type="email" {...text('email')} />
        <TextsBox full {...field('texts')} label="They agreed to texts, on the phone" />
        <TextField inputMode="numeric" optional {...text('zipCode')} />
        <SelectField prompt={NOT_KNOWN} options={optionsOf(cities)} {...field('city')} />
        <TextField optional full {...text('address')} />
        <SelectField prompt={NOT_KNOWN} options={optionsOf(services)} {...field('serviceInterest')} />
        <SelectField options={contacts} {...field('preferredContact')} />
        <SelectField full options={languages} {...field('language')} />
        <SelectField full options={heardFroms} {...field('heardFrom')} label="How did they find us?" />
        <TextArea optional full {...text('message')} />
        <DateField optional full min={zonedToday(new Date())} {...field('followUp')} />
        {announcement}
        <Failure edit={edit} sentence="The lead could not be kept." />
        <div className="page-action full">
          <Button className="btn" type="submit" isBusy={isSaving}>
            {isSaving ? 'Saving...' : 'Add the lead'}
          </Button>
        </div>
      </form>
    </div>
  );
}

const BUTTON = 'lead-correct';
const focus = (id: string) => document.getElementById(id)?.focus();

/** Below the facts. */
export function CorrectButton({ lead }: { lead: AdminLead }) {
  const correct = () => {
    flushSync(() => open(lead));
    focus('field-correct-name');
  };
  return (
    <Button className="link mt-2 text-sm" id={BUTTON} onClick={correct}>
      <Icon name="pencil" />
      Correct
      <span className="sr-only"> the details</span>
    </Button>
  );
}

/** The lead's fields, in place of its facts. A visitor's own rules hold; what is not known stays empty. */
export function CorrectionForm({ lead: { id } }: { lead: AdminLead }) {
  /** Focus returns to the button once the fields are gone. */
  const after = () => $requests.get()[id] ?? requestAnimationFrame(() => focus(BUTTON));
  const { edit, field, text, announcement, onSubmit, isSaving } = useRequestForm(id, 'correct', after);
  const cancel = () => {
    close(id);
    after();
  };
  return (
    <div className="@container mb-7 max-[51.99rem]:mt-5">
      <form className="form" noValidate aria-label="Correct the details" onSubmit={onSubmit}>
        <TextField full {...text('name')} />
        <TextField type="tel" tidy={tidyPhone} {...text('phone')} />
        <TextField type="email" {...text('email')} />
        <TextsBox full {...field('texts')} />
        <TextField full optional {...text('address')} />
        <TextField inputMode="numeric" optional {...text('zipCode')} />
        <SelectField prompt={NOT_KNOWN} options={optionsOf(cities)} {...field('city')} />
        <SelectField full prompt={NOT_KNOWN} options={optionsOf(services)} {...field('serviceInterest')} />
        <SelectField options={contacts} {...field('preferredContact')} />
        <SelectField options={languages} {...field('language')} />
        <SelectField full options={heardFroms} {...field('heardFrom')} />
        {announcement}
        <Failure edit={edit} sentence="The correction could not be saved." />
        {edit?.theirs && (
          <ConflictChoice
            at={edit.theirs.at}
            fields={Object.entries(edit.theirs.fields).map(([name, theirs]) => {
              const known = name as CorrectedField;
              const words = (value: unknown) => correctedText(known, value);
              return {
                field: name,
                label: correctedFields[known]?.[0] ?? name,
                theirs: words(theirs),
                mine: words(edit.mine[known]),
              };
            })}
            onKeep={(name, isMine) => void settle(id, name, isMine).then(after)}
          />
        )}
        <div className="btn-row full">
          <Button className="btn btn-sm" type="submit" isBusy={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
          <Button className="btn btn-line btn-sm" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  );
}
