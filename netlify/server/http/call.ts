import { setTimeout } from 'node:timers/promises';
import { consume, type Limit, type Networks, shareOf, usedUp } from '#server/limits/limits';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';

export interface Call {
  readonly request: Request;
  readonly services: Services;
  /** Those of the visitor's address, the narrowest first. */
  readonly networks: Networks;
  /** The open parts of the path, as in `/api/gallery/:id`, still encoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Does something after the answer. A failure is logged. */
  later(work: () => Promise<void>): void;
}

/** A call that changes nothing. */
export const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/**
 * Refuses a foreign page's change with 403. A browser sends `Origin` (Fetch standard, 3.2) or `Sec-Fetch-Site`. A
 * request with neither is not from a browser and has no visitor's cookies: allowed.
 */
export function requireOwnOrigin({ headers, url }: Request): void {
  const origin = headers.get('origin');
  if (origin === null ? !isFromElsewhere({ headers }) : origin === new URL(url).origin) return;
  throw new Refusal(403, 'foreign');
}

/** Another site's page asks, as the browser says (Fetch Metadata, 2.4). */
function isFromElsewhere({ headers }: Pick<Request, 'headers'>): boolean {
  const site = headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && site !== 'none';
}

/** ms. No longer than a slow connection, so that a slowed visitor does not leave. */
const SLOWED_MS = 1500;

/** Slows a call beyond a ceiling for all addresses. Answers a function that takes the count back. */
export async function slowBeyond(
  { limits, now }: Pick<Services, 'limits' | 'now'>,
  ceiling: Limit,
  about = 'all',
): Promise<() => Promise<void>> {
  const consumed = await consume(limits, ceiling, about, now());
  if (!('wait' in consumed)) return consumed.release;
  await setTimeout(SLOWED_MS);
  return async () => undefined;
}

/**
 * Counts a call. Refuses what its narrowest network has used up with 429; what the wider ones have used up slows it down,
 * so that strangers around a visitor cannot lock the visitor out. A refused call counts for no wider network. Reads that
 * other sites' pages make have their own count: they must not use up the visitor's.
 */
export async function countCall({ request, services, networks: [own, ...wider] }: Call, limit: Limit): Promise<void> {
  if (!services.limited) return;
  const isForeign = isReading(request) && isFromElsewhere(request);
  const counted = isForeign ? { ...limit, name: `${limit.name}-elsewhere` } : limit;
  const { limits, now } = services;
  const wait = usedUp(limits, counted, own.name, now());
  const consumed = wait === undefined ? await consume(limits, counted, own.name, now()) : { wait };
  if ('wait' in consumed) {
    throw new Refusal(429, 'tooMany', { headers: { 'retry-after': String(Math.ceil(consumed.wait / 1000)) } });
  }
  await Promise.all(wider.map((network) => slowBeyond(services, shareOf(counted, network), network.name)));
}
