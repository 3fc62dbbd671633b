import type { PreferredContact } from '#contracts/consultation';
import { textNumber } from '#lib/contact';
import type { Lead } from './lead.ts';

type Request = Pick<Lead['request'], 'phone' | 'email' | 'texts'>;

/** The ways to tell a visitor, and the news that each brings; the first one goes before. */
export const ways = {
  texts: {
    kinds: ['booked', 'moved', 'confirm', 'cancelled', 'reminder', 'onMyWay', 'nobodyHome', 'review', 'answer'],
    addressOf: ({ phone }: Request) => textNumber(phone),
  },
  mail: {
    kinds: ['booked', 'moved', 'confirm', 'cancelled', 'reminder', 'nobodyHome', 'textFailed', 'review'],
    addressOf: ({ email }: Request) => email || null,
  },
} as const;
export type Way = keyof typeof ways;
/** The ways by their names in the forms. */
const chosenAs = { texts: 'text', mail: 'email' } as const satisfies Record<Way, PreferredContact>;
const names = Object.keys(ways) as Way[];

/** Why a way does not reach somebody. `off`: it is not set up. `stopped`: the number has stopped texts from us. */
export type WhyNot = 'off' | 'noAddress' | 'notAgreed' | 'stopped';

interface Means {
  /** The ways that are set up. */
  readonly open: { readonly [Name in Way]?: unknown };
  /** The lead's number has stopped texts from us. */
  readonly hasStopped?: boolean | undefined;
}

/** Why this way may not be used to tell the lead's visitor; `null` if it may. */
export function whyNot({ request }: Pick<Lead, 'request'>, way: Way, { open, hasStopped }: Means): WhyNot | null {
  if (!open[way]) return 'off';
  if (!ways[way].addressOf(request)) return 'noAddress';
  if (way !== 'texts') return null;
  if (hasStopped) return 'stopped';
  return request.texts ? null : 'notAgreed';
}

/** The ways by which the lead's visitor hears such news, with the address of each; the first one goes before. */
export function reach(
  lead: Pick<Lead, 'request'>,
  kind: string,
  means: Means,
): readonly { readonly way: Way; readonly address: string }[] {
  return names.flatMap((way) => {
    const address = ways[way].addressOf(lead.request);
    const isOf = ways[way].kinds.some((one) => one === kind);
    return isOf && address && whyNot(lead, way, means) === null ? [{ way, address }] : [];
  });
}

/**
 * How the lead's visitor hears that a visit is booked: by the chosen way if it reaches them, else by one that does, else by
 * the call that was chosen. Without any of these we promise no way.
 */
export function confirmedBy(lead: Pick<Lead, 'request'>, means: Means): PreferredContact | undefined {
  const { phone, preferredContact } = lead.request;
  const found = reach(lead, 'booked', means).map(({ way }) => chosenAs[way]);
  if (found.length > 0) return found.find((way) => way === preferredContact) ?? found[0];
  return phone && preferredContact === 'phone' ? 'phone' : undefined;
}
