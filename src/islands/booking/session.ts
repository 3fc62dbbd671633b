import { atom, type WritableAtom } from 'nanostores';
import * as z from 'zod/mini';
import type { Slot } from '#contracts/calendar';
import {
  type Attribution,
  type ConsultationRequest,
  ContactDetails,
  fieldLimits as contractLimits,
  readAttributionText,
  VisitDetails,
} from '#contracts/consultation';
import { type BrokenRule, ruleIn } from '#contracts/problem';
import { languageAt, pathIn } from '#i18n/language';
import { closeBooking } from '#islands/ui/booking-dialog.ts';
import type { Environment } from '#islands/ui/environment.ts';
import { attempt } from '#lib/attempt';
import { ATTRIBUTION } from '#lib/browser-storage';
import type { EasternDay } from '#lib/eastern-time';
import { rules } from './words.ts';

/** What stands in the fields of step 1, as typed. `company` is the honeypot, empty for every person. */
export const blankContact = { name: '', phone: '', email: '', zipCode: '', company: '' };
export type ContactValues = typeof blankContact;
export type ContactField = Exclude<keyof ContactValues, 'company'>;

/** What stands in the fields of step 3; the selects begin without a choice. */
export const blankDetails = { city: '', serviceInterest: '', address: '', preferredContact: '', message: '' };
export type DetailsValues = typeof blankDetails;
export type DetailsField = keyof DetailsValues;

/** Under this name the session's storage keeps what is typed, until the reset. */
const TYPED = 'booking';
const text = z.string().check(z.maxLength(contractLimits.message));
/** The honeypot is not kept: what filled it in may have been a tool of a person's own. */
const Typed = z.object({
  contact: z.object({ name: text, phone: text, email: text, zipCode: text }),
  details: z.object({ city: text, serviceInterest: text, address: text, preferredContact: text, message: text }),
});

/** How many characters each typed field takes; no ZIP code is longer than ZIP+4 with its hyphen. */
export const fieldLimits = { ...contractLimits, zipCode: 10 } as const;

/**
 * All that is wrong with a step, by field, in the language of the page. The phone field can have its own message and the
 * cross-rule's.
 */
export type Problems<Field extends string> = Readonly<Partial<Record<Field, readonly string[]>>>;

/** What the fields amount to, or what is wrong with them. */
export type Checked<Value, Field extends string> =
  | { readonly value: Value; readonly problems?: never }
  | { readonly value?: never; readonly problems: Problems<Field> };

type Outcome<Value> =
  | { success: true; data: Value }
  | { success: false; error: { issues: readonly (BrokenRule & { path: readonly PropertyKey[] })[] } };

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
  const about = (field: Field) => issues.filter(({ path }) => path[0] === field).map((issue) => ruleIn(rules, issue));
  return { problems: byField(fields, about) };
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

/** No times: what the calendar step shows then offers a callback by itself. */
type NoTimes = { readonly state: 'failed' } | { readonly state: 'empty' };

/** What is known of the open times. */
export type Times =
  | NoTimes
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly days: readonly EasternDay<Slot>[] };

export interface InitialStep {
  readonly name: 'initial';
  readonly problems: Problems<ContactField>;
}

/**
 * With `noGoodTime` the panel after "No Good Time?" stands in place of the times, which may still be on their way.
 * `sending`, a callback request being under way, is possible only where one is offered.
 */
export type CalendarStep = {
  readonly name: 'calendar';
  readonly contact: ContactDetails;
  /** The Eastern date of the time that is to be changed. */
  readonly day?: string | undefined;
} & (
  | { readonly noGoodTime: false; readonly times: Times; readonly sending: false }
  | { readonly noGoodTime: false; readonly times: NoTimes; readonly sending: true }
  | { readonly noGoodTime: true; readonly times: Times; readonly sending: boolean }
);

/**
 * While the booking is under way (`pending`), nothing is known to be wrong with the fields. `refusal`: why the last try
 * came to nothing, where only a call helps. `gone`: what the server said of a time that is gone, if only nothing.
 */
