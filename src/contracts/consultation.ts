import * as z from 'zod/mini';
import { languages } from '#i18n/language';
import choices from '#brand/choices.json' with { type: 'json' };
import type { Rule } from './problem.ts';
import { nameInLetters, phoneParts } from '#lib/contact';
import { offersTexts } from '#lib/offers-texts';
import {
  absentWhenEmpty,
  isPhone,
  keyOf,
  line,
  notAnObject,
  paragraph,
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

type City = Readonly<{ name: string; zipCodes?: readonly string[] | undefined }>;

/** The cities in the dialog's order. `zipCodes` belong to one city only; `62701-62706` is a range. */
export const cityList: readonly City[] = choices.cities;
export const cities: readonly string[] = cityList.map(({ name }) => name);
/** Those that a ZIP code tells, and the dialog does not list. */
const otherCities = (choices as { otherCities?: readonly City[] }).otherCities ?? [];
export const cityOfZip = (zipCode: string): string | undefined =>
  [...cityList, ...otherCities].find(({ zipCodes = [] }) => zipCodes.some((range) => isWithin(zipCode, range)))?.name;

/** Only the callback flow sends it. */
export const callbackService = 'General Inquiry';
/** By the first digits of the ZIP code; the one without digits is for all others. */
const callbackCities: readonly { readonly name: string; readonly zipPrefix?: string }[] = choices.callbackCities;
const ownCities = new Set([...cityList, ...otherCities, ...callbackCities].map(({ name }) => name));
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
  city: 60,
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
/** More digits than a number here has, and none of what stands before another country's code. */
const isStrange = (one: string) => /^(?!1.{10}$|0(?:0|11)).{11,15}$/.test(phoneParts(one).digits) && !one.includes('+');

/** `tidyPhone` puts commas between several numbers. */
const numbersIn = (phone: string): string[] => phone.split(', ');

/** Where several numbers stand in the field, all but the first go to the notes. */
export function withOneNumber<Request extends { phone?: string | undefined; message?: string | undefined }>(
  request: Request,
): Request {
  const [phone, ...others] = numbersIn(request.phone ?? '');
  if (others.length === 0) return request;
  return { ...request, phone, message: [request.message, `Tel. 2: ${others.join(', ')}`].filter(Boolean).join('\n\n') };
}

const phone = plainLine(fieldLimits.phone, 'text', tidyPhone).check(
  z.refine((text) => numbersIn(text).every(isPhone), 'phoneCharacters' satisfies Rule),
  z.refine((text) => !numbersIn(text).some((one) => isPhone(one) && isStrange(one)), 'phoneAbroad' satisfies Rule),
  z.refine((text) => text === '' || text.length >= MIN_PHONE_LENGTH || !isPhone(text), 'phoneLength' satisfies Rule),
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

/** One of the list, or another in its visitor's own words, which our mails repeat: letters, as a name has. */
const city = line(fieldLimits.city, 'city').check(
  z.refine((text) => ownCities.has(text) || nameInLetters(text.replaceAll(',', '')) !== '', 'city' satisfies Rule),
);

const detailFields = {
  city,
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
export const CONSENT = offersTexts ? '2027-05' : '2027-04';

/** The wordings that allow us to tell Google that its advertisement led to a visit or a sale. */
const adConversionConsents: readonly string[] = ['2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05'];
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

/** `Offer: …`, `Product: …` or `Gallery: …` with a title. */
const about = absentWhenEmpty(line(fieldLimits.about));

/** `POST /api/consultation-requests`. */
export const ConsultationRequest = z
  .object(
    {
      ...contactFields,
      ...detailFields,
      serviceInterest: z.enum([...services, callbackService], { error: 'service' satisfies Rule }),
      about,
      language,
      consent,
      company: honeypot,
      attribution,
    },
    notAnObject,
  )
  .check(reachable, z.overwrite(withOneNumber));
export type ConsultationRequest = z.infer<typeof ConsultationRequest>;

/** The plain form of `/book`. */
export const CallbackForm = z
  .object(
    {
      ...contactFields,
      preferredContact,
      message: detailFields.message,
      // A strange link refuses nobody.
      about: z.catch(about, undefined),
      language,
      consent,
      company: honeypot,
      attribution: attributionText,
    },
    notAnObject,
  )
  .check(reachable, textable, z.overwrite(withOneNumber));
export type CallbackForm = z.infer<typeof CallbackForm>;

/** The answer: 201. */
export const ConsultationReceipt = z.object({ id: z.string() });
export type ConsultationReceipt = z.infer<typeof ConsultationReceipt>;

/** The request keeps what the visitor wrote in step 3, the notes behind the required sentence. We cut a longer text. */
export function callbackRequest(
  contact: ContactDetails,
  { message = '', ...details }: Partial<Record<keyof VisitDetails, string>> = {},
): ConsultationRequest {
  const limits: Partial<Record<string, number>> = fieldLimits;
  const written = Object.entries(details).filter(([, text]) => text);
  return {
    ...Object.fromEntries(written.map(([name, text]) => [name, text.slice(0, limits[name])])),
    ...contact,
    city: callbackCities.find(({ zipPrefix = '' }) => contact.zipCode.startsWith(zipPrefix))?.name ?? '',
    serviceInterest: callbackService,
    preferredContact: contact.phone ? 'phone' : 'email',
    message: [callbackMessage, message].filter(Boolean).join('\n\n').slice(0, fieldLimits.message),
  };
}
