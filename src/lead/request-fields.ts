import { cities, contactLabels, fieldLimits, services, zipArea } from '#contracts/consultation';
import type { KeptRequest } from '#contracts/kept-request';
import { type CorrectedField, heardFromLabels } from '#contracts/lead-request';
import { tidyPhone } from '#contracts/text';
import type { OwnerWords } from '#i18n/owner-words';
import { type PlainText, type Say, sayer, sayLabel } from '#i18n/admin-text';

/** Where the owner reads a request: on the lead's page, in the CSV, in mails, in the events of a calendar. */
type Place = 'facts' | 'csv' | 'mail' | 'event';

interface Field {
  readonly label: PlainText;
  /** A place's own label, or `null` if the place leaves the field out. Each other place shows the field by `label`. */
  readonly at?: Readonly<Partial<Record<Place, PlainText | null>>>;
  /** For a value that is not shown as it is. */
  readonly words?: (request: Partial<KeptRequest>, say: Say) => string | undefined;
  /** A text of several lines. */
  readonly isLong?: true;
}

/** A choice of labels or of names, or a text of at most `limit` characters, or either of both, or a box to tick. */
export interface FieldInput {
  readonly choices?: Readonly<Record<string, PlainText>>;
  /** Of services or cities. */
  readonly names?: readonly string[];
  readonly prompt?: PlainText;
  readonly limit?: number;
  readonly type?: 'tel' | 'email';
  readonly inputMode?: 'numeric';
  readonly optional?: boolean;
  readonly required?: boolean;
  readonly tidy?: (text: string) => string;
  /** As wide as the form. */
  readonly full?: boolean;
}

/** The owner enters it with a new lead, and may correct it. */
interface OwnersField extends Field {
  readonly input: FieldInput;
  /** The label while the owner speaks to a caller, if it is another. */
  readonly asked?: PlainText;
  /** In a sentence, if it is not the label in small letters. */
  readonly name?: string;
}

const languageNames = { en: 'English', es: 'Spanish' } as const;
const english = sayer();

/** The prompt of a choice that may be made later. */
const NOT_KNOWN = 'Not known yet';
const CSV_ONLY = { facts: null, mail: null, event: null };
const NOWHERE = { ...CSV_ONLY, csv: null };

/**
 * All that the owner's pages, files, mails and events know of a request, in the order in which they show it. A field that
 * is missing here does not compile.
 */
export const fields: Readonly<
  Record<CorrectedField, OwnersField> & Record<Exclude<keyof KeptRequest, CorrectedField>, Field>
> = {
  name: {
    label: 'Name',
    at: { facts: null, event: null },
    input: { limit: fieldLimits.name, required: true, full: true },
  },
  phone: { label: 'Phone', input: { limit: fieldLimits.phone, type: 'tel', tidy: tidyPhone } },
  email: { label: 'Email', input: { limit: fieldLimits.email, type: 'email' } },
  // The lead's page says too whether they have stopped our texts. The CSV says it beside the wording.
  texts: {
    label: 'Agreed to texts',
    asked: 'They agreed to texts, on the phone',
    name: 'texts',
    at: NOWHERE,
    words: ({ texts }, say) => (texts ? say('yes') : say('no')),
    input: { full: true },
  },
  // In a mail the place is one fact, and so is the topic.
  address: {
    label: 'Street address',
    name: 'address',
    at: { facts: 'Address', mail: null, event: 'Address' },
    input: { limit: fieldLimits.address, optional: true, full: true },
  },
  zipCode: {
    label: 'ZIP code',
    at: { mail: null, event: 'ZIP' },
    input: { limit: fieldLimits.zipCode, inputMode: 'numeric', optional: true },
  },
  city: {
    label: 'City',
    at: { facts: null, mail: 'Where' },
    input: { names: cities, limit: fieldLimits.city, prompt: NOT_KNOWN },
  },
  serviceInterest: {
    label: 'Service',
    at: { facts: null, mail: 'About' },
    input: { names: services, prompt: NOT_KNOWN, full: true },
  },
  about: { label: 'Asked about', at: { mail: null } },
  preferredContact: {
    label: 'Preferred contact',
    at: { facts: 'Prefers', csv: 'Prefers', mail: 'Prefers' },
    words({ preferredContact = '', zipCode = '' }, say) {
      const contact = sayLabel(say, contactLabels, preferredContact);
      return zipArea(zipCode) === 'callFirst' ? say('{contact}, confirm the visit first', { contact }) : contact;
    },
    input: { choices: contactLabels },
  },
  message: { label: 'Message', isLong: true },
  // Everywhere else "Call in Spanish" stands above the rest.
  language: {
    label: 'Call in',
    name: 'language',
    at: CSV_ONLY,
    words: ({ language }, say) => sayLabel(say, languageNames, language || 'en'),
    input: { choices: languageNames },
  },
  // The lead "came from" it: `originOf`.
  heardFrom: {
    label: 'How they found us',
    asked: 'How did they find us?',
    at: NOWHERE,
    words: ({ heardFrom = '' }, say) => sayLabel(say, heardFromLabels, heardFrom),
    input: { choices: heardFromLabels, prompt: 'Not asked', full: true },
  },
  consent: {
    label: 'Consent wording',
    at: CSV_ONLY,
    words: ({ consent, texts }) => [consent, texts && 'agreed to texts'].filter(Boolean).join(', '),
  },
  // One word of the link a line: `utm_medium: cpc`.
  attribution: {
    label: 'What the link said',
    at: CSV_ONLY,
    words: ({ attribution = {} }) => Array.from(Object.entries(attribution), (word) => word.join(': ')).join('\n'),
  },
};
const names = Object.keys(fields) as (keyof KeptRequest)[];
export const correctedFields = names.filter((name): name is CorrectedField => 'input' in fields[name]);

/** The field's value in words, in English unless `say` says otherwise; `''` for none. */
export const wordsOf = (field: keyof KeptRequest, request: Partial<KeptRequest>, say: Say = english): string =>
  String((fields[field].words ? fields[field].words(request, say) : request[field]) ?? '');

/** The fields that a place shows, as `wordsOf`. */
export const shownAt = (place: Place, say: Say = english) =>
  names.flatMap((field) => {
    const { label: usual, at = {}, isLong } = fields[field];
    const { [place]: label = usual } = at;
    if (label === null) return [];
    return { field, label: say(label), isLong, words: (request: KeptRequest) => wordsOf(field, request, say) };
  });

/** The request with its service and its city as they are called in a language. */
export const namedIn = ({ nameOf }: Pick<OwnerWords, 'nameOf'>, request: KeptRequest): KeptRequest => ({
  ...request,
  serviceInterest: nameOf(request.serviceInterest),
  city: nameOf(request.city),
});

/** What differs between two requests, as it was: `phone was (202) 555-0142, ZIP code was empty`. */
export const formerWords = (former: KeptRequest, now: KeptRequest): string =>
  correctedFields
    .filter((field) => (former[field] ?? '') !== (now[field] ?? ''))
    .map((field) => {
      const { label, name = label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()) } = fields[field];
      return `${name} was ${wordsOf(field, former) || 'empty'}`;
    })
    .join(', ');

/** Set if the visitor's page was not in English: `Call in Spanish`. */
export function callLanguage(request: Pick<KeptRequest, 'language'>, say: Say = english): string | undefined {
  const isEnglish = (request.language || 'en') === 'en';
  return isEnglish ? undefined : say('Call in {language}', { language: wordsOf('language', request, say) });
}
