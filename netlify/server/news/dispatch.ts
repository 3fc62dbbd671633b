import { leadReference } from '#server/leads/lead-id';
import { type AboutLead, type Box, isKnown, type Waiting, waitingKey } from '#server/outbox/outbox';
import { type Store, unlessUnreadable } from '#server/storage/port';
import { type ChannelName, hearersOf, keyFor } from './audience.ts';
import type { Channel } from './channel.ts';
import { dueOf, type News, type VisitNews } from './news.ts';

/** The channels that are set up. There is always mail: without a server its messages wait. */
export type Channels = { readonly [Name in ChannelName]?: Channel | null } & { readonly mail: Channel };

export interface NewsContext {
  readonly leads: Store;
  readonly limits: Store;
  readonly channels: Channels;
  now(): number;
  log(line: string, error?: unknown): void;
}

/**
 * Stores the messages about the news, of all who hear it; a repeat stores nothing. `isNew`: this very call has made the
 * news, so none can be stored yet. Resolves to false if the mails were there before.
 */
export async function dispatch(
  { channels, now }: Pick<NewsContext, 'channels' | 'now'>,
  news: News,
  { isNew = false } = {},
): Promise<boolean> {
  const dueBy = (by: ChannelName) => ({ ...dueOf(news, now(), { isText: by === 'texts' }), isFirst: isNew });
  const hearers = hearersOf(news);
  const write = async ({ to, by }: (typeof hearers)[number]) =>
    // Programs do not wait: they hear each piece of news by itself.
    await channels[by]?.write(news, to, to === 'programs' ? {} : dueBy(by));
  // What waits is no longer true, and nobody has told the visitor of any visit.
  if (news.kind === 'booked' || news.kind === 'moved') {
    for (const by of news.lead.request.texts ? (['mail', 'texts'] as const) : (['mail'] as const)) {
      const channel = channels[by];
      if (channel && (await isUntold(channel.box, news)))
        await channel.write({ ...news, kind: 'booked' }, 'visitor', dueBy(by));
    }
  }
  const mails = hearers.filter(({ by }) => by === 'mail');
  // Written as if it were the first: one that has ended is dropped when it is taken, and the visitor waits for one call less.
  const texts = hearers.filter(({ to, by }) => to === 'visitor' && by === 'texts');
  const writeText = async ({ to, by }: (typeof hearers)[number]) =>
    await channels[by]?.write(news, to, { ...dueBy(by), isFirst: true });
  const others = hearers.filter((one) => !mails.includes(one) && !texts.includes(one) && channels[one.by]);
  // The mails come last. Once the owner's is there, all other messages are too, and whoever is added later hears no old news.
  const isWritten = async () =>
    !isNew && mails.some(({ to }) => to === 'owner') && (await isKnown(channels.mail.box, keyFor(news, 'owner')));
  if (others.length > 0 && !(await isWritten())) await Promise.all(others.map(write));
  // One mail is stored even if another cannot be written.
  const writing = allTogether(texts, writeText);
  const stored = (await allTogether(mails, write)).every(Boolean);
  await writing;
  return stored;
}

/** The owner has quietly changed a visit while the message that tells its visitor of it still waits. */
async function isUntold(box: Box<AboutLead>, news: VisitNews): Promise<boolean> {
  if (!news.byOwner?.isQuiet) return false;
  const listed = await box.store.list(waitingKey(`${leadReference(news.lead.id)}-booked-`));
  const keys = listed.flatMap(({ key }) => (key.endsWith('-visitor') ? key : []));
  const waiting = await Promise.all(keys.map((key) => unlessUnreadable(box.store.get(key), () => null)));
  return waiting.some((stored) => {
    const { data } = box.waiting.safeParse(stored?.value) as { data?: Waiting<AboutLead> };
    return data?.onlyIf?.kind === 'visit' && data.onlyIf.visit === news.visit.id;
  });
}

/** Does all at once, although some fail. Throws the first failure once all is done. */
export async function allTogether<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const outcomes = await Promise.allSettled(items.map(work));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
