import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { WebhookDelivery } from '#contracts/alerts';
import type { Variables } from '#server/env';
import type { Lead } from '#server/leads/lead';
import { begunVisits, pastVisit } from '#server/leads/lead-visits';
import {
  type ChannelOptions,
  createChannel,
  type News,
  type Notifier,
  notifierOf,
  type OutcomeNews,
} from '#server/mail/channel';
import type { Attempt, Send } from '#server/mail/delivery';
import type { MailSite } from '#server/mail/letter';
import { occasionOf } from '#server/mail/messages';
import { type Box, waitingSchema } from '#server/mail/outbox';
import { CONSULTATION } from '#server/slots/records';
import { toSlot } from '#server/slots/times';
import { type Store, unlessUnreadable, within } from '#server/storage/port';
import { failureWords, post } from './post.ts';

export interface WebhookSettings {
  readonly url: string;
  readonly key: Buffer;
}

const SECRET = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/;

/** The webhook's settings, or `null` if they are missing or not allowed in this context. */
export function readWebhookSettings(env: Variables, context: string): WebhookSettings | null {
  const { LEADS_WEBHOOK_URL: url = '', LEADS_WEBHOOK_SECRET: secret = '' } = env;
  const [, encoded] = SECRET.exec(secret) ?? [];
  if (!encoded || !URL.canParse(url)) return null;
  const { protocol } = new URL(url);
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && context === 'dev');
  return isAllowed ? { url, key: Buffer.from(encoded, 'base64') } : null;
}

/** A rendered event. It keeps the facts of the moment when it was written. */
export const WebhookEvent = z.object({ lead: z.string(), type: z.string(), body: z.string() });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export const webhookBox = (leads: Store): Box<WebhookEvent> => ({
  store: within(leads, 'webhooks/'),
  waiting: waitingSchema(WebhookEvent),
});

type Common = Pick<ChannelOptions<WebhookEvent>, 'holds' | 'now' | 'random' | 'log'>;

export function webhookNotifier(
  settings: WebhookSettings,
  { leads, site, ...common }: Common & { readonly leads: Store; readonly site: MailSite },
): Notifier {
  const { now } = common;
  const channel = createChannel({
    ...common,
    name: 'Webhook',
    box: webhookBox(leads),
    send: webhookSender(settings, { leads, now }),
    canBeMended: () => true,
    givenUp: async () => undefined,
  });
  const messagesOf = async (news: News) => [{ suffix: '', message: eventOf(news, site, now()) }];
  return notifierOf(channel, messagesOf, { waits: false, hearsOwner: true });
}

/** The events are in docs/webhook.md. */
function eventOf(news: News, site: MailSite, now: number): WebhookEvent {
  const type = typeOf(news);
  const data = { lead: leadData(news.lead, site), ...moreData(news, now) };
  const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
  return { lead: news.lead.id, type, body };
}

function moreData(news: News, now: number) {
  if (news.kind === 'request') return {};
  return news.kind === 'outcome' ? { outcome: outcomeData(news, now) } : { visit: visitData(news) };
}

function typeOf(news: News): string {
  if (news.kind === 'outcome') return `lead.${news.lead.status}`;
  if (news.kind !== 'request') return `visit.${occasionOf(news)}`;
  return news.isChanged ? 'lead.updated' : 'lead.created';
}

/** Leaves out the visitor's source: the privacy page promises that nobody gets it. */
function leadData(
  { id, createdAt, source, isSpam, request: { attribution: _, heardFrom: __, ...request } }: Lead,
  { origin }: MailSite,
) {
  return { id, createdAt, source, isSpam, ...request, url: `${origin}/admin/leads#${id}` };
}

/** The visits are those that have begun. `amount` is in dollars. */
function outcomeData({ lead }: OutcomeNews, now: number) {
  const { status, amount, lostReason } = lead;
  return {
    status,
    amount,
    currency: amount === undefined ? undefined : 'USD',
    lostReason,
    visits: begunVisits(lead, now).map(pastVisit),
  };
}

function visitData(news: Exclude<News, { kind: 'request' | 'outcome' }>) {
  const former = news.kind === 'booked' && news.former ? toSlot(news.former) : undefined;
  return { ...toSlot(news.interval), kind: news.visitKind ?? CONSULTATION, ...(former && { former }) };
}

export const LAST_DELIVERY = 'webhooks/last-delivery';

/** Sends an event by the Standard Webhooks specification. `webhook-id` stays the same for repeats. */
function webhookSender(
  { url, key }: WebhookSettings,
  { leads, now }: { readonly leads: Store; now(): number },
): Send<WebhookEvent> {
  return async (name, { message: { type, body } }, signal) => {
    const id = `msg_${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
    const timestamp = Math.floor(now() / 1000);
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
    const { attempt, note } = await tried(post(url, { headers, body, signal, isTrusted: true }));
    const delivery = { at: new Date(now()).toISOString(), event: type, isDelivered: attempt === 'sent', note };
    await leads.put(LAST_DELIVERY, delivery satisfies WebhookDelivery);
    return attempt;
  };
}

/** Only 2xx is a success. A redirect fails, because the signature is for one address. */
async function tried(posting: Promise<number>): Promise<{ attempt: Attempt; note: string }> {
  try {
    const status = await posting;
    const note = `HTTP ${status}`;
    return { attempt: status >= 200 && status < 300 ? 'sent' : { failed: 'later', error: note }, note };
  } catch (error) {
    const note = failureWords(error);
    return { attempt: { failed: 'unreachable', error: note }, note };
  }
}

/** The result of the last attempt, if there was one. */
export async function lastDelivery(leads: Store): Promise<WebhookDelivery | undefined> {
  const stored = await unlessUnreadable(leads.get(LAST_DELIVERY), () => null);
  const read = WebhookDelivery.safeParse(stored?.value);
  return read.success ? read.data : undefined;
}
