import { textNumber } from '#lib/contact';
import type { Lead } from '#server/leads/lead';
import { keyOf, type News } from './news.ts';

/** Who may hear news: the visitor, the owner, or programs of the owner's such as a CRM. */
export type Audience = 'visitor' | 'owner' | 'programs';

interface Line {
  readonly to: Audience;
  readonly by: string;
  readonly kinds: readonly News['kind'][];
  /** Only for visitors who agreed to texts. */
  readonly needsAgreement?: boolean;
  /** Where it reaches the visitor. */
  address?(request: Lead['request']): string | null | undefined;
  /** Of no use once the visit has begun. */
  readonly isFleeting?: boolean;
  /** Written when all others are. */
  readonly isLast?: boolean;
}

/** Who hears of what, by which channel; the first line goes before. A channel needs words for all of its lines. */
const table = [
  { to: 'programs', by: 'webhook', kinds: ['request', 'booked', 'moved', 'cancelled', 'outcome'] },
  { to: 'owner', by: 'push', kinds: ['request', 'booked', 'moved', 'cancelled', 'textFailed', 'incoming', 'unopened'] },
  {
    to: 'visitor',
    by: 'texts',
    kinds: ['booked', 'moved', 'cancelled', 'reminder', 'onMyWay', 'nobodyHome', 'review', 'answer'],
    needsAgreement: true,
    address: ({ phone }) => textNumber(phone),
    isFleeting: true,
    isLast: true,
  },
  { to: 'owner', by: 'texts', kinds: ['unopened'] },
  {
    to: 'owner',
    by: 'mail',
    kinds: ['request', 'booked', 'moved', 'cancelled', 'undelivered', 'textFailed', 'incoming'],
    isLast: true,
  },
  {
    to: 'visitor',
    by: 'mail',
    kinds: ['booked', 'moved', 'cancelled', 'reminder', 'nobodyHome', 'textFailed', 'review'],
    address: ({ email }) => email,
    isLast: true,
  },
] as const satisfies readonly Line[];

type TableLine = (typeof table)[number];
export type ChannelName = TableLine['by'];
/** The audience of a channel, and the news that it brings them. */
export type AudienceOf<By extends ChannelName> = Extract<TableLine, { by: By }>['to'];
export type NewsFor<By extends ChannelName, To extends Audience> = Extract<
  News,
  { kind: Extract<TableLine, { by: By; to: To }>['kinds'][number] }
>;

export type Hearer = Line & { readonly by: ChannelName };

/** Who hears the news, and by which channel. */
export function hearersOf(news: News): readonly Hearer[] {
  return table.filter((line: Line) => line.kinds.includes(news.kind) && mayHear(line, news));
}

/**
 * The owner need not be told of what the owner did, and says whether the visitor is. Programs hear it all. Whoever texted
 * us hears the answer without having agreed to texts. A mail comes in place of a lost text whose news no
 * mail brings. A review is asked for by one channel.
 */
function mayHear({ to, by, needsAgreement }: Line, news: News): boolean {
  if (news.kind === 'review') return by === news.by;
  if (news.kind === 'textFailed' && to === 'visitor' && news.about !== 'review') {
    return !table.some(
      (line: Line) => line.by === by && line.to === to && line.kinds.some((kind) => kind === news.about),
    );
  }
  if (needsAgreement && !news.lead.request.texts && news.kind !== 'answer') return false;
  const byOwner = 'byOwner' in news ? news.byOwner : undefined;
  return !byOwner || to === 'programs' || (to === 'visitor' && !byOwner.isQuiet);
}

/** The first of the open channels by which the visitor can hear such news. */
export const firstReaching = (
  kind: News['kind'],
  { request }: Lead,
  channels: { readonly [Name in ChannelName]?: unknown },
): ChannelName | undefined =>
  table.find(
    ({ by, kinds, needsAgreement, address }: Hearer) =>
      channels[by] && kinds.includes(kind) && address?.(request) && (!needsAgreement || request.texts),
  )?.by;

/** The channels that bring such news. */
export const channelsOf = (kind: News['kind']): readonly ChannelName[] =>
  table.filter((line: Line) => line.kinds.includes(kind)).map(({ by }) => by);

/**
 * The key of the one message that brings a person the news. It names the visitor; of visits and lost texts, the owner
 * too.
 */
export const keyFor = (news: News, to: Audience): string =>
  'interval' in news || news.kind === 'textFailed' || to === 'visitor' ? `${keyOf(news)}-${to}` : keyOf(news);
