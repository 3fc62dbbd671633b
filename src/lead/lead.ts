import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { KeptRequest } from '#contracts/kept-request';
import { Job } from '#contracts/lead-job';
import { type Language, languageOf } from '#i18n/language';
import { spoken } from '#i18n/site-languages';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** An instant as `Date` writes it, in UTC; `undefined` for a text that is none. */
function toInstant(text: string): string | undefined {
  const time = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** A stored instant; what is none counts as absent. */
const instant = z.optional(z.pipe(z.string(), z.transform(toInstant)));
/** A stored instant, or `unknown` for what is none. */
const instantOr = (unknown: string) =>
  z.pipe(
    z.string(),
    z.transform((text) => toInstant(text) ?? unknown),
  );

const text = z.optional(z.string());

/**
 * The owner booked or canceled the visit in this slot. `from`: the slot that the visit left. `isQuiet`: the visitor is not
 * told. `isAnyway`: outside of the hours, or over something else. `by`: who decided.
 */
const OwnersDecision = keptObject({
  slot: z.string(),
  from: text,
  isQuiet: z.boolean(),
  isAnyway: z.optional(z.boolean()),
  by: text,
});
export type OwnersDecision = z.infer<typeof OwnersDecision>;

/** The steps of its day, see `VisitDay`. */
const KeptDay = keptObject({
  onMyWayAt: instant,
  minutes: z.optional(z.number()),
  arrivedAt: instant,
  doneAt: instant,
  nobodyAt: instant,
  by: text,
});

/** The kind of visit that visitors book. */
export const CONSULTATION = 'consultation';

/** A visit of a lead. Slots are named by their keys, instants are ISO 8601 in UTC. */
export const Visit = keptObject({
  /** `<lead>/<number>`: the lead that it was booked for, which may be a part of this one by now. */
  id: z.string(),
  /** The slot that it has. Absent: nothing is booked yet, or it is canceled. */
  slot: text,
  /** As it was booked last. */
  start: instant,
  end: instant,
  /** A `VisitKind`, or one of other rules. */
  kind: z._default(z.string(), CONSULTATION),
  /** The name of who comes, as it was told; absent: one person makes all visits. `personOf` says whose time it is. */
  who: text,
  /** The slot that was tried last. It becomes `slot` once it is booked. */
  requested: text,
  /** How often it was booked, changed or canceled: an invitation's SEQUENCE (RFC 5545, 3.8.7.4). */
  changes: z._default(z.number(), 0),
  /** How often the visitor has moved it. */
  moves: z._default(z.number(), 0),
  cancelledAt: instant,
  /** The slot that it had then. */
  cancelledSlot: text,
  /** The owner's decisions about it, as long as they matter. */
  byOwner: z.optional(z.array(OwnersDecision)),
  /** The request as its event in the calendar still has it: the calendar is still to be told of a correction. */
  eventWords: z.optional(KeptRequest),
  /** The owner's own, and who wrote it last. */
  note: text,
  noteBy: text,
  /** Absent: the owner has noted nothing of its day. */
  day: z.optional(KeptDay),
  /** How it went, and who noted that. */
  outcome: text,
  by: text,
  /** Never stored, and set in answers: the visit lies ahead or was, but somebody else has its time. */
  isLost: z.optional(z.boolean()),
});
export type Visit = z.infer<typeof Visit>;

/** A visit that nobody has booked yet. */
export const newVisit = (id: string): Visit => Visit.parse({ id });

const KeptNote = keptObject({
  id: z._default(z.string(), ''),
  at: instant,
  by: text,
  text: z._default(z.string(), ''),
  corrects: text,
});

/** A request that is one with the lead's by now: its own words, which its browser may still send again. */
const Part = keptObject({
  id: z.string(),
  createdAt: instantOr('1970-01-01T00:00:00.000Z'),
  source: z._default(z.string(), 'dialog'),
  request: KeptRequest,
  asSent: z.optional(KeptRequest),
});
export type Part = z.infer<typeof Part>;

/**
 * What somebody is still to be told. `at`: when it happened. `of`: the part whose request it is. `visit`, `minutes`: of the
 * day's step. `visit`, `event`: of a visit that is confirmed to another number. `link`, `channel`: of a question for a review.
 * `number`, `by`, `where`, `wording`: of an agreement to texts.
 */
const Untold = keptObject({
  kind: z.string(),
  at: z.string(),
  of: text,
  visit: text,
  event: text,
  minutes: z.optional(z.number()),
  link: text,
  channel: text,
  number: text,
  by: text,
  where: text,
  wording: text,
});
export type Untold = z.infer<typeof Untold>;

/**
 * What the last command has changed, so that it can be taken back. `at`: when it was made, which names it. `before`: the
 * fields as they were, `null` for an absent one; `visit`: what its visit had.
 */
const Undo = keptObject({
  at: z.string(),
  before: z.record(z.string(), z.unknown()),
  visit: z.optional(keptObject({ id: z.string(), outcome: text, by: text, day: z.optional(KeptDay) })),
});

/** `isTold`: the owner was told of it, and of those that came right after it. */
const UnansweredText = keptObject({
  id: z.string(),
  at: z.string(),
  text: z.string(),
  isTold: z.optional(z.boolean()),
});
export type UnansweredText = z.infer<typeof UnansweredText>;

const KeptJob = keptObject(Job.shape);
const LaterSale = keptObject({
  visit: z.string(),
  at: z.string(),
  amount: z.optional(z.number()),
  job: z.optional(KeptJob),
});

/**
 * A lead: one document with all that is known of one person's request, and the only one that a change of it writes. Its
 * slots, messages, pictures and texts are records of their own. Instants are ISO 8601 in UTC. Today's lists, limits and
 * patterns are not asked: the record may be older than they are. A field that is added to it needs a default.
 */
export const Lead = keptObject({
  id: z.string(),
  /** Rises with each write. */
  version: z._default(z.number(), 0),
  createdAt: instantOr('1970-01-01T00:00:00.000Z'),
  /** The last change by a person. An unknown time lies ahead, so that nothing counts as lapsed. */
  updatedAt: instantOr('9999-12-31T23:59:59.999Z'),
  /** A `LeadSource`, or a former one. */
  source: z._default(z.string(), 'dialog'),
  /** Who of us added or changed it last; absent if nobody did. */
  by: text,
  /** A `LeadStatus`, or a former one. */
  status: z._default(z.string(), 'new'),
  /** The honeypot was filled in, so it is most likely spam. It is kept: no request may be lost. */
  isSpam: z._default(z.boolean(), false),
  request: KeptRequest,
  /** As the visitor sent it last, once the owner has corrected it. */
  asSent: z.optional(KeptRequest),
  /** The soonest first; those without a time come last. */
  visits: z._default(z.array(Visit), []),
  /** The day on which the owner wants to see the lead again: `2026-12-01`, in the business's zone. */
  followUp: text,
  /** In dollars: the quoted one, then that of all sales. */
  amount: z.optional(z.number()),
  /** The sales after the first. `visit`: the start of the visit that brought it; `job`: its own, as that of the first. */
  laterSales: z.optional(z.array(LaterSale)),
  /** The start of the visit that brought the first sale. */
  soldBy: text,
  /** The steps that the owner has noted since the first sale; days in the business's zone. */
  job: z.optional(KeptJob),
  /** What the customer has paid, in the order in which it was noted; `on`: a day in the business's zone. Of all sales. */
  payments: z.optional(z.array(keptObject({ on: z.string(), amount: z.number() }))),
  /** Of a lost lead: a `LostReason`, or a former one. */
  lostReason: text,
  /** The visitor said no to what Google is told of its advertisements. */
  noAds: z.optional(z.boolean()),
  /** How often the visitor has changed the request on the page of the visit. The owner is told of each. */
  rewordings: z.optional(z.number()),
  /** The first booking, the owner's first call to a waiting visitor, and the last end: won, lost or closed. */
  bookedAt: instant,
  /** The owner set the lead to visited, and the first sale. */
  visitedAt: instant,
  wonAt: instant,
  calledAt: instant,
  closedAt: instant,
  /** The owner first opened the lead, or first did something about it. */
  openedAt: instant,
  /** The owner was told again after so many minutes that nobody has opened it. */
  toldAfter: z.optional(z.number()),
  /** The customer was asked for a review. */
  reviewAskedAt: instant,
  /** The visitor's texts that nobody has answered, the oldest first. `id`: the provider's. */
  unansweredTexts: z.optional(z.array(UnansweredText)),
  /** Our last text that did not reach the visitor, until the owner says that they know. `id`: its key. */
  unsentText: z.optional(keptObject({ id: z.string(), at: z.string(), text: z.string() })),
  /** In the order of their writing. */
  notes: z._default(z.array(KeptNote), []),
  untold: z._default(z.array(Untold), []),
  undo: z.optional(Undo),
  /** The lead is a part of that one, by its id: nothing writes it any more (`merge.ts`). */
  into: text,
  /** The requests that have become its parts. */
  also: z.optional(z.array(Part)),
  /** The owner is removing the lead. It books nothing more, and its record goes last. */
  isRemoving: z.optional(z.boolean()),
});
export type Lead = z.infer<typeof Lead>;

/** `form` is the plain page without scripts; `phone` was entered by the owner; `text` came as a text message. */
export type LeadSource = 'dialog' | 'form' | 'phone' | 'text';

/** The language for mails and calls; the site's first for one that it does not speak. */
export const languageOfLead = ({ request }: Pick<Lead, 'request'>): Language => spoken(languageOf(request.language));

/** Somebody waits for an answer, and the owner has not seen the lead yet. */
export const isUnopened = ({ openedAt, status, isSpam, isRemoving }: Lead): boolean =>
  !openedAt && status === 'new' && !isSpam && !isRemoving;

/** The requests of a lead and of its parts, its own first. */
export const requestsOf = ({ id, createdAt, source, request, also = [] }: Lead): readonly Part[] => [
  { id, createdAt, source, request },
  ...also,
];

/** The ids of a lead and of its parts. Pictures, texts and messages are kept by them. */
export const idsOf = ({ id, also = [] }: Lead): readonly string[] => [id, ...also.map((part) => part.id)];
