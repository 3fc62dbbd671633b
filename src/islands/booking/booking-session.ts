import { atom } from 'nanostores';
import * as z from 'zod/mini';
import type { BookingReceipt, Slot } from '#contracts/calendar';
import {
  type ConsultationRequest,
  CONSENT,
  ContactDetails,
  fieldLimits,
  inputRoom,
  readAttributionText,
  VisitDetails,
} from '#contracts/consultation';
import { problemsOf, ruleIn } from '#contracts/problem';
import { languageAt, pathIn } from '#i18n/site-languages';
import { closeBooking, type KnownToOpener } from '#browser/booking-dialog';
import type { Environment } from '#browser/environment';
import { attempt } from '#browser/attempt';
import { ATTRIBUTION } from '#browser/browser-storage';
import { forgetClaim, keptClaim } from '#browser/deals/popup-memory';
import type { ZonedDay } from '#lib/time/zone';
import { rules } from './booking-words.ts';

export type ContactField = keyof typeof ContactDetails.shape;
export type DetailsField = keyof typeof VisitDetails.shape;
const contactNames = Object.keys(ContactDetails.shape) as ContactField[];
const detailNames = Object.keys(VisitDetails.shape) as DetailsField[];

const each = <Field extends string, Value>(names: readonly Field[], value: Value) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Field, Value>;

/** The fields of step 1 as typed. `company` is the honeypot. */
export const blankContact = { ...each(contactNames, ''), company: '' };
export type ContactValues = typeof blankContact;

/** The fields of step 3. The selects begin empty. */
export const blankDetails = each(detailNames, '');
export type DetailsValues = typeof blankDetails;

const TYPED = 'booking';
const text = z._default(z.string().check(z.maxLength(inputRoom(fieldLimits.message))), '');
/** Without the honeypot: a tool of the visitor may have filled it in. */
const Typed = z.object({
  contact: z.object(each(contactNames, text)),
  details: z.object(each(detailNames, text)),
});

/** A step's mistakes by field, in the page's language. The phone can have its own and the cross-rule's. */
export type Problems<Field extends string> = Readonly<Partial<Record<Field, readonly string[]>>>;

export type Checked<Value, Field extends string> =
  | { readonly value: Value; readonly problems?: never }
  | { readonly value?: never; readonly problems: Problems<Field> };

export const checkContact = (values: ContactValues) =>
  checked<ContactDetails, ContactField>(ContactDetails.safeParse(values));

export const checkDetails = (values: DetailsValues) =>
  checked<VisitDetails, DetailsField>(VisitDetails.safeParse(values));

function checked<Value, Field extends string>(outcome: z.core.util.SafeParseResult<Value>): Checked<Value, Field> {
  if (outcome.success) return { value: outcome.data };
  return { problems: problemsOf(outcome.error.issues, (issue) => ruleIn(rules, issue)) as Problems<Field> };
}

/** The messages of `shown` that still apply. Typing removes messages but never adds one. */
export function stillTrue<Field extends string>(
  shown: Problems<Field>,
  { problems: now }: Checked<unknown, Field>,
): Problems<Field> {
  const problems: Partial<Record<Field, readonly string[]>> = {};
  for (const field of Object.keys(shown) as Field[]) {
    const messages = shown[field]?.filter((message) => now?.[field]?.includes(message)) ?? [];
    if (messages.length > 0) problems[field] = messages;
  }
  return problems;
}

/** Without times, the step offers a callback. No times are read where no visits are booked. */
type NoTimes = { readonly state: 'failed' } | { readonly state: 'empty' } | { readonly state: 'notServed' };

export type Times =
  | NoTimes
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly days: readonly ZonedDay<Slot>[] };

export const hasNoTimes = (times: Times): times is NoTimes => times.state !== 'loading' && times.state !== 'ready';

export interface InitialStep {
  readonly name: 'initial';
  readonly problems: Problems<ContactField>;
}

/** `noGoodTime`: the panel after "No Good Time?" replaces the times. `sending`: a callback request is running. */
export type CalendarStep = {
  readonly name: 'calendar';
  readonly contact: ContactDetails;
  /** The date in the business's zone of the time to change. */
  readonly day?: string | undefined;
  /** A callback could not be sent at once, and was kept among the unsent requests. */
  readonly isKept?: boolean;
  /** The kept callback has arrived in the background: when we call or write, and where. */
  readonly received?: string;
} & (
  | { readonly noGoodTime: false; readonly times: Times; readonly sending: false }
  | { readonly noGoodTime: false; readonly times: NoTimes; readonly sending: true }
  | { readonly noGoodTime: true; readonly times: Times; readonly sending: boolean }
);

/**
 * `refusal`: why only a call helps now. `gone`: the server's message about a taken time, maybe empty. `failed`: any
 * other reason.
 */
