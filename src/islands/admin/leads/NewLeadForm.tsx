import { useStore } from '@nanostores/react';
import { cities, contactLabels, fieldLimits, services } from '#contracts/consultation';
import { SelectField, TextArea, TextField, useCheckedForm } from '#islands/ui/Field.tsx';
import { tidyPhone } from '#lib/contact';
import type { NewLeadField } from './new-lead.ts';
import { leads, showInstead } from './leads-store.ts';

const { $newLead, add, type } = leads.newLead;

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const languages = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Spanish' },
];
const contacts = Object.entries(contactLabels).map(([value, label]) => ({ value, label }));

/** A lead by phone: a visitor's own fields and rules. */
export function NewLeadForm({ titleId }: { titleId: string }) {
  const { fields, problems, isSaving, failure } = useStore($newLead);
  const { announcement, onSubmit } = useCheckedForm(
    () => void save(),
    () => $newLead.get().problems,
  );
  const field = (name: NewLeadField) => ({
    name: `lead-${name}`,
    value: fields[name],
    onValue: (text: string) => type(name, text),
    problems: problems[name],
  });
  return (
    <div className="cq">
      <h2 className="text-2xl focus:outline-none" id={titleId} tabIndex={-1}>
        Add a lead
      </h2>
      <p className="mt-1 mb-5 text-sm text-mute">For somebody who has called. You can book the visit after that.</p>
      <form className="form" noValidate onSubmit={onSubmit}>
        <TextField label="Name" maxLength={fieldLimits.name} autoComplete="off" full {...field('name')} />
        <TextField
          label="Phone"
          type="tel"
          maxLength={fieldLimits.phone}
          autoComplete="off"
          tidy={tidyPhone}
          {...field('phone')}
        />
        <TextField
          label="Email"
          type="email"
          optional
          maxLength={fieldLimits.email}
          autoComplete="off"
          {...field('email')}
        />
        <TextField
          label="ZIP code"
          inputMode="numeric"
          maxLength={fieldLimits.zipCode}
          autoComplete="off"
          {...field('zipCode')}
        />
        <SelectField label="City" prompt="Choose a city" options={choices(cities)} {...field('city')} />
        <TextField
          label="Street address"
          optional
          full
          maxLength={fieldLimits.address}
          autoComplete="off"
          {...field('address')}
        />
        <SelectField
          label="Service"
          prompt="Choose a service"
          options={choices(services)}
          {...field('serviceInterest')}
        />
        <SelectField label="Preferred contact" options={contacts} {...field('preferredContact')} />
        <SelectField label="Call in" full options={languages} {...field('language')} />
        <TextArea label="What they asked for" optional full maxLength={fieldLimits.message} {...field('message')} />
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

async function save(): Promise<void> {
  const lead = await add();
  if (lead) showInstead(lead.id);
}
