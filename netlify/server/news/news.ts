import { type Interval, toSlot } from '#lib/time/interval';
import type { Lead, Visit } from '#lead/lead';
import { createHash } from 'node:crypto';
import { callbackService } from '#contracts/consultation';
import { arrivalOf, HELD_BACK_MS } from '#contracts/visit-day';
import { DAY, HOUR, MINUTE, SECOND } from '#lib/time/units';
import { leadReference } from '#server/leads/lead-id';
import type { Due } from '#server/outbox/outbox';

/** One event of the site, with all that people are told of it. */
export type News =
  | RequestNews
  | VisitNews
  | ConfirmNews
  | ReminderNews
  | OutcomeNews
  | UndeliveredNews
  | TextFailedNews
  | DayNews
  | UnopenedNews
  | ReviewNews
  | TextNews;

/** A visitor has sent a request. `isChanged`: the same one before, in other words. */
export interface RequestNews {
  readonly kind: 'request';
  readonly lead: Lead;
  readonly isChanged: boolean;
}

/** A visit of a lead. `eventId` names its event in the calendar: a visit that is moved gets another one. */
interface OfVisit {
  readonly lead: Lead;
  readonly visit: Pick<Visit, 'id' | 'changes' | 'who' | 'slot' | 'cancelledSlot'>;
  readonly interval: Interval;
  readonly eventId: string;
  /** A `VisitKind`, or one of other rules. Absent: a consultation. */
  readonly visitKind?: string;
}

/** What became of a visit. `byOwner`: the owner did it; `isQuiet`: and does not want the visitor told. */
export type VisitNews = OfVisit & { readonly byOwner?: { readonly isQuiet: boolean } } & (
    | { readonly kind: 'booked' | 'cancelled' }
    /** `isHandedOver`: its time is the same, and somebody else comes. */
    | { readonly kind: 'moved'; readonly former: Interval; readonly isHandedOver?: boolean }
  );

/** A number that agrees to texts after the booking, or another email address, hears of the visit. `by`: its channel. */
type ConfirmNews = OfVisit & { readonly kind: 'confirm'; readonly by: string };

/** A visit is tomorrow. */
export type ReminderNews = OfVisit & { readonly kind: 'reminder' };

/** The owner is on the way, or stands at the door of nobody, since `at` (ISO 8601). `minutes`: how long the way takes. */
export type DayNews = Omit<OfVisit, 'eventId'> & { readonly at: string } & (
    | { readonly kind: 'onMyWay'; readonly minutes: number }
    | { readonly kind: 'nobodyHome' }
  );

/** The owner has set the lead to quoted, won or lost, `at` this instant. */
export interface OutcomeNews {
  readonly kind: 'outcome';
  readonly lead: Lead;
  readonly at: string;
}

/** A mail did not reach its visitor. `key` and `subject` are the lost mail's. */
export interface UndeliveredNews {
  readonly kind: 'undelivered';
  readonly lead: Lead;
  readonly key: string;
  readonly subject: string;
}

/**
 * A text did not reach its visitor. `key`, `about` (the kind of its news), `text`: the lost text's; `code`: the
 * provider's.
 */
export interface TextFailedNews {
  readonly kind: 'textFailed';
  readonly lead: Lead;
  readonly key: string;
  readonly about: string;
  readonly text: string;
  readonly code: string;
}

/** Nobody has opened a request for so many minutes of the store's hours. */
export interface UnopenedNews {
  readonly kind: 'unopened';
  readonly lead: Lead;
  readonly after: 15 | 60;
}

/** A customer is asked for a review. `link`: where it is written. `by`: the one channel that asks. */
export interface ReviewNews {
  readonly kind: 'review';
  readonly by: string;
  readonly lead: Lead;
  readonly link: string;
}

/** A visitor has texted us (`incoming`), or one of us answers. `id`: the provider's, or the answer's own. */
type TextNews = { readonly lead: Lead; readonly id: string; readonly text: string } & (
  | { readonly kind: 'incoming' }
  | { readonly kind: 'answer'; readonly by: string; readonly number: string }
);

/** Begins the key of each notice of a request. */
export const requestKeys = (leadId: string) => `${leadReference(leadId)}-request-`;

