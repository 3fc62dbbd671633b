import { ContactDetails, fieldLimits as contractLimits, VisitDetails } from '#contracts/consultation';

/** What stands in the fields of step 1, as typed. `company` is the honeypot, empty for every person. */
export const blankContact = { name: '', phone: '', email: '', zipCode: '', company: '' };
export type ContactValues = typeof blankContact;
export type ContactField = Exclude<keyof ContactValues, 'company'>;

/** What stands in the fields of step 3; the selects begin without a choice. */
export const blankDetails = { city: '', serviceInterest: '', address: '', preferredContact: '', message: '' };
export type DetailsValues = typeof blankDetails;
export type DetailsField = keyof DetailsValues;

/** How many characters each typed field takes; no ZIP code is longer than ZIP+4 with its hyphen. */
export const fieldLimits = { ...contractLimits, zipCode: 10 } as const;

/** All that is wrong with a step, by field: the phone field can have its own message and the cross-rule's. */
export type Problems<Field extends string> = Readonly<Partial<Record<Field, readonly string[]>>>;

/** What the fields amount to, or what is wrong with them. */
export type Checked<Value, Field extends string> =
  { readonly value: Value; readonly problems?: never } | { readonly value?: never; readonly problems: Problems<Field> };

type Outcome<Value> =
  | { success: true; data: Value }
  | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };

export const checkContact = (values: ContactValues): Checked<ContactDetails, ContactField> =>
  checked(ContactDetails.safeParse(values), ['name', 'phone', 'email', 'zipCode']);

export const checkDetails = (values: DetailsValues): Checked<VisitDetails, DetailsField> =>
  checked(VisitDetails.safeParse(values), ['city', 'serviceInterest', 'address', 'preferredContact', 'message']);

function checked<Value, Field extends string>(
  outcome: Outcome<Value>,
  fields: readonly Field[],
): Checked<Value, Field> {
  if (outcome.success) return { value: outcome.data };
  const { issues } = outcome.error;
  return {
    problems: byField(fields, (field) => issues.filter(({ path }) => path[0] === field).map(({ message }) => message)),
  };
}

/** The messages in `shown` that still hold: a corrected field loses its message, and typing never adds one. */
export function stillTrue<Field extends string>(shown: Problems<Field>, now: Checked<unknown, Field>): Problems<Field> {
  const problems: Problems<Field> = now.problems ?? byField([], () => []);
  const fields = Object.keys(shown) as Field[];
  return byField(fields, (field) => shown[field]?.filter((message) => problems[field]?.includes(message)) ?? []);
}

function byField<Field extends string>(
  fields: readonly Field[],
  messagesOf: (field: Field) => readonly string[],
): Problems<Field> {
  const problems: Partial<Record<Field, readonly string[]>> = {};
  for (const field of fields) {
    const messages = [...new Set(messagesOf(field))];
    if (messages.length > 0) problems[field] = messages;
  }
  return problems;
}
