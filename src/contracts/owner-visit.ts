import * as z from 'zod/mini';
import { MINUTE } from '#lib/time/units';
import { instant, Slot } from './calendar.ts';
import type { Rule } from './problem.ts';
import { keyOf } from './text.ts';

export const visitKindLabels = {
  consultation: 'Consultation',
  measure: 'Measure',
  installation: 'Installation',
  service: 'Service',
} as const;
export type VisitKind = keyof typeof visitKindLabels;
export const visitKind = keyOf(visitKindLabels, 'visitKind');

/** In characters. */
export const MAX_VISIT_NOTE = 1000;

/** Of a visit that the owner books, in minutes. */
const [MIN_VISIT_MINUTES, MAX_VISIT_MINUTES] = [15, 12 * 60];
const onTheMinute = instant.check(
  z.refine((text) => Date.parse(text) % MINUTE === 0, { error: 'onTheMinute' satisfies Rule, abort: true }),
);

export const personId = z
  .string('person' satisfies Rule)
  .check(z.regex(/^(first|[a-z0-9]{8})$/, 'person' satisfies Rule));

/** Somebody of the business, to be chosen. */
export const NamedPerson = z.object({ id: z.string(), name: z.string() });
export type NamedPerson = z.infer<typeof NamedPerson>;

/**
 * The query of `GET /api/times`. `minutes`: the length of the visit; absent for the usual one of its kind. `person`: the times
 * of this one; absent: of all who make such visits.
 */
export const TimesQuery = z.object({
  kind: visitKind,
  person: z.optional(personId),
  minutes: z.optional(
    z.coerce
      .number('visitMinutes' satisfies Rule)
      .check(
        z.gte(MIN_VISIT_MINUTES, 'visitMinutes' satisfies Rule),
        z.lte(MAX_VISIT_MINUTES, 'visitMinutes' satisfies Rule),
      ),
  ),
});

/**
 * `GET /api/times`: the times that are open for such a visit, and its length in minutes; 503 without the calendar. `people`:
 * who makes such visits, if there are several people.
 */
export const OpenTimes = z.object({
  slots: z.array(Slot),
  minutes: z.number(),
  people: z.optional(z.array(NamedPerson)),
});

/**
 * The owner books or changes a visit, at any time to come up to two years ahead. `from`: the visit on the owner's screen,
 * which a newer change makes stale. `isQuiet`: the visitor is not told. An absent end or kind is the moved visit's, else as
 * the rules say.
 */
export const BookedByOwner = z
  .object({
    do: z.literal('book'),
    slot: onTheMinute,
    end: z.optional(onTheMinute),
    kind: z.optional(visitKind),
    from: z.nullable(instant),
    /** The id of that visit: two may begin at once. */
    visitId: z.optional(z.string()),
    /** Beside the visits to come, of which `from` is the soonest. Else the visit that begins at `from` is changed. */
    isAnother: z.optional(z.boolean()),
    isQuiet: z.boolean(),
    /** Whatever the visit overlaps. */
    isAnyway: z.optional(z.boolean()),
    /** The id of who comes. Absent: whoever makes the changed visit; of a new one, who is free. */
    person: z.optional(personId),
  })
  .check(
    z.refine(
      ({ slot, end }) => {
        const minutes = end === undefined ? MIN_VISIT_MINUTES : (Date.parse(end) - Date.parse(slot)) / MINUTE;
        return minutes >= MIN_VISIT_MINUTES && minutes <= MAX_VISIT_MINUTES;
      },
      { path: ['end'], error: 'visitMinutes' satisfies Rule },
    ),
  );

/**
 * A visit would overlap one of these: another visit (of `name`, unless its lead cannot be read), a time away, the
 * hours, a holiday (of `name`), or a busy time of the calendar.
 */
const Overlap = z.object({
  what: z.enum(['visit', 'away', 'closed', 'holiday', 'busy']),
  name: z.optional(z.string()),
  start: z.optional(instant),
  end: z.optional(instant),
});
export type Overlap = z.infer<typeof Overlap>;
/** In the `conflict.fields` of a 409 that `isAnyway` passes over. */
export const Overlaps = z.object({ overlaps: z.array(Overlap) });