/** The key of the news in the outboxes. The same news has the same key, so it is told once. */
export function keyOf(news: News): string {
  const { kind, lead } = news;
  if (kind === 'undelivered') return `${news.key}-undelivered`;
  if (kind === 'textFailed') return `${leadReference(lead.id)}-lost-${digest({ key: news.key })}`;
  if (kind === 'incoming' || kind === 'answer') return `${leadReference(lead.id)}-${kind}-${news.id}`;
  if (kind === 'request') return requestKeys(lead.id) + digest(wordsOf(lead));
  if (kind === 'onMyWay' || kind === 'nobodyHome') {
    return `${leadReference(lead.id)}-day-${digest({ kind, visit: news.visit.id, at: news.at })}`;
  }
  if (kind === 'review') return `${leadReference(lead.id)}-review`;
  if (kind === 'unopened') return `${leadReference(lead.id)}-unopened-${news.after}`;
  if (kind !== 'outcome') return `${leadReference(lead.id)}-${toldAs[kind] ?? kind}-${news.eventId}`;
  const { status, amount, lostReason } = lead;
  return `${leadReference(lead.id)}-outcome-${digest({ status, amount, lostReason, at: news.at })}`;
}

/** All that tells of a time: each person hears of an event once. */
const toldAs: Partial<Record<News['kind'], string>> = { moved: 'booked', confirm: 'booked' };

/** The visitor's words, not the owner's corrections. One who comes back to earlier words changes the request once more. */
function wordsOf({ request, asSent = request, rewordings }: Lead): object {
  return rewordings ? [asSent, rewordings] : asSent;
}

export function digest(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}

/** In ms. The dialog books right after the request, but a visitor whose time is taken needs a moment. */
export const BOOKING_WAIT_MS = 3 * MINUTE;
/** In ms before the visit. A later reminder is useless. */
const TOO_LATE_MS = 2 * HOUR;

/**
 * When people are told at `now` (ms), and while what is true. Absent: at once, and in any case. After an outage nobody hears
 * what the visit is no more, nor what is fleeting of one that has begun; the others hear it also then, since the clock
 * may be ahead.
 */
export function dueOf(news: News, now: number, { isFleeting }: { readonly isFleeting: boolean }): Due {
  if (news.kind === 'request') return dueOfRequest(news.lead, now);
  if (news.kind === 'unopened') return { onlyIf: { kind: 'unopened' } };
  if (!('visit' in news)) return {};
  const { kind, interval, visit } = news;
  if (news.kind === 'onMyWay' || news.kind === 'nobodyHome') return dueOfDay(news);
  const about = { kind: 'visit', visit: visit.id, changes: visit.changes } as const;
  const condition = kind === 'cancelled' ? about : { ...about, slot: toSlot(interval).start };
  if (kind === 'reminder') return { onlyIf: { ...condition, before: interval.start - TOO_LATE_MS, isOpen: true } };
  return { onlyIf: isFleeting ? { ...condition, before: interval.start } : condition };
}

/**
 * The owner may take it back for a minute, and that may be on its way for a moment. Whoever should have arrived is not on
 * the way any more, and a day later nobody need hear who was at the door.
 */
function dueOfDay(news: DayNews): Due {
  const { interval, visit, at: mark } = news;
  const at = Date.parse(mark);
  const before = news.kind === 'onMyWay' ? Date.parse(arrivalOf(mark, news.minutes)) : at + DAY;
  const onlyIf = { kind: 'visit', visit: visit.id, slot: toSlot(interval).start, mark, before } as const;
  return { notBefore: at + HELD_BACK_MS + 15 * SECOND, onlyIf };
}

/** A booking usually follows a request from the dialog, and its notice replaces this one. */
function dueOfRequest({ source, request, bookedAt, updatedAt }: Lead, now: number): Due {
  const mayBook = source === 'dialog' && request.serviceInterest !== callbackService && !bookedAt;
  const notBefore = Date.parse(updatedAt) + BOOKING_WAIT_MS;
  return mayBook && notBefore > now && notBefore <= now + BOOKING_WAIT_MS
    ? { notBefore, onlyIf: { kind: 'unbooked' } }
    : {};
}
