import type { ChannelName } from '#server/news/audience';
import type { ChannelEnvironment, ChannelKind } from '#server/news/channel';
import {
  type AboutLead,
  type Box,
  boxOf,
  countWaiting,
  forgetMessages,
  forgetOrphans,
  keysOf,
  namesOfLeads,
  type Outbox,
  sweepOutbox,
  type WaitingCount,
} from '#server/outbox/outbox';
import { forEachAlone, type Store } from '#server/storage/port';
import { mail } from './mail/mail.ts';
import { push } from './push/push.ts';
import { texts } from './texts/texts.ts';
import { webhook } from './webhook/webhook.ts';

/** All channels. Who hears what by each is in `news/audience.ts`. */
const kinds = { mail, push, texts, webhook };
type Kinds = typeof kinds;

export const channelNames = Object.keys(kinds) as ChannelName[];
export const outboxes: readonly Outbox<AboutLead>[] = Object.values(kinds).map(({ outbox }) => outbox);
const foldersOfLeads = Object.values<ChannelKind<AboutLead>>(kinds).flatMap(({ ofLead }) => ofLead ?? []);

/** The channels of a deploy; `null` for one that is not set up. */
export type OpenChannels = { readonly [Name in ChannelName]: ReturnType<Kinds[Name]['open']> };

export function openChannels(environment: ChannelEnvironment): OpenChannels {
  const opened = Object.entries<ChannelKind<AboutLead>>(kinds).map(([name, kind]) => [name, kind.open(environment)]);
  return Object.fromEntries(opened);
}

const boxesOf = (leads: Store): Box<AboutLead>[] => outboxes.map((outbox) => boxOf(leads, outbox));

/** `now` in ms. */
export async function waitingByChannel(leads: Store, now: number): Promise<Record<ChannelName, WaitingCount>> {
  const counts = Object.entries<ChannelKind<AboutLead>>(kinds).map(
    async ([name, { outbox }]) => [name, await countWaiting(boxOf(leads, outbox), now)] as const,
  );
  return Object.fromEntries(await Promise.all(counts)) as Record<ChannelName, WaitingCount>;
}

/** Forgets old messages in all channels and drops those that waited too long. `now` in ms. */
export async function sweepOutboxes(leads: Store, now: number): Promise<void> {
  await forEachAlone(boxesOf(leads), (box) => sweepOutbox(box, now));
}

/** Deletes all messages about a lead in all channels, including unsent ones, and what else they keep of it. */
export async function forgetLead(leads: Store, leadId: string): Promise<void> {
  await forEachAlone(boxesOf(leads), (box) => forgetMessages(box, leadId));
  for (const folder of foldersOfLeads) await leads.delete(folder + leadId);
}

/** Deletes what `forgetLead` does, of leads that are gone: somebody may write one while its lead is being removed. */
export async function forgetRemovedLeads(leads: Store): Promise<void> {
  const lists = await Promise.allSettled(boxesOf(leads).map(async (box) => ({ box, keys: await keysOf(box, '') })));
  const others = await Promise.all(
    foldersOfLeads.map(async (folder) =>
      (await leads.list(folder)).map(({ key }) => ({ key, id: key.slice(folder.length) })),
    ),
  );
  // Listed afterward: a lead is stored before its messages, so one that is missing was removed.
  const standing = await namesOfLeads(leads);
  await forEachAlone(lists, async (list) => {
    if (list.status === 'rejected') throw list.reason;
    await forgetOrphans(list.value.box, list.value.keys, standing);
  });
  for (const { key, id } of others.flat()) if (!standing.has(id)) await leads.delete(key);
}
