import * as z from 'zod/mini';
import { SignedInDevice } from './auth.ts';
import { instant } from './calendar.ts';
import { ConsultationRequest, fieldLimits } from './consultation.ts';
import { KeptWeek, VisitSettings, WeeklyHours } from './hours.ts';
import { personId, visitKind } from './owner-visit.ts';
import { roleLabels } from './people.ts';
import { type Rule, seen } from './problem.ts';
import { keyOf, line, notAnObject } from './text.ts';

const { phone, email, language } = ConsultationRequest.shape;
const name = line(fieldLimits.name, 'personName').check(z.minLength(2, 'personName' satisfies Rule));

const somebody = z.object(
  {
    name,
    role: keyOf(roleLabels, 'role'),
    /** Of the visits that they make. */
    kinds: z.array(visitKind, 'visitKind' satisfies Rule),
    phone,
    email,
    language,
    /** Own hours in place of the business's. */
    weekly: z.optional(WeeklyHours),
  },
  notAnObject,
);

/**
 * `PUT /api/people/{id}`: all that is kept of somebody; what is absent is emptied. With `seen`, what is the same there stays
 * as it is now; 409 by it. Answer: 200 and `People`.
 */
export const PersonChange = z.extend(somebody, { seen });
export type PersonChange = z.infer<typeof PersonChange>;

/**
 * `POST /api/people`: adds and invites somebody. `ownName`: of the owner, as visitors read who comes; asked for with the
 * first one. Answer: 201 and `People`.
 */
export const NewPerson = z.extend(somebody, { ownName: z.optional(name) });
export type NewPerson = z.infer<typeof NewPerson>;

/** The query of `DELETE /api/people/{id}`. `visitsTo`: who gets the visits to come, one person or whoever is free. */
export const RemovalQuery = z.object({ visitsTo: z.optional(z.union([z.literal('anybody'), personId])) });

/** As kept, also under other rules. `kinds`: of the visits that they make. `weekly`: own hours in place of the business's. */
export const personFields = {
  name: z.string(),
  /** A `Role`. */
  role: z.string(),
  kinds: z.array(z.string()),
  phone: z.optional(z.string()),
  email: z.optional(z.string()),
  language: z.optional(z.string()),
  weekly: z.optional(KeptWeek),
};

const ShownPerson = z.object({
  id: z.string(),
  ...personFields,
  /** Their visits to come. */
  visits: z.number(),
  devices: z.array(SignedInDevice),
  hasPasskey: z.boolean(),
  /** The invitation can be used until then. */
  invitedUntil: z.optional(instant),
});
export type ShownPerson = z.infer<typeof ShownPerson>;

/**
 * `GET /api/people`: all, the owner first; none, until the owner adds somebody. `invitation`: of the person who has just
 * been invited. Its link is shown once, and `isMailed` says whether a mail brings it.
 */
export const People = z.object({
  people: z.array(ShownPerson),
  /** The business's hours and settings. */
  weekly: KeptWeek,
  settings: VisitSettings,
  invitation: z.optional(z.object({ id: z.string(), link: z.string(), isMailed: z.boolean() })),
});
export type People = z.infer<typeof People>;
