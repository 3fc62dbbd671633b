import * as z from 'zod/mini';
import { date } from './calendar.ts';
import { ConsultationRequest, reachable, withOneNumber } from './consultation.ts';
import type { KeptRequest } from './kept-request.ts';
import type { Rule } from './problem.ts';
import { emptiable, notAnObject } from './text.ts';

/** A caller's answers to "How did they find us?". Absent if the owner did not ask. */
export const heardFromLabels = {
  google: 'Google',
  facebook: 'Facebook or Instagram',
  nextdoor: 'Nextdoor',
  neighbor: 'A neighbor or friend',
  sign: 'Yard sign or truck',
  before: 'Saw us before',
  other: 'Other',
} as const;
export type HeardFrom = keyof typeof heardFromLabels;
const heardFroms = Object.keys(heardFromLabels) as HeardFrom[];

/** A strange value must not cause a refusal: the lead counts more than its source. */
export const heardFrom = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => heardFroms.find((known) => known === value)),
  ),
);

const { shape } = ConsultationRequest;

/** `''` stands for what the owner does not know yet. */
const zipCode = z.union([z.literal(''), shape.zipCode], { error: 'zipCode' satisfies Rule });
const city = z.union([z.literal(''), shape.city], { error: 'city' satisfies Rule });
const serviceInterest = z.union([z.literal(''), shape.serviceInterest], { error: 'service' satisfies Rule });

/**
 * `POST /api/leads`: a visitor's fields, of which the owner needs a name and one way to reach the person. `followUp`: the
 * day on which to call again.
 */
export const OwnersRequest = z
  .object(
    {
      ...shape,
      zipCode: z._default(zipCode, ''),
      city: z._default(city, ''),
      serviceInterest: z._default(serviceInterest, ''),
      preferredContact: z._default(shape.preferredContact, 'phone'),
      heardFrom,
      followUp: z.optional(date),
    } satisfies Record<keyof KeptRequest | 'company' | 'followUp', z.ZodMiniType>,
    notAnObject,
  )
  .check(reachable, z.overwrite(withOneNumber));
export type OwnersRequest = z.infer<typeof OwnersRequest>;

/** The owner may not correct what the visitor wrote and agreed to, nor how the visitor came here. */
const { message: _, about: __, consent: ___, attribution: ____, company: _____, ...corrected } = shape;

/** The owner's corrections of a request, each by the visitors' rules. `null` and `''` empty an optional field. */
export const Correction = z
  .object(
    {
      ...emptiable(corrected),
      name: z.optional(shape.name),
      zipCode: z.optional(zipCode),
      city: z.optional(city),
      serviceInterest: z.optional(serviceInterest),
      preferredContact: z.optional(shape.preferredContact),
      language: shape.language,
      heardFrom: z.nullable(heardFrom),
    },
    notAnObject,
  )
  // It has no message that would take a second number.
  .check(z.refine(({ phone }) => !phone?.includes(','), { path: ['phone'], error: 'phoneCharacters' satisfies Rule }));
export type Correction = z.infer<typeof Correction>;
export type CorrectedField = keyof Correction;

/** Nobody is called without a number, or mailed without an address. */
export function reachablePreference(request: Pick<KeptRequest, 'phone' | 'email' | 'preferredContact'>): string {
  const { phone, email, preferredContact } = request;
  if (!phone && email) return 'email';
  return phone && !email && preferredContact === 'email' ? 'phone' : preferredContact;
}
