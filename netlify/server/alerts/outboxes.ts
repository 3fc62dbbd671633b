import { forgetMessages } from '#server/mail/history';
import { mailBox, sweepOutbox, waitingMessages } from '#server/mail/outbox';
import type { Store } from '#server/storage/port';
import { pushBox } from './push.ts';
import { webhookBox } from './webhook.ts';

/** How many messages wait, and since when the oldest does (ms since the epoch). */
type Waiting = Awaited<ReturnType<typeof waitingMessages>>;

/** What waits to be told, by each way. */
export async function waitingByWay(leads: Store): Promise<Record<'mail' | 'push' | 'webhook', Waiting>> {
  const [mail, push, webhook] = await Promise.all([
    waitingMessages(mailBox(leads)),
    waitingMessages(pushBox(leads)),
    waitingMessages(webhookBox(leads)),
  ]);
  return { mail, push, webhook };
}

/** Forgets what was told long ago, and drops what nobody could be told for as long. `now` in ms. */
export async function sweepOutboxes(leads: Store, now: number): Promise<void> {
  await sweepOutbox(mailBox(leads), now);
  await sweepOutbox(pushBox(leads), now);
  await sweepOutbox(webhookBox(leads), now);
}

/** Forgets, of every way, what was told of a lead, and drops what waits to be told. */
export async function forgetLead(leads: Store, leadId: string): Promise<void> {
  await forgetMessages(mailBox(leads), leadId);
  await forgetMessages(pushBox(leads), leadId);
  await forgetMessages(webhookBox(leads), leadId);
}
