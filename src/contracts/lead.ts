import * as z from 'zod/mini';
import { DAY, MINUTE } from '#lib/time/units';
import { date, instant } from './calendar.ts';
import type { Attribution } from './consultation.ts';
import { LeadFilters } from './lead-filter.ts';
import { Correction } from './lead-request.ts';
import { type Rule, seen } from './problem.ts';
import { line, notAnObject, paragraph } from './text.ts';

/** In the order of the work. `closed` is from before December 2026, when nobody noted whether a lead was won. */
export const leadStatusLabels = {
  new: 'New',
  contacted: 'Contacted',
  booked: 'Booked',
  visited: 'Visited',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
} as const;
export type LeadStatus = keyof typeof leadStatusLabels;
export const leadStatuses = Object.keys(leadStatusLabels) as [LeadStatus, ...LeadStatus[]];

/** Until December 2026 `contacted` was called so. Stored leads and open pages may still say it. */
export const withNewName = (status: unknown) => (status === 'called back' ? 'contacted' : status);
export const leadStatus = z.pipe(z.transform(withNewName), z.enum(leadStatuses, { error: 'status' satisfies Rule }));

/** A stored status in today's list. The owner sees a lead with an unknown status among the new ones. */
export const countedStatus = (status: string): LeadStatus => leadStatuses.find((known) => known === status) ?? 'new';

const ended: readonly string[] = ['won', 'lost', 'closed'] satisfies LeadStatus[];
/** Nothing more is to be done for the lead. */
export const isEnded = ({ status }: { readonly status: string }): boolean => ended.includes(status);

/** Why a lead was lost. */
export const lostReasonLabels = {
  price: 'Too expensive',
  'went elsewhere': 'Bought elsewhere',
  'not now': 'Not now',
  cancelled: 'Cancelled at the door',
  'no answer': 'Never reached',
  area: 'Too far away',
  other: 'Another reason',
} as const;
export type LostReason = keyof typeof lostReasonLabels;
const lostReason = z.enum(Object.keys(lostReasonLabels) as [LostReason, ...LostReason[]], {
  error: 'lostReason' satisfies Rule,
});

export const visitKindLabels = {
  consultation: 'Consultation',
  measure: 'Measure',
  installation: 'Installation',
  service: 'Service',
} as const;
export type VisitKind = keyof typeof visitKindLabels;
export const visitKind = z.enum(Object.keys(visitKindLabels) as [VisitKind, ...VisitKind[]], {
  error: 'visitKind' satisfies Rule,
});

/** How a visit went. */
export const outcomeLabels = {
  sold: 'Sold',
  quoted: 'Quoted',
  'not now': 'Not now',
  'not home': 'Not home',
  cancelled: 'Cancelled at the door',
} as const;
export type Outcome = keyof typeof outcomeLabels;
const outcomes = Object.keys(outcomeLabels) as [Outcome, ...Outcome[]];

/** An outcome sets these fields of its lead, unless the owner says something else in the same change. */
export const afterOutcome = {
  sold: { status: 'won' },
  quoted: { status: 'quoted' },
  'not now': { status: 'lost', lostReason: 'not now' },
  'not home': { status: 'contacted' },
  cancelled: { status: 'lost', lostReason: 'cancelled' },
} as const satisfies Record<Outcome, Pick<LeadChange, 'status' | 'lostReason'>>;

/** Dollars. */
export const MAX_AMOUNT = 1_000_000;

/** `form` is the plain page without scripts; `phone` was entered by the owner. */
export type LeadSource = 'dialog' | 'form' | 'phone';

/** Of one note, in characters. */
export const MAX_NOTE = 4000;
export const MAX_NOTES = 200;
/** In characters. */
export const MAX_SEARCH_LENGTH = 200;
export const LEADS_A_PAGE = 50;

const text = z._default(z.string(), '');
const optionalText = z.optional(z.string());
const AnyFields = z.record(z.string(), z.unknown());

