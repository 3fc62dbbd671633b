import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

const closed = new BlockList();
/** Not on the public Internet (IANA's special-purpose registries): networks, loopback, links, examples, multicast. */
for (const range of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
].flatMap((line) => line.split(' '))) {
  const [net = '', bits] = range.split('/');
  closed.addSubnet(net, Number(bits), 'ipv4');
}
// Addresses that stand for an IPv4 one, which may be a private one, and those of examples.
for (const [net, bits] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  closed.addSubnet(net, bits, 'ipv6');
}
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public Internet: ours must not be made to ask what only we can reach. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return isIP(address) === 4 && !closed.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|onion)\.?$/;

/**
 * Whether somebody else's address may be asked: https on its own port, by a name or an address of the public Internet,
 * without a password. `mayBeLocal`: this machine too, which only the local host may ask.
 */
export function isPublicEndpoint(address: string, { mayBeLocal }: { mayBeLocal: boolean }): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username || password || !['http:', 'https:'].includes(protocol)) return false;
  if (LOOPBACK.test(hostname)) return mayBeLocal;
  if (protocol !== 'https:' || port !== '') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? isPublicAddress(host) : host.includes('.') && !INSIDE.test(host);
}

/** A name may lead inside, too, and to another place at each asking: what counts is the address that is connected to. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) return done(error ?? new Error('No address'), '');
    if (!found.every(({ address }) => isPublicAddress(address))) {
      return done(Object.assign(new Error('Not a public address'), { code: 'EPRIVATE' }), '');
    }
    if (options.all) return done(null, found);
    done(null, first.address, first.family);
  });
};

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
  // As late as this: with `node:http` Node loads its fetch too, a third of the time that a function takes to load.
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: false,
    signal,
    ...(!isTrusted && { lookup: publicLookup }),
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
