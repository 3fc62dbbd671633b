import { useStore } from '@nanostores/react';
import { flushSync } from 'react-dom';
import { cities, fieldLimits, inputRoom, services } from '#contracts/consultation';
import type { AdminLead } from '#contracts/admin-lead';
import { type CorrectedField, correctedFields, correctedText } from '#contracts/lead-request';
import { tidyPhone } from '#contracts/text';
import { SelectField, TextField, useCheckedForm } from '#islands/ui/Field.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ConflictChoice } from '../ConflictChoice.tsx';
import { leads } from './leads-store.ts';
import { choices, contacts, heardFroms, languages, NOT_KNOWN } from './NewLeadForm.tsx';

const { $corrections, open, close, save, settle, type } = leads.corrections;

const BUTTON = 'lead-correct';
const fieldId = (field: CorrectedField) => `field-correct-${field}`;
const focus = (id: string) => document.getElementById(id)?.focus();

/** Below the facts. */
export function CorrectButton({ lead }: { lead: AdminLead }) {
  const correct = () => {
    flushSync(() => open(lead));
    focus(fieldId('name'));
  };
  return (
    <button className="link mt-2 text-sm" id={BUTTON} type="button" onClick={correct}>
      <Icon name="pencil" />
      Correct
      <span className="sr-only"> the details</span>
    </button>
  );
}

const isField = (field: string): field is CorrectedField => Object.hasOwn(correctedFields, field);

/** The lead's fields, in place of its facts. A visitor's own rules hold; what is not known stays empty. */
export function LeadFields({ lead: { id } }: { lead: AdminLead }) {
  const correcting = useStore($corrections)[id];
  /** Focus returns to the button once the fields are gone. */
  const after = () => $corrections.get()[id] ?? requestAnimationFrame(() => focus(BUTTON));
  const { announcement, onSubmit } = useCheckedForm(
    () => void save(id).then(after),
    () => $corrections.get()[id]?.problems ?? {},
  );
  if (!correcting) return null;
  const { typed, problems, failure, isSaving, conflict } = correcting;
  const field = (name: CorrectedField) => ({
    name: `correct-${name}`,
    label: correctedFields[name][0],
    value: typed[name],
    onValue: (text: string) => type(id, name, text),
    problems: problems[name],
  });
  const text = (name: CorrectedField & keyof typeof fieldLimits) => ({
    ...field(name),
    maxLength: inputRoom(fieldLimits[name]),
  });
  const keep = (name: string, isMine: boolean) => {
    if (!isField(name)) return;
    void settle(id, name, isMine).then(after);
  };
  const cancel = () => {
    close(id);
    after();
  };
  return (
    <div className="cq mb-7 max-[51.99rem]:mt-5">
      <form className="form" noValidate aria-label="Correct the details" onSubmit={onSubmit}>
        <TextField full {...text('name')} />
        <TextField type="tel" tidy={tidyPhone} {...text('phone')} />
        <TextField type="email" {...text('email')} />
        <TextField full optional {...text('address')} />
        <TextField inputMode="numeric" optional {...text('zipCode')} />
        <SelectField prompt={NOT_KNOWN} options={choices(cities)} {...field('city')} />
        <SelectField full prompt={NOT_KNOWN} options={choices(services)} {...field('serviceInterest')} />
        <SelectField options={contacts} {...field('preferredContact')} />
        <SelectField options={languages} {...field('language')} />
        <SelectField full options={heardFroms} {...field('heardFrom')} />
        {announcement}
        {failure && (
          <p className="notice notice-brick full" role="alert">
            {failure}
          </p>
        )}
        {conflict && (
          <ConflictChoice
            at={conflict.at}
            fields={Object.entries(conflict.fields).map(([name, theirs]) => ({
              field: name,
              label: isField(name) ? correctedFields[name][0] : name,
              theirs: isField(name) ? correctedText(name, theirs) : String(theirs ?? ''),
              mine: isField(name) ? correctedText(name, typed[name]) : '',
            }))}
            onKeep={keep}
          />
        )}
        <div className="btn-row full">
          <button className="btn btn-sm" type="submit" aria-disabled={isSaving || undefined}>
            {isSaving ? 'Saving...' : 'Save'}
          </button>
          <button className="btn btn-line btn-sm" type="button" onClick={cancel}>
            Cancel
          </button>
        </div>
      </form>
    </div>
  );
}