/** All texts, also of fields that today's list does not know. */
function keptAttribution(value: unknown): Attribution | undefined {
  const fields = Object.entries(AnyFields.safeParse(value).data ?? {});
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

/**
 * A stored request, in the order of `ConsultationRequest`. The forms' lists, limits and patterns are not asked: the
 * request may be older than they are. A field that is added to it needs a default.
 */
export const KeptRequest = z.object({
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
  attribution: z.optional(z.pipe(z.unknown(), z.transform(keptAttribution))),
  /** How a caller heard of us (`heardFromLabels`), or a former answer. */
  heardFrom: optionalText,
});

/** Written once: a later note corrects it. */
export const LeadNote = z.object({
  id: z.string(),
  /** Absent for what was written before notes had a time and an author. */
  at: z.optional(instant),
  by: z.optional(z.string()),
  text: z.string(),
  /** The id of the note in whose place this one stands. */
  corrects: z.optional(z.string()),
});
export type LeadNote = z.infer<typeof LeadNote>;

/** The notes that no other one corrects. */
export function standingNotes(notes: readonly LeadNote[]): LeadNote[] {
  const corrected = new Set(notes.map(({ corrects }) => corrects));
  return notes.filter(({ id }) => !corrected.has(id));
}

/** A visit that has begun. `outcome` is absent until the owner says how it went. `kind` may be unknown to today's list. */
export const PastVisit = z.object({
  start: instant,
  end: instant,
  kind: z.string(),
  outcome: z.optional(z.string()),
});
export type PastVisit = z.infer<typeof PastVisit>;

/** A lead for the owner. Instants are ISO 8601 in UTC. `source` and `status` may be unknown to today's lists. */
export const AdminLead = z.object({
  id: z.string(),
  createdAt: instant,
  updatedAt: instant,
  source: z.string(),
  status: z.string(),
  /** The honeypot was filled in: likely spam. */
  isSpam: z.boolean(),
  request: KeptRequest,
  /** The start of the held or booked visit. */
  slot: z.optional(instant),
  /** Its end; absent if it was booked when every visit took an hour. */
  slotEnd: z.optional(instant),
  /** A `VisitKind`, or one of other rules. */
  slotKind: z.optional(z.string()),
  /** Those that have begun, the oldest first: the visit at `slot` too, once it has begun. */
  visits: z.array(PastVisit),
  /** The day on which the owner wants to see the lead again, in the business's zone. */
  followUp: z.optional(z.string()),
  /** In dollars: the quoted one, then the sold one. */
  amount: z.optional(z.number()),
  lostReason: z.optional(z.string()),
  /** The visitor said no: the lead stays out of the file for Google Ads. */
  noAds: z.optional(z.boolean()),
  /** The visit's cancellation, until another is booked. */
  cancelledAt: z.optional(instant),
  /** In the order of their writing. */
  notes: z.array(LeadNote),
});
export type AdminLead = z.infer<typeof AdminLead>;

const NEXT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{32}$/;

/** The query of `GET /api/leads` and `GET /api/leads/export`. An empty value counts as absent. */
export const LeadQuery = z.object({
  /** Searches what was sent and noted, where the lead came from, and the language. */
  search: z._default(line(MAX_SEARCH_LENGTH), ''),
  status: z._default(z.union([z.literal(''), leadStatus], { error: 'status' satisfies Rule }), ''),
  ...LeadFilters.shape,
  /** The `next` of the page before. */
  after: z._default(z.string().check(z.refine((text) => text === '' || NEXT.test(text), 'next' satisfies Rule)), ''),
});
export type LeadQuery = z.infer<typeof LeadQuery>;

/** `GET /api/leads`: newest first. */
export const LeadPage = z.object({
  leads: z.array(AdminLead),
  /** Matching leads on all pages. */
  matching: z.number(),
  total: z.number(),
  /** Where the leads came from, of all of them. */
  sources: z._default(z.array(z.string()), []),
  /** Requests the next page; absent on the last. */
  next: z.optional(z.string()),
});
export type LeadPage = z.infer<typeof LeadPage>;

/** ms. The owner is asked for so long how a visit went. */
const ASKED_FOR_MS = 30 * DAY;

/** The last visit that is over, unless the owner said how it went. `now` in ms. */
export function visitToTell({ visits }: Pick<AdminLead, 'visits'>, now: number): PastVisit | undefined {
  const last = visits.findLast(({ end }) => Date.parse(end) <= now);
  return last && !last.outcome && Date.parse(last.end) > now - ASKED_FOR_MS ? last : undefined;
}

/** `GET /api/today`: the owner's tasks. Each list but `visits` has at most `LEADS_A_PAGE` leads, beside the count of all. */
export const Today = z.object({
  /** From today (in the business's zone) on, soonest first, without those of `outcomes`. */
  visits: z.array(AdminLead),
  /**
   * New requests without a visit: promises that can still be kept, soonest first, then the longest wait. `due`: the end
   * of what the visitor was promised; absent if the dealer promises no hours.
   */
  waiting: z.array(z.extend(AdminLead, { due: z.optional(instant) })),
  waitingCount: z.number(),
  /** Their visit is over, and nobody said how it went. The last one first. */
  outcomes: z.array(AdminLead),
  outcomesCount: z.number(),
  /** To be called again today or before, the longest due first. */
  followUps: z.array(AdminLead),
  followUpsCount: z.number(),
});
export type Today = z.infer<typeof Today>;

/** The language for a call: `English`, `Spanish`. */
export function languageName({ language = 'en' }: Pick<AdminLead['request'], 'language'>): string {
  if (language === 'en') return 'English';
  return language === 'es' ? 'Spanish' : language;
}

/** Set if the visitor's page was not in English: `Call in Spanish`. */
export function callLanguage(request: Pick<AdminLead['request'], 'language'>): string | undefined {
  const name = languageName(request);
  return name === 'English' ? undefined : `Call in ${name}`;
}

/** The start of a lead's wait for a call, in ISO 8601: its request or its visit's cancellation. */
export const waitsSince = ({ createdAt, cancelledAt }: Pick<AdminLead, 'createdAt' | 'cancelledAt'>): string =>
  cancelledAt ?? createdAt;

const noteId = z.string('note' satisfies Rule).check(z.regex(/^[\w-]{1,64}$/, 'note' satisfies Rule));

/** The sender chooses the id: the same one again writes nothing. */
const NewNote = z.object({
  id: noteId,
  text: paragraph(MAX_NOTE).check(z.minLength(1, 'text' satisfies Rule)),
  corrects: z.optional(noteId),
});
export type NewNote = z.infer<typeof NewNote>;

/** Whole cents. */
const amount = z.number('amount' satisfies Rule).check(
  z.minimum(0, 'amount' satisfies Rule),
  z.maximum(MAX_AMOUNT, 'amount' satisfies Rule),
  z.refine((dollars) => Number(dollars.toFixed(2)) === dollars, 'amount' satisfies Rule),
);

/**
 * `PUT /api/leads/{id}`: absent fields stay, `null` empties one; `note` is added. `outcome` is of the visit that begins at
 * `visit`, and sets what `afterOutcome` says; `null` takes it back. `request` corrects the visitor's words; `seen` has its
 * fields beside the others. Answer: 200 with the lead; 409 by `seen`.
 */
export const LeadChange = z.object(
  {
    status: z.optional(leadStatus),
    lostReason: z.optional(z.nullable(lostReason)),
    amount: z.optional(z.nullable(amount)),
    followUp: z.optional(z.nullable(date)),
    noAds: z.optional(z.boolean({ error: 'change' satisfies Rule })),
    outcome: z.optional(
      z.object(
        { visit: instant, result: z.nullable(z.enum(outcomes, { error: 'outcome' satisfies Rule })) },
        notAnObject,
      ),
    ),
    note: z.optional(NewNote),
    request: z.optional(Correction),
    seen,
  },
  notAnObject,
);
export type LeadChange = z.infer<typeof LeadChange>;

/** Of a visit that the owner books, in minutes. */
const [MIN_VISIT_MINUTES, MAX_VISIT_MINUTES] = [15, 12 * 60];
const onTheMinute = instant.check(
  z.refine((text) => Date.parse(text) % MINUTE === 0, { error: 'onTheMinute' satisfies Rule, abort: true }),
);

/** `from`, `isQuiet`: as for `VisitByOwner`. An absent end or kind is the moved visit's, else as the rules say. */
const BookedByOwner = z
  .object({
    action: z.literal('book'),
    slot: onTheMinute,
    end: z.optional(onTheMinute),
    kind: z.optional(visitKind),
    from: z.nullable(instant),
    isQuiet: z.boolean(),
    /** Whatever the visit overlaps. */
    isAnyway: z.optional(z.boolean()),
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
 * A visit would overlap one of these: another visit (of `name`, unless its lead cannot be read), a time away, the hours, a holiday
 * (of `name`), or a busy time of the calendar.
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

/**
 * `POST /api/leads/{id}/visit`: books, moves or cancels. Any time to come up to two years ahead; 409 with `Overlaps`
 * where it is not free. `from`: the visit on the owner's screen, which a newer change makes stale. `isQuiet`: the visitor
 * is not told. Answer: 200 with the lead.
 */
export const VisitByOwner = z.discriminatedUnion(
  'action',
  [BookedByOwner, z.object({ action: z.literal('cancel'), from: instant, isQuiet: z.boolean() })],
  'change' satisfies Rule,
);
export type VisitByOwner = z.infer<typeof VisitByOwner>;

export const LeadMail = z.object({
  /** `request`, `booked`, `cancelled`, `undelivered` or another subject. */
  about: z.string(),
  to: z.enum(['owner', 'visitor']),
  state: z.enum(['waiting', 'sent', 'gave up']),
  /** The time of its end, or of writing while it waits. */
  at: instant,
});
export type LeadMail = z.infer<typeof LeadMail>;

/** `GET /api/leads/{id}/mails`: newest first. */
export const LeadMails = z.object({ mails: z.array(LeadMail) });
export type LeadMails = z.infer<typeof LeadMails>;
