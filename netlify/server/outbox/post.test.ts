import { expect, test } from 'vitest';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { getText, isPublicEndpoint, post, publicAddresses } from './post.ts';

test.each(['8.8.8.8', '142.250.80.46', '2607:f8b0:4006:80c::200a'])(
  '%s is an address of the public Internet',
  async (address) => {
    expect((await publicAddresses()).isPublic(address)).toBe(true);
  },
);

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...['192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fc00::1', 'fd12::1'],
  ...['::ffff:10.0.0.1', '::ffff:127.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1', 'ff02::1', 'nonsense'],
  ...['2001:2::1', '2001:20::1', '3fff::1', '3fff:fff:ffff::1', '2620:4f:8000::1'],
])('%s is not', async (address) => {
  expect((await publicAddresses()).isPublic(address)).toBe(false);
});

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://142.250.80.46/abc',
])('%s may be asked', async (address) => {
  expect(await isPublicEndpoint(address, { mayBeLocal: false })).toBe(true);
});

const inside = [
  ...[
    'https://10.0.0.1/',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
  ],
  ...['https://router/', 'https://printer.local/', 'https://metadata.google.internal/', 'https://0x0a000001/'],
  ...['http://fcm.googleapis.com/', 'https://fcm.googleapis.com:8443/', 'https://user:word@fcm.googleapis.com/'],
  ...['ftp://fcm.googleapis.com/', 'nonsense'],
];
const here = [
  'https://localhost/',
  'http://127.0.0.1:9000/',
  'https://[::1]/',
  'https://2130706433/',
  'https://127.1/',
];

test.each(inside)('%s may not, not even by the local host', async (address) => {
  expect(await isPublicEndpoint(address, { mayBeLocal: false })).toBe(false);
  expect(await isPublicEndpoint(address, { mayBeLocal: true })).toBe(false);
});

test.each(here)('%s is this machine, which only the local host may ask', async (address) => {
  expect(await isPublicEndpoint(address, { mayBeLocal: false })).toBe(false);
  expect(await isPublicEndpoint(address, { mayBeLocal: true })).toBe(true);
});

test('a name that leads inside is not connected to, whatever it is', async () => {
  const posting = { headers: {}, body: '', signal: AbortSignal.timeout(5000), isTrusted: false };
  await expect(post('http://localhost:9/', posting)).rejects.toMatchObject({ code: 'EPRIVATE' });
});

const server = scriptedServer();
const getting = (ms = 5000) => ({ signal: AbortSignal.timeout(ms), maxBytes: 10, mayBeLocal: true });

test('a text is read over three redirects, and not over four', async () => {
  for (const [from, to] of ['ab', 'bc', 'cd', 'de'])
    server.script(`/${from}`, { status: 302, headers: { location: `${server.origin()}/${to}` } });
  server.script('/e', { body: 'the text' });
  expect(await getText(`${server.origin()}/b`, getting())).toBe('the text');
  await expect(getText(`${server.origin()}/a`, getting())).rejects.toThrow('leads on and on');
});

test.each<[what: string, answer: Scripted, words: string]>([
  ['never ends', { stalls: true }, 'No answer came in time'],
  ['ends before its end', { headers: { 'content-length': '9' }, body: 'cut' }, 'No answer came (ECONNRESET)'],
  ['leads to a name inside', { status: 302, headers: { location: 'https://localhost:9/' } }, 'not on the public'],
  ['leads to another program', { status: 302, headers: { location: 'file:///etc/hosts' } }, 'not on the public'],
])('a text that %s is not read', async (_, answer, words) => {
  server.script('/a', answer);
  const soon = answer.stalls ? 300 : 5000;
  await expect(getText(`${server.origin()}/a`, getting(soon))).rejects.toThrow(words);
});

test('this machine is not read by a deploy', async () => {
  await expect(getText(`${server.origin()}/a`, { ...getting(), mayBeLocal: false })).rejects.toThrow(
    'not on the public',
  );
});
