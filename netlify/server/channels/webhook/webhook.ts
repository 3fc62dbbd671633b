import { toSlot } from '#lib/time/interval';
import { begunVisits } from '#lead/visits';
import { CONSULTATION, type Lead } from '#lead/lead';
import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { knownFields } from '#contracts/kept-request';
import { WebhookDelivery } from '#contracts/alerts';
import { SECOND } from '#lib/time/units';
import type { NewsFor } from '#server/news/audience';
import { type Channel, type ChannelEnvironment, type ChannelKind, createChannel } from '#server/news/channel';
import { keyOf, type OutcomeNews, type VisitNews } from '#server/news/news';
import type { Attempt, Send } from '#server/outbox/delivery';
import { failureWords, post } from '#server/outbox/post';
import { mayReachOut, type Site } from '#server/site';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';

interface WebhookSettings {
  readonly url: string;
  readonly key: Buffer;
}

export interface WebhookChannel extends Channel {
  readonly settings: WebhookSettings;
  /** Tells the program of a test at once, without the outbox. */
  test(signal: AbortSignal): Promise<Attempt>;
}

const SECRET = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/;

/** A rendered event. It keeps the facts of the moment when it was written. */
export const WebhookEvent = keptObject({ lead: z.string(), type: z.string(), body: z.string() });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Tells a program of the owner's. */
export const webhook = {
  outbox: { folder: 'webhooks/', message: WebhookEvent, what: 'an event for the webhook' },
  open(environment: ChannelEnvironment): WebhookChannel | null {
    const { env, context } = environment;
    const { LEADS_WEBHOOK_URL: url = '', LEADS_WEBHOOK_SECRET: secret = '' } = env;
    const [, encoded] = SECRET.exec(secret) ?? [];
    if (!encoded || !URL.canParse(url) || !mayReachOut(context)) return null;
    const { protocol } = new URL(url);
    const isAllowed = protocol === 'https:' || (protocol === 'http:' && context === 'dev');
    return isAllowed ? webhookChannel({ url, key: Buffer.from(encoded, 'base64') }, environment) : null;
  },
} satisfies ChannelKind<WebhookEvent>;

function webhookChannel(settings: WebhookSettings, environment: ChannelEnvironment): WebhookChannel {
  const { site, now } = environment;
  const channel = createChannel<'webhook', WebhookEvent>(
    {
      name: 'Webhook',
      outbox: webhook.outbox,
      send: webhookSender(settings, environment),
      messages: { programs: async (news) => [{ key: keyOf(news), message: eventOf(news, site, now()) }] },
      canBeMended: () => true,
    },
    environment,
  );
  return {
    ...channel,
    settings,
    test: async (signal) => {
      const body = JSON.stringify({ type: 'test', timestamp: new Date(now()).toISOString(), data: {} });
      const message = { lead: '', type: 'test', body };
      return await webhookSender(settings, environment)(
        `test-${now()}`,
        { message, createdAt: now(), attempts: 0 },
        signal,
      );
    },
  };
}

type EventNews = NewsFor<'webhook', 'programs'>;

/** The events are in docs/webhook.md. */
function eventOf(news: EventNews, site: Site, now: number): WebhookEvent {
  const type = typeOf(news);
  const data = { lead: leadData(news.lead, site), ...moreData(news, now) };
  const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
  return { lead: news.lead.id, type, body };
}

function moreData(news: EventNews, now: number) {
  if (news.kind === 'request') return {};
  return news.kind === 'outcome' ? { outcome: outcomeData(news, now) } : { visit: visitData(news) };
}

function typeOf(news: EventNews): string {
  if (news.kind === 'outcome') return `lead.${news.lead.status}`;
  if (news.kind !== 'request') return `visit.${news.kind}`;
  return news.isChanged ? 'lead.updated' : 'lead.created';
}

/** Leaves out the visitor's source: the privacy page promises that nobody gets it. */
function leadData({ id, createdAt, source, isSpam, request: kept }: Lead, { origin }: Site) {
  const { attribution: _, heardFrom: __, ...request } = knownFields(kept);
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
    visits: begunVisits(lead, now).map(({ start, end, kind, outcome, note, day }) => ({
      start,
      end,
      kind,
      outcome,
      note,
      day,
    })),
  };
}

function visitData(news: VisitNews) {
  const former = news.kind === 'moved' ? { former: toSlot(news.former) } : {};
  return { ...toSlot(news.interval), kind: news.visitKind ?? CONSULTATION, ...former };
}

export const lastDeliveries = {
  place: 'webhooks/last-delivery',
  schema: WebhookDelivery,
  isReplaceable: true,
} as const;

/** Sends an event by the Standard Webhooks specification. `webhook-id` stays the same for repeats. */
function webhookSender(
  { url, key }: WebhookSettings,
  { leads, now }: Pick<ChannelEnvironment, 'leads' | 'now'>,
): Send<WebhookEvent> {
  return async (name, { message: { type, body } }, signal) => {
    const id = `msg_${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
    const timestamp = Math.floor(now() / SECOND);
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
    const { attempt, note } = await tried(post(url, { headers, body, signal, isTrusted: true }));
    const delivery = { at: new Date(now()).toISOString(), event: type, isDelivered: attempt === 'sent', note };
    await leads.put(lastDeliveries.place, delivery satisfies WebhookDelivery);
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
  return (await recordsOf(leads, lastDeliveries).read('')) ?? undefined;
}
