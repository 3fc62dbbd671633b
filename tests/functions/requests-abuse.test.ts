import { expect, test } from 'vitest';
import { leadId } from '#server/leads/lead-id';
import { googleSite } from '#tests/support/google/google-site';
import { mortally } from '#tests/support/stores/mortal-stores';
import { newVisitor } from '#tests/support/visitor';
import { HOUR, MINUTE } from '#lib/time/units';

const site = googleSite({ isLimited: true });

const form = {
  name: 'Ann Bell',
  phone: '(407) 555-0199',
  zipCode: '31801',
  preferredContact: 'phone',
  message: 'Call me',
};
const send = (fields: Record<string, string>, ip: string = crypto.randomUUID()) =>
  site.ask('POST', '/api/callback', { body: new URLSearchParams(fields), ip });
const leadIds = async () => (await site.store('leads').list('leads/')).map(({ key }) => key.slice('leads/'.length));

test('the id of a plain form’s request is none that its words and the hour lead to, as an idempotency key would', async () => {
  expect((await send(form)).status).toBe(303);
  expect((await send(form)).status).toBe(303);
  const [id = '', ...more] = await leadIds();
  expect(more).toEqual([]);
  // The order and the fields in which the words were put together before.
  const { name, phone, zipCode, preferredContact, message } = form;
  const rest = { city: 'Atlanta Area', serviceInterest: 'General Inquiry', preferredContact, message };
  const words = JSON.stringify({ name, phone, zipCode, ...rest });
  const hours = [-1, 0, 1].map((more) => Math.floor(Date.now() / HOUR) + more);
  const keys = hours.flatMap((hour) => [`form ${hour} ${words}`, `${hour} ${words}`, `plain-form\n${hour} ${words}`]);
  expect(keys.map(leadId)).not.toContain(id);
  expect((await site.lead(id))?.request).toMatchObject({ name, phone, message });
});

test.each(['dialog', 'plain form'])(
  'killed while any one write of a request from the %s is under way: what is kept, the owner is told of',
  async (way) => {
    const count = async (prefix: string, part = '') =>
      (await site.store('leads').list(prefix)).filter(({ key }) => key.includes(part)).length;
    let outcome: unknown = 'dead';
    let kept = 0;
    for (let lost = 0; outcome === 'dead'; lost += 1) {
      const name = `Ann ${'b'.repeat(lost)}`;
      const ask = () => (way === 'dialog' ? site.request({ name }) : send({ ...form, name }));
      const stores = [site.store('leads'), site.store('slots')];
      outcome = await mortally<unknown>(stores, (step) => step !== lost, { lingersMs: 50 }, ask);
      await site.restart();
      site.pass(3 * MINUTE);
      await site.run('deliver-mail');
      kept = await count('leads/');
      expect(await count('outbox/', '-request-'), `step ${lost} was lost`).toBe(kept);
    }
    expect(kept).toBeGreaterThan(1);
  },
);

const read = (ip: string, headers: Record<string, string> = {}) =>
  site.ask('GET', '/api/calendar/availability', { headers, ip });
const statuses = async (answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status);

test('all of a /64 counts as one address, for the times and for the page of a visit', async () => {
  const ips = (network: string) => Array.from({ length: 101 }, (_, index) => `${network}:${index + 1}::${index}`);
  const times = await statuses(ips('2001:db8:1:2').map((ip) => read(ip)));
  const page = await site.visitPage(await site.request());
  const pages = await statuses(ips('2001:db8:7:7').map((ip) => site.ask('GET', page, { ip })));
  for (const all of [times, pages]) expect(all.filter((status) => status === 429)).toHaveLength(1);
});

test('what another site’s page reads in a visitor’s browser does not use up what the visitor may', async () => {
  const foreign = Array.from({ length: 120 }, () => read('192.0.2.8', { 'sec-fetch-site': 'cross-site' }));
  expect((await statuses(foreign)).filter((status) => status === 429)).toHaveLength(20);
  expect((await read('192.0.2.8', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  expect((await read('192.0.2.8')).status).toBe(200);
});

/** How long the call takes, in ms. */
async function timed(work: () => Promise<Response>): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  const { status } = await work();
  return { status, ms: performance.now() - start };
}

const ask = (ip: string) => site.ask('POST', '/api/consultation-requests', { body: newVisitor(), ip });
const anAddress = (index: number) => `198.51.${Math.floor(index / 250)}.${index % 250}`;

test('beyond the ceiling of all addresses a request is slowed down, kept, and never refused', async () => {
  expect(new Set(await statuses(Array.from({ length: 120 }, (_, index) => ask(anAddress(index)))))).toEqual(
    new Set([201]),
  );
  const beyond = await timed(() => ask(anAddress(200)));
  expect(beyond.status).toBe(201);
  expect(beyond.ms).toBeGreaterThan(1400);
  expect(await leadIds()).toHaveLength(121);
});

test('three of a family at one address look, ask, book and move, and notice no limit', async () => {
  const family = { ...newVisitor(), address: '12 Palm Way' };
  const begun = performance.now();
  const visits: string[] = [];
  for (const name of ['Ann Bell', 'Bob Bell', 'Cat Bell']) {
    for (let look = 0; look < 10; look += 1) expect((await site.availability()).status).toBe(200);
    const slot = await site.openSlot();
    const id = await site.request({ ...family, name });
    expect(await site.confirm(id, slot)).toEqual({ status: 201, error: undefined });
    visits.push(id);
  }
  const page = await site.visitPage(visits[1] ?? '');
  for (let look = 0; look < 5; look += 1) expect((await site.ask('GET', page)).status).toBe(200);
  expect(await site.move(visits[1] ?? '', await site.openSlot(2))).toBe(303);
  expect(await site.cancel(visits[2] ?? '')).toBe(303);
  // Beyond a ceiling each call would have taken a second and a half more.
  expect(performance.now() - begun).toBeLessThan(10_000);
  const toVisitors = (await site.mails()).filter((key) => key.endsWith('-visitor'));
  expect(toVisitors).toHaveLength(5);
});
