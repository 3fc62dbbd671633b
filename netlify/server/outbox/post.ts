import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { type AdminText, type Say, sayer } from '#i18n/admin-text';

// Node's network modules are imported late: a function starts sooner without them.

/** Addresses outside the public Internet (IANA's special-purpose registries). */
const CLOSED = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  // IPv6 addresses that contain an IPv4 address, possibly a private one, those of protocols, and the examples.
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20 2620:4f:8000::/48',
];
const OPEN6 = ['2000::/3'];

/** Tells public addresses from internal ones, which the site must not be tricked into calling. */
export async function publicAddresses(): Promise<{ isIP(text: string): boolean; isPublic(address: string): boolean }> {
  const { BlockList, isIP } = await import('node:net');
  const listOf = (lines: readonly string[]) => {
    const list = new BlockList();
    for (const range of lines.flatMap((line) => line.split(' '))) {
      const [net = '', bits] = range.split('/');
      list.addSubnet(net, Number(bits), isIP(net) === 4 ? 'ipv4' : 'ipv6');
    }
    return list;
  };
  const [closed, open6] = [listOf(CLOSED), listOf(OPEN6)];
  const isPublic = (address: string) => {
    if (isIP(address) === 4) return !closed.check(address, 'ipv4');
    return isIP(address) === 6 && open6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
  };
  return { isIP: (text) => isIP(text) !== 0, isPublic };
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|onion)\.?$/;

/** True for https, the default port, a public host and no password. `mayBeLocal` also allows this machine. */
export async function isPublicEndpoint(address: string, { mayBeLocal }: { mayBeLocal: boolean }): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username || password || !['http:', 'https:'].includes(protocol)) return false;
  if (LOOPBACK.test(hostname)) return mayBeLocal;
  if (protocol !== 'https:' || port !== '') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  const { isIP, isPublic } = await publicAddresses();
  return isIP(host) ? isPublic(host) : host.includes('.') && !INSIDE.test(host);
}

/** Checks the address at connection time: a name can resolve to an internal address, and change each time. */
async function publicLookup(): Promise<LookupFunction> {
  const [{ lookup }, { isPublic }] = await Promise.all([import('node:dns'), publicAddresses()]);
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? new Error('No address'), '');
      if (!found.every(({ address }) => isPublic(address))) {
        return done(Object.assign(new Error('Not a public address'), { code: 'EPRIVATE' }), '');
      }
      if (options.all) return done(null, found);
      done(null, first.address, first.family);
    });
  };
}

export interface Posting {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer | string;
  readonly signal: AbortSignal;
  /** True for the site's own setting, which may be internal. All other addresses must be public. */
  readonly isTrusted: boolean;
}

/** POSTs and resolves to the status. Follows no redirect. Rejects if there is no answer. */
export async function post(address: string, { headers, body, signal, isTrusted }: Posting): Promise<number> {
  const url = new URL(address);
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: false,
    signal,
    ...(!isTrusted && { lookup: await publicLookup() }),
  } as const;
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.on('error', () => undefined);
      answer.destroy();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Why something was not read: a text for the owner, without secrets, with its `{value}`. */
export interface WhyUnread {
  readonly why?: string | undefined;
  readonly value?: string | undefined;
}

/** A reason of other rules is said as it was kept. */
export const sayWhy = (say: Say, { why = '', value = '' }: WhyUnread): string =>
  say(why as 'No answer came ({value})', { value });

export class Unread extends Error {
  override readonly name = 'Unread';
  readonly reason: WhyUnread;

  constructor(why: AdminText, value?: string, options?: ErrorOptions) {
    const reason = { why, value };
    super(sayWhy(sayer(), reason), options);
    this.reason = reason;
  }
}

const MAX_REDIRECTS = 3;
const NOT_PUBLIC = 'The address is not on the public Internet';

export interface Getting {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** This machine may be asked too. */
  readonly mayBeLocal: boolean;
}

/** GETs the text of a public address, over at most three redirects to others. Throws `Unread`. */
export async function getText(address: string, getting: Getting): Promise<string> {
  let next = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!(await isPublicEndpoint(next, getting))) throw new Unread(NOT_PUBLIC);
    const answer = await getOnce(new URL(next), getting).catch((error: unknown) => {
      if (error instanceof Unread) throw error;
      const reason = failureWords(error);
      if (reason === 'EPRIVATE') throw new Unread(NOT_PUBLIC);
      if (getting.signal.aborted) throw new Unread('No answer came in time');
      throw new Unread('No answer came ({value})', reason);
    });
    if ('text' in answer) return answer.text;
    next = answer.location;
  }
  throw new Unread('The address leads on and on');
}

/** The text, or where it is. A text that is cut rejects. */
async function getOnce(url: URL, { signal, maxBytes }: Getting): Promise<{ text: string } | { location: string }> {
  const { get } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  const lookup = await publicLookup();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false, signal, lookup }, resolve).on('error', reject);
  });
  const { statusCode = 0, headers } = answer;
  if (statusCode !== 200) {
    answer.destroy();
    const { location = '' } = headers;
    const isMoved = statusCode >= 300 && statusCode < 400 && URL.canParse(location, url);
    if (isMoved) return { location: new URL(location, url).href };
    throw new Unread('The address answers with the code {value}', String(statusCode));
  }
  const chunks: Buffer[] = [];
  let left = maxBytes;
  for await (const chunk of answer) {
    left -= chunk.byteLength;
    if (left < 0) throw new Unread('It is larger than {value} MB', String(maxBytes / 2 ** 20));
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString('utf8') };
}

/** A short reason without secrets, such as `ECONNREFUSED`. */
export function failureWords(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code).slice(0, 60);
  return error instanceof Error ? error.name : 'Error';
}
