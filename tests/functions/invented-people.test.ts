import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { apiForTests } from '#tests/support/admin-api';
import { earlyInOffer } from '#tests/support/limit-window';
import { newVisitor } from '#tests/support/visitor';
import { DAY } from '#lib/time/units';

const api = apiForTests();
beforeEach(earlyInOffer);
afterEach(() => vi.useRealTimers());

/** As on the live site: the local host's tests lift the limits. */
async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
  process.env['RATE_LIMIT'] = 'on';
  return await work().finally(() => (process.env['RATE_LIMIT'] = 'off'));
}

interface Answer {
  readonly id: string;
  readonly slot: Slot;
  readonly status: number;
  readonly error?: string;
}

/** As many requests, each under another name unless `fields` say so, book as many times at once. */
async function bookAtOnce(addresses: readonly string[], fields: object = {}, language = 'en'): Promise<Answer[]> {
  const slots = await api.openSlots();
  const ids: string[] = [];
  for (const _ of addresses) ids.push((await api.receive({ ...newVisitor(), ...fields })).id);
  return await limited(() =>
    Promise.all(
      addresses.map(async (ip, index) => {
        const slot = slots[index] as Slot;
        const [id, headers] = [ids[index] ?? '', { 'accept-language': language }];
        const body = { consultationId: id, slotStart: slot.start, slotEnd: slot.end };
        const answer = await api.ask('POST', '/api/calendar/book', { body, headers, ip });
        const { error } = await answer.json();
        return { id, slot, status: answer.status, ...(error && { error }) };
      }),
    ),
  );
}

const refused = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 201);
const records = async (prefix: string) => (await api.store('leads').list(prefix)).map(({ key }) => key);
const cancel = ({ id, slot }: Answer) => api.command(id, { do: 'cancel', from: slot.start, isQuiet: true });

test('invented people of one network book eight times at once, and all their requests are kept', async () => {
  const network = (host: number) => `2001:db8:40:6:${host.toString(16)}::7`;
  const before = await api.openSlots();
  const answers = await bookAtOnce(Array.from({ length: 14 }, (_, host) => network(host)));
  const rest = refused(answers);
  expect(rest).toHaveLength(6);
  expect(new Set(rest.map(({ status, error }) => `${status} ${error}`))).toEqual(
    new Set([
      '409 There are 8 visits booked from your network already. Please call (404) 555-0142 to choose a time: we have your request.',
    ]),
  );
  expect(await records('leads/')).toHaveLength(14);
  expect(await api.openSlots()).toHaveLength(before.length - 8);
  const [spanish] = await bookAtOnce([network(20)], {}, 'es');
  expect(spanish?.error).toMatch(
    /^Desde su red ya se reservaron 8 visitas\. .* \(404\) 555-0142 .*: tenemos su solicitud\.$/,
  );

  // Another network books, and its visitor moves the visit from the full one.
  const [other] = (await bookAtOnce(['192.0.2.46'])) as [Answer];
  expect(other.status).toBe(201);
  const free = await api.openSlot();
  const page = await api.visitPage(other.id);
  const body = new URLSearchParams({ action: 'move', slot: free.start });
  expect((await limited(() => api.ask('POST', page, { body, ip: network(1) }))).status).toBe(303);

  const stored = JSON.stringify(await api.data());
  expect(stored).not.toMatch(/2001:db8:40|192\.0\.2\.46/);
});

test('what the owner has cancelled as false counts no more, at once', async () => {
  const victim = { phone: '(407) 555-0146' };
  const ips = (count: number) => Array.from({ length: count }, (_, index) => `198.51.100.${index}`);
  const answers = await bookAtOnce(ips(3), victim);
  expect(refused(answers)).toEqual([]);
  const [fourth] = await bookAtOnce(['198.51.100.9'], victim);
  expect(fourth).toMatchObject({
    status: 409,
    error:
      'You have 3 visits with us already. For one more, or if these are not yours, please call (404) 555-0142: we have your request.',
  });
  expect((await cancel(answers[1] as Answer)).status).toBe(200);
  expect(refused(await bookAtOnce(['198.51.100.9'], victim))).toEqual([]);

  const flood = await bookAtOnce(Array.from({ length: 9 }, () => '198.51.100.20'));
  const booked = flood.filter(({ status }) => status === 201) as [Answer, ...Answer[]];
  expect(booked).toHaveLength(8);
  expect((await cancel(booked[0])).status).toBe(200);
  expect((await api.asOwner('DELETE', `/api/leads/${booked[0].id}`)).status).toBe(204);
  expect(JSON.stringify(await api.data())).not.toContain(booked[0].id);
  expect(refused(await bookAtOnce(['198.51.100.20', '198.51.100.20']))).toHaveLength(1);
});

test('what is known of a person and of a network is forgotten once the visit is over', async () => {
  const before = await records('visitors/');
  const [{ id, slot }] = (await bookAtOnce(['203.0.113.46'])) as [Answer];
  expect(await records('visitors/'), 'of the phone and of the mail address').toHaveLength(before.length + 2);
  const stored = async () => JSON.stringify((await api.store('leads').get('visitors/everybody'))?.value);
  expect(await stored()).toContain(`${id}`);
  const end = Date.parse(slot.end);
  // Until it begins, whatever other visits stand by then: which time was open is chance.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(slot.start) - 1 });
  await api.run('sweep');
  expect((await records('visitors/')).length).toBeGreaterThanOrEqual(3);
  vi.setSystemTime(end + 20 * DAY);
  await api.run('sweep');
  expect(await records('visitors/')).toEqual([]);
});
