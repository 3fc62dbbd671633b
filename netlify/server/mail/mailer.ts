import { createHash, randomUUID } from 'node:crypto';
import { type Language, pathIn } from '#i18n/language';
import { normalEmail } from '#server/leads/email-spelling';
import { findLead, languageOfLead, type Lead } from '#server/leads/lead';
import { leadReference } from '#server/leads/lead-id';
import { visitSecret, visitToken } from '#server/leads/visit-link';
import {
  addPendingOutcome,
  clearPendingNotice,
  isOfOutcome,
  listPendingNotices,
  type PendingNotice,
  type PendingNoticeName,
} from '#server/leads/pending-notices';
import { consume, mailLimit } from '#server/limits/limits';
import type { VisitNotice } from '#server/booking/context';
import type { VisitCalendar } from '#server/calendar/port';
import { forEachAlone, type Listed, type Store, unlessUnreadable } from '#server/storage/port';
import { callbackService } from '#contracts/consultation';
import type { LeadStatus } from '#contracts/lead-status';
import { MINUTE } from '#lib/time/units';
import { createChannel, type Notifier } from './channel.ts';
import type { Send } from './delivery.ts';
import { type Condition, type Due, endOf, isKnown, mailBox } from './outbox.ts';
import { type ComingVisit, RECENT_MS, reminderMessage, TOO_LATE_MS } from './reminder.ts';
import type { MailSite, Message } from './letter.ts';
import { requestNotice, undeliveredNotice, visitNotice } from './messages.ts';
import { visitIcs, visitorMessage } from './visitor-messages.ts';

/** Stores the site's news for all channels and sends it. */
export interface Mailer {
  /** Stores the messages about a visit. A repeat stores nothing. */
  notify(news: VisitNotice): Promise<void>;
  /** Writes down that a visitor is to be reminded of a visit; the same visit again writes nothing. */
  remind(visit: ComingVisit): Promise<void>;
  /**
   * Stores the owner's notice, or leaves it to `sendDue`. Never fails. Clears the pending notice, in `later` if given.
   */
  notifyOfRequest(pending: PendingNotice, later?: (work: () => Promise<void>) => void): Promise<void>;
  /**
   * Changes what became of a lead, and stores the news for programs: each outcome once, also if the process dies in
   * between. Answers as `change` does.
   */
  withOutcome<Answer>(leadId: string, change: () => Promise<Answer>): Promise<Answer>;
  /** The visit as a file for the visitor's calendar program, in the language of the visitor's page. */
  calendarFile(visit: Pick<VisitNotice, 'lead' | 'interval'>, language: Language): Promise<string>;
  hasFresh(): boolean;
  sendFresh(): Promise<void>;
  /** Writes the missing notices and tries to send every message that is due. */
  sendDue(): Promise<void>;
}

export interface MailerOptions {
  readonly leads: Store;
  readonly auth: Store;
  readonly limits: Store;
  readonly visits: Pick<VisitCalendar, 'invites'>;
  readonly site: MailSite;
  /** `null`: there is no mail server and every message stays in the outbox. */
  readonly send: Send | null;
  readonly notifiers?: readonly Notifier[];
  readonly show?: ((message: Message) => void) | undefined;
  now(): number;
  random(): number;
  log(line: string, error?: unknown): void;
}

const TOLD_OUTCOMES: ReadonlySet<string> = new Set<LeadStatus>(['quoted', 'won', 'lost']);

/** In ms. The dialog books right after the request, but a visitor whose time is taken needs a moment. */
export const BOOKING_WAIT_MS = 3 * MINUTE;

