import { createHash } from 'node:crypto';
import {
  clearPendingNotice,
  findLead,
  type Lead,
  leadReference,
  listPendingNotices,
  normalEmail,
  type PendingNoticeName,
  visitSecret,
  visitToken,
} from '#server/leads/lead';
import { consume, mailLimit } from '#server/limits/limits';
import type { VisitNotice } from '#server/booking/context';
import type { VisitCalendar } from '#server/calendar/port';
import type { Store } from '#server/storage/port';
import { deliver, type Delivery, enqueue, isKnown, listWaiting, type Send } from './outbox.ts';
import type { MailSite, Message } from './letter.ts';
import { requestNotice, undeliveredNotice, visitIcs, visitNotice, visitorMessage } from './messages.ts';

/** The site's mail: writes messages down, and sends what was written down. */
export interface Mailer {
  /** Writes down who is to hear of a visit; the same news again writes nothing. */
  notify(news: VisitNotice): Promise<void>;
  /** Writes down that the owner is to hear of a request. Never fails: what could not be written is made up for later. */
  notifyOfRequest(pending: PendingNoticeName): Promise<void>;
  /** The visit as a file for the visitor's own calendar program. */
  calendarFile(visit: Pick<VisitNotice, 'lead' | 'interval'>): Promise<string>;
  /** Whether this mailer has written something that nobody has tried to send. */
  hasFresh(): boolean;
  /** Tries to send what this mailer has written. */
  sendFresh(): Promise<void>;
  /** Makes up for what was not written, and tries to send all that is due. */
  sendDue(): Promise<void>;
}

export interface MailerOptions {
  readonly leads: Store;
  readonly auth: Store;
  /** Counts what a visitor is mailed in a day. */
  readonly limits: Store;
  readonly visits: Pick<VisitCalendar, 'invites'>;
  readonly site: MailSite;
  /** `null` where there is no mail server: everything stays in the outbox. */
  readonly send: Send | null;
  /** Is shown each new message. */
  readonly show?: ((message: Message) => void) | undefined;
  now(): number;
  random(): number;
  log(line: string, error?: unknown): void;
}

/** A visitor's answer does not wait for these, but the function that gave it lives no longer than a minute. */
const FRESH_TIMEOUT_MS = 10_000;
/** A scheduled function may take 30 seconds. */
const DUE_TIMEOUT_MS = 20_000;

export function createMailer(options: MailerOptions): Mailer {
  const { leads, now } = options;
  const fresh: string[] = [];

  /** Resolves to whether the message is new. */
  async function write(key: string, message: Message): Promise<boolean> {
    if (!(await enqueue(leads, key, message, now()))) return false;
    fresh.push(key);
    options.show?.(message);
    return true;
  }

  async function notify(news: VisitNotice): Promise<void> {
    const key = `${leadReference(news.lead.id)}-${news.kind}-${news.eventId}`;
    const toVisitor = visitorMessage(news, {
      site: options.site,
      visitLink: await visitLink(options, news.lead),
      isInvited: options.visits.invites(news.lead),
      now: now(),
    });
    if (!news.byOwner) await write(`${key}-owner`, visitNotice(news, options.site));
    if (news.byOwner?.isQuiet) return;
    if (toVisitor && (await mayMail(`${key}-visitor`, news.lead))) await write(`${key}-visitor`, toVisitor);
  }

  /**
   * One address gets so many mails a day, and one lead makes no more: whoever moves a visit to and fro cannot have us
   * flood somebody. The owner is told of everything. News that was written before is not counted again.
   */
  async function mayMail(key: string, { id, request }: Lead): Promise<boolean> {
    if (await isKnown(leads, key)) return false;
    const ofLead = await count(`lead ${id}`);
    if ('wait' in ofLead) return false;
    const ofAddress = await count(`address ${normalEmail(request.email ?? '')}`);
    if (!('wait' in ofAddress)) return true;
    await ofLead.release();
    return false;
  }

  const count = (about: string) => consume(options.limits, mailLimit, about, now());

  /**
   * One notice for each wording: a visitor who mends a telephone number must not be called at the old one. After the
   * first, one request makes six in a day: who words it anew again and again must not flood the owner.
   */
  async function writeRequest(lead: Lead): Promise<void> {
    const prefix = `${leadReference(lead.id)}-request`;
    const key = `${prefix}-${digest(lead.request)}`;
    const listed = [...(await leads.list(`outbox/${prefix}`)), ...(await leads.list(`mailed/${prefix}`))];
    if (listed.some((one) => one.key.endsWith(key))) return;
    const isChanged = listed.length > 0;
    const counted = isChanged ? await count(`wordings of ${lead.id}`) : null;
    if (counted && 'wait' in counted) return;
    const isNew = await write(key, requestNotice(lead, { isChanged }, options.site));
    // Another call has written of this wording meanwhile: it was counted twice.
    if (!isNew) await counted?.release();
  }

  async function notifyOfRequest(pending: PendingNoticeName): Promise<void> {
    try {
      const found = await findLead(leads, pending.leadId);
      if (found) await writeRequest(found.lead);
      await clearPendingNotice(leads, pending);
    } catch (error) {
      options.log(`Mail: the notice of the request ${leadReference(pending.leadId)} is still to be written`, error);
    }
  }

  const givenUp: Delivery['givenUp'] = async (key, message) => {
    if (message.to === 'owner') return;
    const found = await findLead(leads, message.lead);
    if (found) await write(`${key}-undelivered`, undeliveredNotice(found.lead, message.subject, options.site));
  };

  async function send(keys: readonly string[], timeout: number): Promise<void> {
    if (!options.send || keys.length === 0) return;
    const { random, log } = options;
    await deliver(
      { leads, send: options.send, attemptMs: FRESH_TIMEOUT_MS, now, random, log, givenUp },
      keys,
      AbortSignal.timeout(timeout),
    );
  }

  return {
    notify,
    notifyOfRequest,
    async calendarFile(visit) {
      const link = await visitLink(options, visit.lead);
      return visitIcs(visit, { site: options.site, visitLink: link, now: now() }, { method: 'PUBLISH' });
    },
    hasFresh: () => fresh.length > 0,
    sendFresh: () => send(fresh.splice(0), FRESH_TIMEOUT_MS),
    sendDue: async () => {
      for (const pending of await listPendingNotices(leads, now())) await notifyOfRequest(pending);
      const due = (await listWaiting(leads)).filter(({ waiting }) => waiting.nextAttemptAt <= now());
      await send(
        due.map(({ key }) => key),
        DUE_TIMEOUT_MS,
      );
    },
  };
}

async function visitLink({ auth, site }: MailerOptions, lead: Lead): Promise<string> {
  return `${site.origin}/visit/${visitToken(await visitSecret(auth), lead.id)}`;
}

function digest(request: Lead['request']): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 12);
}