export type DetailsStep = { readonly name: 'details'; readonly contact: ContactDetails; readonly slot: Slot } & (
  | { readonly pending: true }
  | {
      readonly pending: false;
      readonly problems: Problems<DetailsField>;
      readonly refusal?: string | undefined;
      readonly gone?: string | undefined;
    }
);

export interface ConfirmedStep {
  readonly name: 'confirmed';
  readonly contact: ContactDetails;
  readonly visit: VisitDetails;
  readonly slot: Slot;
}

/** The four steps of the dialog, each with what can only be known there. */
export type Step = InitialStep | CalendarStep | DetailsStep | ConfirmedStep;
export const untouched: InitialStep = { name: 'initial', problems: {} };

/** What lives from the first opening of the dialog to its reset, whether it is open or closed meanwhile. */
export interface Session {
  readonly $step: WritableAtom<Step>;
  readonly $contact: WritableAtom<ContactValues>;
  readonly $details: WritableAtom<DetailsValues>;
  /** What the visitor asks about: the offer, product or piece that the dialog was last opened from, else nothing. */
  readonly $about: WritableAtom<string>;
  /** The idempotency key: whatever is sent under it until the reset is still the same request. */
  key(): string;
  /** Changes the step only while it is still the one named: answers that come late change nothing. */
  during<Name extends Step['name']>(name: Name, change: (step: Extract<Step, { name: Name }>) => Step): void;
  /** The request with what it is about, its page's language, what led its visitor here, and with what stands in the honeypot, if anything does. */
  complete(request: ConsultationRequest): ConsultationRequest;
  /** The happy end: the dialog closes, everything is reset, the visitor is thanked. */
  finish(): void;
}

export function createSession({ randomKey, goTo, sessionStorage, address }: Environment): Session {
  const $step = atom<Step>(untouched);
  const typed = keptTyped(sessionStorage);
  const $contact = atom<ContactValues>({ ...blankContact, ...typed?.contact });
  const $details = atom<DetailsValues>(typed?.details ?? blankDetails);
  const $about = atom('');
  let key = randomKey();
  const keep = () => keepTyped(sessionStorage, { contact: $contact.get(), details: $details.get() });
  $contact.listen(keep);
  $details.listen(keep);

  return {
    $step,
    $contact,
    $details,
    $about,
    key: () => key,
    during(name, change) {
      const step = $step.get();
      if (isNamed(step, name)) $step.set(change(step));
    },
    complete(request) {
      const { company } = $contact.get();
      const about = $about.get();
      const language = languageAt(address().pathname);
      const attribution = keptAttribution(sessionStorage);
      return {
        ...request,
        ...(about && { about }),
        ...(language !== 'en' && { language }),
        ...(company && { company }),
        ...(attribution && { attribution }),
      };
    },
    finish() {
      closeBooking();
      $step.set(untouched);
      $contact.set(blankContact);
      $details.set(blankDetails);
      $about.set('');
      attempt(() => sessionStorage().removeItem(TYPED));
      key = randomKey();
      goTo(pathIn(languageAt(address().pathname), '/thank-you'));
    },
  };
}

function isNamed<Name extends Step['name']>(step: Step, name: Name): step is Extract<Step, { name: Name }> {
  return step.name === name;
}

/** What the site's script has kept of how this visitor came here (`src/scripts/site/analytics.ts`), where anything is known. */
const keptAttribution = (storage: Environment['sessionStorage']): Attribution | undefined =>
  attempt(() => readAttributionText(storage().getItem(ATTRIBUTION)));

const keptTyped = (storage: Environment['sessionStorage']) =>
  attempt(() => Typed.parse(JSON.parse(storage().getItem(TYPED) ?? '')));

/** Where storage is blocked or full, what is typed lives as long as the page. */
const keepTyped = (storage: Environment['sessionStorage'], typed: z.infer<typeof Typed>) =>
  attempt(() => storage().setItem(TYPED, JSON.stringify(Typed.parse(typed))));