export function createMailer(options: MailerOptions): Mailer {
  const { leads, now, random, log, notifiers = [] } = options;
  const box = mailBox(leads);
  const mails = createChannel<Message>({
    name: 'Mail',
    box,
    send: options.send,
    now,
    random,
    log,
    // If the server refuses the owner's own address, the setup is wrong. Once fixed, the notice can still arrive.
    canBeMended: ({ to }) => to === 'owner',
    holds: (id, condition) => holdsOf(leads, id, condition, now()),
    givenUp,
  });
  const senders = [mails, ...notifiers];

  async function write(key: string, message: Message, due?: Due): Promise<boolean> {
    const isNew = await mails.write(key, message, due);
    if (isNew) options.show?.(message);
    return isNew;
  }

  const count = (about: string) => consume(options.limits, mailLimit, about, now());

  /**
   * Whether the mail of that key may be written to the visitor; it counts from then on. One address gets so many mails a
   * day, and one lead makes no more: whoever moves a visit to and fro cannot have us flood somebody. The owner is told
   * of everything. News that was written before is not counted again.
   */
  async function mayMail(key: string, { id, request }: Lead): Promise<boolean> {
    const [isOld, ...counts] = await Promise.all([
      isKnown(box, key),
      count(`lead ${id}`),
      count(`address ${normalEmail(request.email ?? '')}`),
    ]);
    if (!isOld && counts.every((one) => 'release' in one)) return true;
    await Promise.all(counts.map((one) => ('release' in one ? one.release() : null)));
    return false;
  }

  async function notify(news: VisitNotice): Promise<void> {
    const key = `${leadReference(news.lead.id)}-${news.kind}-${news.eventId}`;
    const listeners = notifiers.filter(({ hearsOwner }) => hearsOwner || !news.byOwner);
    // The owner's mail comes last. If it exists, all others have been told.
    const isNotified = listeners.length === 0 || (await isKnown(box, `${key}-owner`));
    if (!isNotified) await Promise.all(listeners.map((listener) => listener.notify(key, news, {})));
    const notifyVisitor = async () => {
      const message = visitorMessage(news, {
        site: options.site,
        visitLink: await visitLink(options, news.lead),
        isInvited: options.visits.invites(news.lead),
        now: now(),
      });
      if (message && (await mayMail(`${key}-visitor`, news.lead))) await write(`${key}-visitor`, message);
    };
    // The owner's notice needs no link: it is stored even if the visitor's mail cannot be written.
    const stored = await Promise.allSettled([
      news.byOwner ? null : write(`${key}-owner`, visitNotice(news, options.site)),
      news.byOwner?.isQuiet ? null : notifyVisitor(),
    ]);
    for (const outcome of stored) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** Skips a visit whose confirmation is recent or still unsent. */
  async function remind(visit: ComingVisit): Promise<void> {
    const { lead, interval, eventId } = visit;
    const reference = leadReference(lead.id);
    const key = `${reference}-reminder-${eventId}-visitor`;
    const told = await endOf(box, `${reference}-booked-${eventId}-visitor`);
    if (told === 'waiting' || (told !== null && interval.start - told < RECENT_MS)) return;
    const message = reminderMessage(visit, await visitLink(options, lead));
    if (!message || lead.slot === undefined || !(await mayMail(key, lead))) return;
    const onlyIf = { kind: 'visit', slot: lead.slot, before: interval.start - TOO_LATE_MS } as const;
    await write(key, message, { onlyIf });
  }

  /**
   * One notice for each wording: a visitor who mends a telephone number must not be called at the old one. After the
   * first, one request makes six in a day: who words it anew again and again must not flood the owner.
   */
  async function writeRequest(lead: Lead, isNew: boolean): Promise<void> {
    const prefix = `${leadReference(lead.id)}-request`;
    const { asSent: request = lead.request, rewordings } = lead;
    // The visitor's words, not the owner's corrections. One who comes back to earlier words changes the request once more.
    const key = `${prefix}-${digest(rewordings ? [request, rewordings] : request)}`;
    const former = isNew ? [] : await noticesOf(prefix);
    if (former.some((one) => one.key.endsWith(key))) return;
    const isChanged = former.length > 0;
    const counted = isChanged ? await count(`wordings of ${lead.id}`) : null;
    if (counted && 'wait' in counted) return;
    const due = { ...dueOf(lead, now()), isFirst: isNew };
    await Promise.all(notifiers.map((notifier) => notifier.notify(key, { kind: 'request', lead, isChanged }, due)));
    const isFirst = await write(key, requestNotice(lead, { isChanged }, options.site), due);
    // A parallel call wrote the same wording, so it was counted twice.
    if (!isFirst) await counted?.release();
  }

  async function noticesOf(prefix: string): Promise<readonly Listed[]> {
    const listed = [leads.list(`outbox/${prefix}`), leads.list(`mailed/${prefix}`)];
    return (await Promise.all(listed)).flat();
  }

  async function notifyOfRequest(pending: PendingNotice, later?: (work: () => Promise<void>) => void): Promise<void> {
    const clear = () => clearPendingNotice(leads, pending);
    try {
      // A request from this call cannot have a notice yet.
      const lead = pending.lead ?? (await findLead(leads, pending.leadId))?.lead;
      if (lead && !lead.isRemoving) await writeRequest(lead, pending.lead !== undefined);
      if (!later) await clear();
    } catch (error) {
      log(`Mail: the notice of the request ${leadReference(pending.leadId)} is still to be written`, error);
      return;
    }
    later?.(clear);
  }

  const programs = notifiers.filter(({ hearsOwner }) => hearsOwner);

  async function withOutcome<Answer>(leadId: string, change: () => Promise<Answer>): Promise<Answer> {
    if (programs.length === 0 || !(await findLead(leads, leadId))) return await change();
    const pending = await addPendingOutcome(leads, leadId, randomUUID(), now());
    const answer = await change();
    await notifyOfOutcome(pending);
    return answer;
  }

  /** Never fails: what could not be written is written by `sendDue`. */
  async function notifyOfOutcome(pending: PendingNoticeName): Promise<void> {
    try {
      const lead = (await findLead(leads, pending.leadId))?.lead;
      if (lead && !lead.isRemoving && TOLD_OUTCOMES.has(lead.status)) {
        const { status, closedAt, amount, lostReason } = lead;
        const key = `${leadReference(lead.id)}-outcome-${digest({ status, closedAt, amount, lostReason })}`;
        await Promise.all(programs.map((program) => program.notify(key, { kind: 'outcome', lead }, {})));
      }
      await clearPendingNotice(leads, pending);
    } catch (error) {
      log(`Webhook: the outcome of ${leadReference(pending.leadId)} is still to be written`, error);
    }
  }

  async function givenUp(key: string, message: Message): Promise<void> {
    if (message.to === 'owner') return;
    const found = await findLead(leads, message.lead);
    if (found && !found.lead.isRemoving)
      await write(`${key}-undelivered`, undeliveredNotice(found.lead, message.subject, options.site));
  }

  return {
    notify,
    remind,
    notifyOfRequest,
    withOutcome,
    async calendarFile({ lead: { request, ...kept }, interval }, language) {
      const lead = { ...kept, request: { ...request, language } };
      const link = await visitLink(options, lead);
      const visit = { lead, interval, ...(lead.slotKind && { visitKind: lead.slotKind }) };
      return visitIcs(visit, { site: options.site, visitLink: link, now: now() }, { method: 'PUBLISH' });
    },
    hasFresh: () => senders.some((sender) => sender.hasFresh()),
    sendFresh: () => allTogether(senders, (sender) => sender.sendFresh()),
    sendDue: async () => {
      const notices = async () => {
        for (const pending of await listPendingNotices(leads, now())) {
          await (isOfOutcome(pending) ? notifyOfOutcome(pending) : notifyOfRequest(pending));
        }
      };
      await forEachAlone([notices, () => allTogether(senders, (sender) => sender.sendDue())], (step) => step());
    },
  };
}

/** Does all at once, although some fail. Throws the first failure once all is done. */
async function allTogether<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled(items.map(work));
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}

