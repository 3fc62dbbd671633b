import { useStore } from '@nanostores/react';
import { cities, contactLabels, fieldLimits, inputRoom, services } from '#contracts/consultation';
import { heardFromLabels } from '#contracts/lead-request';
import { SelectField, TextArea, TextField, useCheckedForm } from '#islands/ui/Field.tsx';
import { tidyPhone } from '#contracts/text';
import type { NewLeadField } from './new-lead.ts';
import { leads, showInstead } from './leads-store.ts';

const { $newLead, add, type } = leads.newLead;

/** The prompt of a choice that may be made later. */
export const NOT_KNOWN = 'Not known yet';
export const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
export const languages = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Spanish' },
];
export const heardFroms = [
  ...Object.entries(heardFromLabels).map(([value, label]) => ({ value, label })),
  { value: '', label: 'Not asked' },
];
export const contacts = Object.entries(contactLabels).map(([value, label]) => ({ value, label }));

/** A lead by phone: a visitor's own fields and rules. */
export function NewLeadForm({ titleId }: { titleId: string }) {
  const { fields, problems, isSaving, failure } = useStore($newLead);
  const { announcement, onSubmit } = useCheckedForm(
    () => void add().then((lead) => lead && showInstead(lead.id)),
    () => $newLead.get().problems,
  );
  const field = (name: NewLeadField) => ({
    name: `lead-${name}`,
    value: fields[name],
    onValue: (text: string) => type(name, text),
    problems: problems[name],
  });
  const text = (name: NewLeadField & keyof typeof fieldLimits) => ({
    ...field(name),
    maxLength: inputRoom(fieldLimits[name]),
  });
  return (
    <div className="cq">
      <h2 className="text-2xl focus:outline-none" id={titleId} tabIndex={-1}>
        Add a lead
      </h2>
      <p className="mt-1 mb-5 text-sm text-mute">
        For somebody who has called. A name and a phone number or an email are enough. You can book the visit after
        that.
      </p>
      <form className="form" noValidate onSubmit={onSubmit}>
        <TextField label="Name" full {...text('name')} />
        <TextField label="Phone" type="tel" tidy={tidyPhone} {...text('phone')} />
        <TextField label="Email" type="email" {...text('email')} />
        <TextField label="ZIP code" inputMode="numeric" optional {...text('zipCode')} />
        <SelectField label="City" prompt={NOT_KNOWN} options={choices(cities)} {...field('city')} />
        <TextField label="Street address" optional full {...text('address')} />
        <SelectField label="Service" prompt={NOT_KNOWN} options={choices(services)} {...field('serviceInterest')} />
        <SelectField label="Preferred contact" options={contacts} {...field('preferredContact')} />
        <SelectField label="Call in" full options={languages} {...field('language')} />
        <SelectField label="How did they find us?" full options={heardFroms} {...field('heardFrom')} />
        <TextArea label="What they asked for" optional full {...text('message')} />
        {announcement}
        {failure && (
          <p className="notice notice-brick" role="alert">
            {failure}
          </p>
        )}
        <div className="page-action full">
          <button className="btn" type="submit" aria-disabled={isSaving || undefined}>
            {isSaving ? 'Saving...' : 'Add the lead'}
          </button>
        </div>
      </form>
    </div>
  );
}