export type DetailsStep = { readonly name: 'details'; readonly contact: ContactDetails; readonly slot: Slot } & (
  | { readonly pending: true }
  | {
      readonly pending: false;
      readonly problems: Problems<DetailsField>;
      readonly refusal?: string | undefined;
      readonly gone?: string | undefined;
      readonly failed?: string | undefined;
    }
);

export interface ConfirmedStep {
  readonly name: 'confirmed';
  readonly contact: ContactDetails;
  readonly visit: VisitDetails;
  readonly slot: Slot;
  readonly by: BookingReceipt['by'];
}

export type Step = InitialStep | CalendarStep | DetailsStep | ConfirmedStep;

/** What focus follows: each step, and what stands in place of the times. */
export function contentOf(step: Step): Step['name'] | 'callback' | 'elsewhere' {
  if (step.name !== 'calendar') return step.name;
  if (step.times.state === 'notServed') return 'elsewhere';
  return step.noGoodTime ? 'callback' : 'calendar';
}

export const untouched: InitialStep = { name: 'initial', problems: {} };

export type Session = ReturnType<typeof createSession>;

/** The state from the dialog's first opening to its reset. */
export function createSession({ randomKey, goTo, localStorage, sessionStorage, address, now }: Environment) {
  const $step = atom<Step>(untouched);
  const typed = attempt(() => Typed.parse(JSON.parse(sessionStorage().getItem(TYPED) ?? '')));
  const $contact = atom<ContactValues>({ ...blankContact, ...typed?.contact });
  const $details = atom<DetailsValues>(typed?.details ?? blankDetails);
  /** The topic of the last opening: an offer, product or gallery item. Before it, the offer that was claimed, or `''`. */
  const $about = atom(keptClaim(localStorage, now()));
  let key = randomKey();
  let correctedKey: string | undefined;
  /** Without storage, typed values last as long as the page. */
  const keep = () => {
    const typed = { contact: $contact.get(), details: $details.get() };
    attempt(() => sessionStorage().setItem(TYPED, JSON.stringify(Typed.parse(typed))));
  };
  $contact.listen(keep);
  $details.listen(keep);

  return {
    $step,
    $contact,
    $details,
    $about,
    /** The idempotency key. All sends until the reset are the same request. */
    key: () => correctedKey ?? key,
    /** From now on the dialog corrects the request with this key. Without a key it sends a request of its own. */
    correct(sentKey: string | undefined): void {
      correctedKey = sentKey;
    },
    /** Changes the step only if it is still `name`, so that late answers change nothing. */
    during<Name extends Step['name']>(name: Name, change: (step: Extract<Step, { name: Name }>) => Step): void {
      const step = $step.get();
      if (isNamed(step, name)) $step.set(change(step));
    },
    /** Writes what the opener knows into the form, after what was typed. Its paragraph takes its former one's place. */
    take({ message = '', texts, ...known }: KnownToOpener): void {
      const [head = ''] = message.split('\n');
      const typed = $details.get().message.split(/\n{2,}/);
      const whole = [...typed.filter((one) => one !== '' && !one.startsWith(head)), message].join('\n\n');
      const given = (blank: object) =>
        Object.fromEntries(Object.entries(known).filter(([name, text]) => text && Object.hasOwn(blank, name)));
      const notes = message && { message: whole.slice(0, fieldLimits.message) };
      $details.set({ ...$details.get(), ...given(blankDetails), ...notes });
      $contact.set({ ...$contact.get(), ...given(blankContact), ...(texts && { texts: 'true' }) });
    },
    /** Adds the topic, language, consent, source and honeypot to the request. */
    complete(request: ConsultationRequest): ConsultationRequest {
      const { company } = $contact.get();
      const about = $about.get();
      const language = languageAt(address().pathname);
      const attribution = attempt(() => readAttributionText(sessionStorage().getItem(ATTRIBUTION)));
      return {
        ...request,
        ...(about && { about }),
        ...(language !== 'en' && { language }),
        consent: CONSENT,
        ...(company && { company }),
        ...(attribution && { attribution }),
      };
    },
    /** Closes the dialog, resets all and opens the thank-you page. */
    finish(): void {
      closeBooking();
      $step.set(untouched);
      $contact.set(blankContact);
      $details.set(blankDetails);
      $about.set('');
      forgetClaim(localStorage);
      attempt(() => sessionStorage().removeItem(TYPED));
      key = randomKey();
      correctedKey = undefined;
      goTo(pathIn(languageAt(address().pathname), '/thank-you'));
    },
  };
}

function isNamed<Name extends Step['name']>(step: Step, name: Name): step is Extract<Step, { name: Name }> {
  return step.name === name;
}
