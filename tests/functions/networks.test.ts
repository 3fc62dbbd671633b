import { Today } from '#lead/answers';
import { toInterval } from '#lib/time/interval';
import { findLead } from '#server/leads/lead-records';
import { hash } from 'bcryptjs';
import { beforeEach, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '#lib/time/units';
import { visitRules } from '#business';
import { countApart } from '#server/slots/times';
import { SEEDS } from '#tests/support/chance';
import { apiForTests, owner } from '#tests/support/admin-api';
import { newVisitor } from '#tests/support/visitor';

const api = apiForTests({ now: '2026-11-30T15:00:00Z' });

/** As many addresses, each in a /64 of its own. */
const inSite = (site: string) => (count: number) => `${site}${count.toString(16).padStart(2, '0')}::7`;
const inSites = (network: string) => (count: number) =>
  `${network}:${(count % 16).toString(16)}${inSite('0')(count >> 4)}`;
const elsewhere = (count: number) => `2001:db8:${(0x1000 + count).toString(16)}::7`;
const many = (count: number, address: (index: number) => string) => Array.from({ length: count }, (_, i) => address(i));

interface Answer {
  readonly id: string;
  readonly status: number;
  readonly error?: string;
}

/** An invented or a real person asks and books the time, as on the live site. */
async function book(ip: string, index: number, language = 'en'): Promise<Answer> {
  const slot = await api.openSlot(index);
  process.env['RATE_LIMIT'] = 'on';
  const { id } = await api.receive({}, {}, ip);
  const body = { consultationId: id, slotStart: slot.start, slotEnd: slot.end };
  const headers = { 'accept-language': language };
  const answer = await api.ask('POST', '/api/calendar/book', { body, headers, ip });
  process.env['RATE_LIMIT'] = 'off';
  return { id, status: answer.status, error: (await answer.json()).error };
}

/** Waits after each forty calls, so that the ceilings over all calls slow no test down. */
const pause = (count: number) => void (count % 40 === 39 && vi.setSystemTime(Date.now() + 20 * MINUTE));

async function bookAll(addresses: readonly string[], pauseAt = (_: number): void => undefined): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [count, ip] of addresses.entries()) {
    pauseAt(count);
    answers.push(await book(ip, 0));
  }
  return answers;
}

const booked = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 201).length;
let times = 0;
let tests = 0;
beforeEach(async () => {
  // In hours of its own, so that no test is slowed down by what others have booked.
  tests += 1;
  vi.setSystemTime(Date.now() + 4 * tests * HOUR);
  times = (await api.openSlots()).length;
});

/** All of a /56 in the long run and in the attack. */
const NETWORKS = SEEDS > 1 ? 256 : 32;

test('the networks of a /56 book sixteen visits, and every real visitor beside them books', async () => {
  const real: Answer[] = [];
  const invented: Answer[] = [];
  for (const [count, ip] of many(NETWORKS, inSite('2001:db8:56:7')).entries()) {
    pause(count);
    invented.push(await book(ip, 0));
    // One of their /48, and one of another network.
    if (count % (NETWORKS / 4) === 0)
      real.push(await book(`2001:db8:56:e${(count * 4) / NETWORKS}00::1`, -1), await book(`192.0.2.${count}`, -1));
  }
  expect([booked(invented), booked(real)]).toEqual([16, real.length]);
});

test('sixteen /56 of a /48 book 24 visits, and who comes from elsewhere books', async () => {
  expect(booked(await bookAll(many(NETWORKS, inSites('2001:db8:48')), pause))).toBe(24);
  expect((await book('192.0.2.1', -1)).status).toBe(201);
});

test('people whom nobody has reached hold half of the times; the next are called first, and are booked once some are reached', async () => {
  const answers = await bookAll(many(times, elsewhere));
  const half = Math.ceil(times / 2);
  expect([booked(answers), (await api.openSlots()).length]).toEqual([half, times - half]);
  const rest = answers.slice(half);
  const sentence =
    'This time is not booked yet: many people are asking for visits right now. We have your request and will contact you to choose a time. To choose one now, please call (404) 555-0142.';
  expect(new Set(rest.map(({ status, error }) => `${status} ${error}`))).toEqual(new Set([`409 ${sentence}`]));
  for (const { id } of rest) {
    const kept = await findLead(api.store('leads'), id);
    expect(kept?.lead).toMatchObject({ status: 'new', isSpam: false });
    expect(kept?.lead.visits.filter(({ slot }) => slot)).toEqual([]);
  }
  expect((await book('192.0.2.2', 0, 'es')).error).toMatch(
    /^Esta hora todavía no está reservada: .* Tenemos su solicitud .* \(404\) 555-0142\.$/,
  );

  const isCallFirst = async () => (await api.read(Today, '/api/today')).isCallFirst;
  expect(await isCallFirst()).toBe(true);
  for (const { id } of answers.slice(0, 3)) await api.changed(id, { status: 'contacted' });
  expect(await isCallFirst()).toBe(false);
  // The three leave the others half of the times but three.
  const more = Math.ceil((times - 3) / 2) - (half - 3);
  expect(booked(await bookAll(many(3, (count) => `192.0.2.${10 + count}`)))).toBe(more);
});