/** True if the lead meets the condition at `now` (ms since the epoch). */
export async function holdsOf(leads: Store, id: string, condition: Condition, now: number): Promise<boolean> {
  const found = await unlessUnreadable(findLead(leads, id), () => null);
  // After any change of the visit, the owner gets a notice about the visit instead.
  if (condition.kind === 'unbooked') return !found || found.lead.changes === 0;
  return found?.lead.slot === condition.slot && now < condition.before;
}

/**
 * Delays the notice of a request from the dialog: a booking usually follows, and its notice replaces this one.
 * Otherwise the notice goes at once.
 */
function dueOf({ source, request, changes, updatedAt }: Lead, now: number): Due {
  const mayBook = source === 'dialog' && request.serviceInterest !== callbackService && changes === 0;
  const notBefore = Date.parse(updatedAt) + BOOKING_WAIT_MS;
  return mayBook && notBefore > now && notBefore <= now + BOOKING_WAIT_MS
    ? { notBefore, onlyIf: { kind: 'unbooked' } }
    : {};
}

async function visitLink({ auth, site }: MailerOptions, lead: Lead): Promise<string> {
  const token = visitToken(await visitSecret(auth), lead.id);
  return site.origin + pathIn(languageOfLead(lead), `/visit/${token}`);
}

function digest(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}
