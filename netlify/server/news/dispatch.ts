import { leadReference } from '#server/leads/lead-id';
import { type AboutLead, type Box, isKnown, readWaiting } from '#server/outbox/outbox';
import type { Store } from '#server/storage/port';
import { type ChannelName, type Hearer, hearersOf, keyFor } from './audience.ts';
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
 * news, so none can be stored yet. Resolves to false if one of the last was there before.
 */
export async function dispatch(
  { channels, now }: Pick<NewsContext, 'channels' | 'now'>,
  news: News,
  { isNew = false } = {},
): Promise<boolean> {
  const write = async ({ to, by, isFleeting = false }: Hearer, told = news) => {
    // Programs do not wait: they hear each piece of news by itself. What is fleeting is written as if it were the first:
    // one that has ended is dropped when it is taken, and the visitor waits for one call less.
    const due = to === 'programs' ? {} : { ...dueOf(news, now(), { isFleeting }), isFirst: isNew || isFleeting };
    return await channels[by]?.write(told, to, due);
  };
  // What waits is no longer true, and nobody has told the visitor of any visit.
  if ((news.kind === 'booked' || news.kind === 'moved') && news.byOwner?.isQuiet) {
    const told = { ...news, kind: 'booked', byOwner: { isQuiet: false } } as const;
    for (const hearer of hearersOf(told)) {
      const box = hearer.to === 'visitor' && channels[hearer.by]?.box;
      if (box && (await isUntold(box, news))) await write(hearer, told);
    }
  }
  const hearers = hearersOf(news).filter(({ by }) => channels[by]);
  const last = hearers.filter(({ isLast }) => isLast);
  const others = hearers.filter(({ isLast }) => !isLast);
  // Once the owner's last is there, all others are too, and whoever is added later hears no old news.
  const proof = last.find(({ to }) => to === 'owner');
  const box = proof && channels[proof.by]?.box;
  const isWritten = async () => !isNew && box && (await isKnown(box, keyFor(news, 'owner')));
  if (others.length > 0 && !(await isWritten())) await Promise.all(others.map((hearer) => write(hearer)));
  // One is stored even if another cannot be written.
  return (await allTogether(last, (hearer) => write(hearer))).every(Boolean);
}

/** The message that tells the visitor of the visit still waits. */
async function isUntold(box: Box<AboutLead>, news: VisitNews): Promise<boolean> {
  const keys = (await box.waiting.names(`${leadReference(news.lead.id)}-booked-`)).filter((key) =>
    key.endsWith('-visitor'),
  );
  const waiting = await Promise.all(keys.map((key) => readWaiting(box, key)));
  return waiting.some((message) => message?.onlyIf?.kind === 'visit' && message.onlyIf.visit === news.visit.id);
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