test('of starts a quarter of an hour apart only those count that fit one after the other', async () => {
  const usual = { ...visitRules };
  Object.assign(visitRules, { stepMinutes: 15, daysAhead: 4 });
  try {
    const fit = countApart((await api.openSlots()).map(toInterval));
    const half = Math.ceil(fit / 2);
    expect(half).toBeGreaterThan(8);
    expect(booked(await bookAll(many(half + 4, elsewhere)))).toBe(half);
  } finally {
    Object.assign(visitRules, usual);
  }
});

test('the visits that the owner books leave visitors fewer times', async () => {
  const slots = await api.openSlots();
  for (const { start } of slots.slice(20)) {
    const { id } = await api.receive(newVisitor());
    await api.commanded(id, { do: 'book', slot: start, from: null, isQuiet: true });
  }
  expect(await api.openSlots()).toHaveLength(20);
  expect(booked(await bookAll(many(14, elsewhere)))).toBe(10);
});

test('the guesses of others in its networks, and floods of them, keep no browser out that has signed in before, wherever that was', async () => {
  process.env['RATE_LIMIT'] = 'on';
  const ip = '2001:db8:d:7::7';
  const login = async (password: string, cookie = '', from = ip) =>
    await api.ask('POST', '/api/auth/login', { body: { ...owner, password }, headers: { cookie }, ip: from });
  const [session = '', device = ''] = (await login(owner.password, '', '192.0.2.44')).headers.getSetCookie();
  expect(device).toMatch(/^device=\S+; Path=\/api\/auth\/login; Max-Age=34560000; HttpOnly; SameSite=Strict/);
  const [cookie = ''] = device.split(';');
  await Promise.all(
    many(NETWORKS, (count) => (count % 2 ? ip : inSites('2001:db8:d')(count))).map((from) => login('1', '', from)),
  );
  expect((await login(owner.password)).status, 'another browser').toBe(429);
  expect((await login(owner.password, session.split(';')[0]?.replace('session', 'device'))).status, 'no device').toBe(
    429,
  );
  expect((await login(owner.password, cookie)).status).toBe(200);
  const before = process.env['ADMIN_PASSWORD_HASH'];
  process.env['ADMIN_PASSWORD_HASH'] = Buffer.from(await hash('a new password', 4)).toString('base64');
  const { status } = await login('a new password', cookie);
  process.env['ADMIN_PASSWORD_HASH'] = before;
  expect(status, 'a new password ends the mark').toBe(429);
  const guesses = await Promise.all(many(20, (count) => `${count}`).map((guess) => login(guess, cookie)));
  expect(
    guesses.filter(({ status }) => status === 401),
    'its own guesses',
  ).toHaveLength(5);
  const check = await api.ask('GET', '/api/auth/check', { headers: { cookie: cookie.replace('device', 'session') } });
  expect(await check.json()).toEqual({ authenticated: false });
  process.env['RATE_LIMIT'] = 'off';
});

test('of guesses from the networks of a /56 ten are compared, of those of a /48 fifteen, and the owner gets in from elsewhere', async () => {
  const signIn = async (password: string, ip: string) =>
    (await api.ask('POST', '/api/auth/login', { body: { ...owner, password }, ip })).status;
  const compared = async (addresses: readonly string[]) => {
    const statuses = await Promise.all(addresses.map((ip, count) => signIn(`${count}`, ip)));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    return statuses.filter((status) => status === 401).length;
  };
  expect(await compared(many(NETWORKS, inSite('2001:db8:a:7')))).toBe(10);
  expect(await compared(many(NETWORKS, inSites('2001:db8:b')))).toBe(15);
  expect(await signIn(owner.password, '2001:db8:c::7')).toBe(200);
  expect(await signIn(owner.password, '192.0.2.9')).toBe(200);
});
