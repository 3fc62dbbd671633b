import type { LookupFunction } from 'node:net';

// Node's network modules are loaded with what is posted: a function is ready sooner without them.

/** Not on the public Internet (IANA's special-purpose registries): networks, loopback, links, examples, multicast. */
const CLOSED = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  // Addresses that stand for an IPv4 one, which may be a private one, and those of examples.
  '2001::/32 2001:db8::/32 2002::/16',
];
const OPEN6 = ['2000::/3'];

/**
 * What tells an address of the public Internet from one that only we can reach, which ours must not be made to ask. Made
 * anew for each post: that takes 0.1 ms.
 */
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

/**
 * Whether somebody else's address may be asked: https on its own port, by a name or an address of the public Internet,
 * without a password. `mayBeLocal`: this machine too, which only the local host may ask.
 */
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

/** A name may lead inside, too, and to another place at each asking: what counts is the address that is connected to. */
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
  /** Whether the address may be inside: it is the site's own setting. Else it must be public. */
  readonly isTrusted: boolean;
}

/**
 * POSTs to an address and resolves to the status of the answer, whose body nobody reads. Follows no redirect. Rejects when
 * there is no answer.
 */
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

/** What a failed `post` comes down to, short and without a secret: `ECONNREFUSED`. */
export function failureWords(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code).slice(0, 60);
  return error instanceof Error ? error.name : 'Error';
}
