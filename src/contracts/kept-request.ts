import * as z from 'zod/mini';
import { keptObject } from './kept-object.ts';
import { type Attribution, ConsultationRequest } from './consultation.ts';

const text = z._default(z.string(), '');
const optionalText = z.optional(z.string());
const AnyFields = z.record(z.string(), z.unknown());

/** All texts, also of fields that today's list does not know. */
function keptAttribution(value: unknown): Attribution | undefined {
  const fields = Object.entries(AnyFields.safeParse(value).data ?? {});
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

/** The honeypot's text is not kept. */
const { company: _, texts: __, attribution: ___, ...texts } = ConsultationRequest.shape;

const optionalTexts = <Name extends string>(fields: Record<Name, z.ZodMiniType<string | undefined>>) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, optionalText])) as Record<Name, typeof optionalText>;

/**
 * A stored request. The forms' lists, limits and patterns are not asked: the request may be older than they are, so a
 * field needs a default. A field of the form that is no text, and is missing here, does not compile.
 */
export const KeptRequest = keptObject({
  ...optionalTexts(texts),
  name: text,
  zipCode: text,
  city: text,
  serviceInterest: text,
  preferredContact: text,
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
});
export type KeptRequest = z.infer<typeof KeptRequest>;

/** The fields that this version knows. */
export const knownFields = (request: KeptRequest): KeptRequest =>
  Object.fromEntries(Object.entries(request).filter(([field]) => field in KeptRequest.shape)) as unknown as KeptRequest;
