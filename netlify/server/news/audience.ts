import { reach, ways } from '#lead/reach';
import { keyOf, type News } from './news.ts';

/** Who may hear news: the visitor, the owner, or programs of the owner's such as a CRM. */
export type Audience = 'visitor' | 'owner' | 'programs';

interface Line {
  readonly to: Audience;
  readonly by: string;
  readonly kinds: readonly News['kind'][];
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
    kinds: ways.texts.kinds,
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
  { to: 'visitor', by: 'mail', kinds: ways.mail.kinds, isLast: true },
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

/** All ways are set up: whoever is told by one that is not hears nothing. */
const open = { texts: true, mail: true };

/**
 * The owner need not be told of what the owner did, and says whether the visitor is. Programs hear it all. Whoever texted
 * us hears the answer without having agreed to texts. A mail comes in place of a lost text whose news no
 * mail brings. A review and a later confirmation go by one channel.
 */
function mayHear({ to, by }: Line, news: News): boolean {
  if (news.kind === 'answer') return true;
  if (to === 'visitor' && !reach(news.lead, news.kind, { open }).some(({ way }) => way === by)) return false;
  if (news.kind === 'review' || news.kind === 'confirm') return by === news.by;
  if (news.kind === 'textFailed' && to === 'visitor' && news.about !== 'review') {
    return !table.some(
      (line: Line) => line.by === by && line.to === to && line.kinds.some((kind) => kind === news.about),
    );
  }
  const byOwner = 'byOwner' in news ? news.byOwner : undefined;
  return !byOwner || to === 'programs' || (to === 'visitor' && !byOwner.isQuiet);
}

/**
 * The key of the one message that brings a person the news. It names the visitor; of visits and lost texts, the owner
 * too.
 */
export const keyFor = (news: News, to: Audience): string =>
  'interval' in news || news.kind === 'textFailed' || to === 'visitor' ? `${keyOf(news)}-${to}` : keyOf(news);
