import { forgetMessages, forgetOrphans } from '#server/mail/sent-mails';
import { mailBox, sweepOutbox, waitingMessages } from '#server/mail/outbox';
import { forEachAlone, type Store } from '#server/storage/port';
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

/** The outboxes of all channels. */
const boxesOf = (leads: Store) => [mailBox(leads), pushBox(leads), webhookBox(leads)];

/** Forgets old messages in all channels and drops those that waited too long. `now` in ms. */
export async function sweepOutboxes(leads: Store, now: number): Promise<void> {
  await forEachAlone(
    [
      () => sweepOutbox(mailBox(leads), now),
      () => sweepOutbox(pushBox(leads), now),
      () => sweepOutbox(webhookBox(leads), now),
    ],
    (sweep) => sweep(),
  );
}

/** Deletes all messages about a lead in all channels, including unsent ones. */
export async function forgetLead(leads: Store, leadId: string): Promise<void> {
  await forEachAlone(boxesOf(leads), (box) => forgetMessages(box, leadId));
}

/** Deletes all messages about leads that are gone. */
export async function forgetRemovedLeads(leads: Store): Promise<void> {
  await forEachAlone(boxesOf(leads), (box) => forgetOrphans(box, leads));
}
