import * as z from 'zod/mini';
import { keptObject } from './kept-object.ts';
import type { Attribution, ConsultationRequest } from './consultation.ts';

const text = z._default(z.string(), '');
const optionalText = z.optional(z.string());
const AnyFields = z.record(z.string(), z.unknown());

/** All texts, also of fields that today's list does not know. */
function keptAttribution(value: unknown): Attribution | undefined {
  const fields = Object.entries(AnyFields.safeParse(value).data ?? {});
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

/** What a visitor sends, and what a caller is asked beside it. The honeypot's text is not kept. */
type Field = Exclude<keyof ConsultationRequest, 'company'> | 'heardFrom';

/**
 * A stored request. The forms' lists, limits and patterns are not asked: the request may be older than they are, so a
 * field needs a default. A field of the form that is missing here does not compile.
 */
export const KeptRequest = keptObject({
  name: text,
  phone: optionalText,
  email: optionalText,
  zipCode: text,
  city: text,
  serviceInterest: text,
  address: optionalText,
  preferredContact: text,
  message: optionalText,
  about: optionalText,
  language: optionalText,
  /** The wording about calls and texts that the visitor saw (docs/consent.md). */
  consent: optionalText,
  /** Agreed to texts to `phone`. A changed number needs a new agreement. */
  texts: z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value) => value === true || undefined),
    ),
  ),
  attribution: z.optional(z.pipe(z.unknown(), z.transform(keptAttribution))),
  /** How a caller heard of us (`heardFromLabels`), or a former answer. */
  heardFrom: optionalText,
} satisfies Record<Field, z.ZodMiniType>);
export type KeptRequest = z.infer<typeof KeptRequest>;

/** The fields that this version knows. */
export const knownFields = (request: KeptRequest): KeptRequest =>
  Object.fromEntries(Object.entries(request).filter(([field]) => field in KeptRequest.shape)) as unknown as KeptRequest;

/** What the owner reads as it was typed, wherever a request is shown: on the lead's page, in the CSV, mails and events. */
const typedLabels = { about: 'Asked about', message: 'Message' } as const satisfies Partial<Record<Field, string>>;
export type TypedField = keyof typeof typedLabels;

/** What `make` makes of each such field, in their order. */
export const typedFields = <Made>(make: (label: string, field: TypedField) => Made) =>
  Object.fromEntries(
    Object.entries(typedLabels).map(([field, label]) => [field, make(label, field as TypedField)]),
  ) as Record<TypedField, Made>;

/** The language for a call: `English`, `Spanish`. */
export function languageName({ language = 'en' }: Pick<KeptRequest, 'language'>): string {
  if (language === 'en') return 'English';
  return language === 'es' ? 'Spanish' : language;
}

/** Set if the visitor's page was not in English: `Call in Spanish`. */
export function callLanguage(request: Pick<KeptRequest, 'language'>): string | undefined {
  const name = languageName(request);
  return name === 'English' ? undefined : `Call in ${name}`;
}
