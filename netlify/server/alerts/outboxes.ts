import { forgetMessages } from '#server/mail/sent-mails';
import { mailBox, sweepOutbox, waitingMessages } from '#server/mail/outbox';
import type { Store } from '#server/storage/port';
import { pushBox } from './push.ts';
import { webhookBox } from './webhook.ts';

type Waiting = Awaited<ReturnType<typeof waitingMessages>>;

export async function waitingByWay(leads: Store): Promise<Record<'mail' | 'push' | 'webhook', Waiting>> {
  const [mail, push, webhook] = await Promise.all([
    waitingMessages(mailBox(leads)),
    waitingMessages(pushBox(leads)),
    waitingMessages(webhookBox(leads)),
  ]);
  return { mail, push, webhook };
}

/** Forgets old messages in all channels and drops those that waited too long. `now` in ms. */
export async function sweepOutboxes(leads: Store, now: number): Promise<void> {
  await sweepOutbox(mailBox(leads), now);
  await sweepOutbox(pushBox(leads), now);
  await sweepOutbox(webhookBox(leads), now);
}

/** Deletes all messages about a lead in all channels, including unsent ones. */
export async function forgetLead(leads: Store, leadId: string): Promise<void> {
  await forgetMessages(mailBox(leads), leadId);
  await forgetMessages(pushBox(leads), leadId);
  await forgetMessages(webhookBox(leads), leadId);
}
