import * as z from 'zod/mini';
import { languages } from '#i18n/language';
import choices from '#brand/choices.json' with { type: 'json' };
import type { Rule } from './problem.ts';
import { offersTexts } from '#lib/offers-texts';
import {
  absentWhenEmpty,
  keyOf,
  line,
  notAnObject,
  paragraph,
  PLAIN_PHONE,
  plainLine,
  tidyPhone,
  withoutInvisible,
} from './text.ts';

/** `callFirst`: visitors are asked to call, and may book. `notServed`: there are no visits. */
export type ZipArea = 'served' | 'callFirst' | 'notServed';

export interface ZipAreas {
  /** Without it, visits are everywhere. */
  readonly served?: readonly string[] | undefined;
  readonly callFirst?: readonly string[] | undefined;
}

const settings: ZipAreas = (choices as { zipAreas?: ZipAreas }).zipAreas ?? {};

/** `range` is a ZIP code or `first-last`. Five digits each, so texts compare. `zipCode` may have four more. */
export function isWithin(zipCode: string, range: string): boolean {
  const [first = '', last = first] = range.split('-');
  const zip = zipCode.slice(0, first.length);
  return zip >= first && zip <= last;
}

/** Whether we visit at a ZIP code. */
export function zipArea(zipCode: string, { served, callFirst = [] }: ZipAreas = settings): ZipArea {
  if (callFirst.some((range) => isWithin(zipCode, range))) return 'callFirst';
  return served?.some((range) => isWithin(zipCode, range)) === false ? 'notServed' : 'served';
}

/** A service's name is sent and stored in every language. */
export const services: readonly string[] = choices.services.map(({ name }) => name);

/** The cities in the dialog's order. `zipCodes` belong to one city only; `62701-62706` is a range. */
export const cityList: readonly { readonly name: string; readonly zipCodes?: readonly string[] }[] = choices.cities;
export const cities: readonly string[] = cityList.map(({ name }) => name);
export const cityOfZip = (zipCode: string): string | undefined =>
  cityList.find(({ zipCodes = [] }) => zipCodes.some((range) => isWithin(zipCode, range)))?.name;

/** Only the callback flow sends it. */
export const callbackService = 'General Inquiry';
/** By the first digits of the ZIP code; the one without digits is for all others. */
const callbackCities: readonly { readonly name: string; readonly zipPrefix?: string }[] = choices.callbackCities;
export const callbackMessage = 'No suitable calendar time was found. Requesting a callback.';

/** Values and labels. */
export const contactLabels = { phone: 'Phone', email: 'Email', text: 'Text Message' } as const;
export type PreferredContact = keyof typeof contactLabels;
const preferredContact = keyOf(contactLabels, 'contact');

/** In characters, once the text is tidied. */
export const fieldLimits = {
  name: 100,
  phone: 40,
  email: 254,
  zipCode: 40,
  address: 200,
  message: 2000,
  about: 200,
} as const;

/**
 * The `maxlength` of the input for a field of `limit` characters. Pasted text may become shorter when it is tidied, and
 * a browser would cut it before that.
 */
export const inputRoom = (limit: number): number => 2 * limit;

const MIN_PHONE_LENGTH = 10;
/** A number with the `+` of another country. North American numbers lose theirs. */
const ABROAD = /^\D*\+ ?[2-9]/;

const phone = plainLine(fieldLimits.phone, 'text', tidyPhone).check(
  z.regex(PLAIN_PHONE, 'phoneCharacters' satisfies Rule),
  z.refine((text) => !ABROAD.test(text), 'phoneAbroad' satisfies Rule),
  z.refine(
    (text) => text === '' || text.length >= MIN_PHONE_LENGTH || !PLAIN_PHONE.test(text),
    'phoneLength' satisfies Rule,
  ),
);

/** The domain may be an international one, in its own letters or as DNS has it (RFC 5890): `xn--e1afmkfd.xn--p1ai`. */
const EMAIL =
  /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+)$/u;

const email = plainLine(fieldLimits.email).check(
  z.refine((text) => text === '' || EMAIL.test(text), 'email' satisfies Rule),
);

/** A ticked box: this person agrees to texts to the phone of this form. A strange value is a no, and causes no refusal. */
const texts = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => String(value) === 'true' || undefined),
  ),
);

/** In the order of the form, in which a screen reader says what is wrong. */
const contactFields = {
  name: line(fieldLimits.name, 'name').check(
    z.refine((text) => withoutInvisible(text).length >= 2, 'name' satisfies Rule),
  ),
  zipCode: plainLine(fieldLimits.zipCode, 'zipCode').check(z.regex(/^\d{5}(-\d{4})?$/, 'zipCode' satisfies Rule)),
  phone: absentWhenEmpty(phone),
  email: absentWhenEmpty(email),
  texts,
};

/** Requires a phone of 10 or more characters or an email with an at-sign. Runs even if other rules fail. */
export const reachable = z.refine<{ phone?: unknown; email?: unknown }>(
  ({ phone, email }) =>
    (typeof phone === 'string' && phone.length >= MIN_PHONE_LENGTH) ||
    (typeof email === 'string' && email.includes('@')),
  {
    path: ['phone'],
    error: 'reachable' satisfies Rule,
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
);

/** In the forms: whoever ticks the box gives a number. The API takes a tick without one as a no. */
const textable = z.refine<{ phone?: unknown; texts?: unknown }>(({ phone, texts }) => !texts || Boolean(phone), {
  path: ['phone'],
  error: 'textsPhone' satisfies Rule,
  when: ({ value }) => typeof value === 'object' && value !== null,
});

const detailFields = {
  city: z.enum(cities, { error: 'city' satisfies Rule }),
  serviceInterest: z.enum(services, { error: 'service' satisfies Rule }),
  address: absentWhenEmpty(line(fieldLimits.address)),
  preferredContact,
  message: absentWhenEmpty(paragraph(fieldLimits.message)),
};

/** Step 1 of the dialog. Takes form values: `''` becomes absent. */
export const ContactDetails = z.object(contactFields).check(reachable, textable);
export type ContactDetails = z.infer<typeof ContactDetails>;

/** Step 3 of the dialog. */
export const VisitDetails = z.object(detailFields);
export type VisitDetails = z.infer<typeof VisitDetails>;

/** In characters. Longer values are dropped, because a cut click id is worthless. */
const MAX_ATTRIBUTION_LENGTH = 300;

const campaignParameters = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
  'gclid',
  'gbraid',
  'wbraid',
  'dclid',
  'fbclid',
  'msclkid',
  'ttclid',
] as const;

/** `landing` is the path of the visitor's first page, `referrer` the address before it without its query. */
const attributionFields = [...campaignParameters, 'landing', 'referrer'] as const;
export type Attribution = { readonly [Field in (typeof attributionFields)[number]]?: string };

const AttributionValue = line(MAX_ATTRIBUTION_LENGTH).check(z.minLength(1));
const AttributionFields = z.record(z.string(), z.unknown());

/** Reads the visitor's source. Skips wrong values: a strange link must not cause a refusal. */
export function readAttribution(value: unknown): Attribution | undefined {
  const sent = AttributionFields.safeParse(value).data ?? {};
  const known = attributionFields
    .filter((field) => Object.hasOwn(sent, field))
    .flatMap((field) => {
      const read = AttributionValue.safeParse(sent[field]);
      return read.success ? [[field, read.data] as const] : [];
    });
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** Reads the same from JSON text: a form's field or browser storage. */
export function readAttributionText(text: unknown): Attribution | undefined {
  try {
    return readAttribution(JSON.parse(String(text)));
  } catch {
    return undefined;
  }
}

/** In a request of the API. */
const attribution = z.optional(z.pipe(z.unknown(), z.transform(readAttribution)));
/** In a plain form. */
const attributionText = z.optional(z.pipe(z.unknown(), z.transform(readAttributionText)));

/** A honeypot: people never see the field and leave it empty. */
const honeypot = z.optional(z.string('company' satisfies Rule).check(z.maxLength(200, 'company' satisfies Rule)));

/**
 * The wording about calls and texts that this build shows below the fields. Each request keeps it. Whoever changes
 * the words gives them a new name here and in docs/consent.md, where all wordings are kept.
 */
export const CONSENT = offersTexts ? '2027-03' : '2027-01';

/** The wordings that allow us to tell Google that its advertisement led to a visit or a sale. */
const adConversionConsents: readonly string[] = ['2026-12', '2027-01', '2027-02', '2027-03'];
export const allowsAdConversions = (consent: string | undefined) => adConversionConsents.includes(consent ?? '');

/** Absent for another program's request. A strange value must not cause a refusal. */
const consent = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => (typeof value === 'string' && /^[\w.-]{1,20}$/.test(value) ? value : undefined)),
  ),
);

/** The language of the sending page and of calls to its visitor; absent for English. */
const language = z.optional(z.enum(languages, { error: 'language' satisfies Rule }));

/** `POST /api/consultation-requests`. `about`: `Offer: …`, `Product: …` or `Gallery: …` with a title. */
export const ConsultationRequest = z
  .object(
    {
      ...contactFields,
      ...detailFields,
      city: z.enum([...cities, ...callbackCities.map(({ name }) => name)], { error: 'city' satisfies Rule }),
      serviceInterest: z.enum([...services, callbackService], { error: 'service' satisfies Rule }),
      about: absentWhenEmpty(line(fieldLimits.about)),
      language,
      consent,
      company: honeypot,
      attribution,
    },
    notAnObject,
  )
  .check(reachable);
export type ConsultationRequest = z.infer<typeof ConsultationRequest>;

/** The plain form of `/book`. */
export const CallbackForm = z
  .object(
    {
      ...contactFields,
      preferredContact,
      message: detailFields.message,
      language,
      consent,
      company: honeypot,
      attribution: attributionText,
    },
    notAnObject,
  )
  .check(reachable, textable);
export type CallbackForm = z.infer<typeof CallbackForm>;

/** The answer: 201. */
export const ConsultationReceipt = z.object({ id: z.string() });
export type ConsultationReceipt = z.infer<typeof ConsultationReceipt>;

export function callbackRequest(contact: ContactDetails): ConsultationRequest {
  return {
    ...contact,
    city: callbackCities.find(({ zipPrefix = '' }) => contact.zipCode.startsWith(zipPrefix))?.name ?? '',
    serviceInterest: callbackService,
    preferredContact: contact.phone ? 'phone' : 'email',
    message: callbackMessage,
  };
}
