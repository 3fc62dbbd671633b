import { expect, test, vi } from 'vitest';
import { Alerts } from '#contracts/alerts';
import { VisitHours } from '#contracts/hours';
import { Insights } from '#contracts/insights';
import { FIRST_PERSON } from '#contracts/people';
import { LeadPictures } from '#contracts/pictures';
import { ShownLead, Today, Week } from '#lead/answers';
import { DAY, HOUR } from '#lib/time/units';
import { people } from '#server/slots/people';
import { apiForTests } from '#tests/support/admin-api';
import { samples } from '#tests/support/sample-media';
import type * as z from 'zod/mini';

/** A Monday, noon in New York. */
const api = apiForTests({ now: '2026-11-30T17:00:00Z' });
const at = (hours: number) => new Date(Date.parse('2026-11-30T17:00:00Z') + hours * HOUR).toISOString();
type Session = Awaited<ReturnType<typeof api.colleague>>;
const as = ({ cookie }: Session, method: string, address: string, body?: BodyInit | object, headers = {}) =>
  api.ask(method, address, { headers: { cookie, ...headers }, ...(body && { body }) });
const read = async <Schema extends z.ZodMiniType>(schema: Schema, of: Session, address: string) =>
  schema.parse(JSON.parse(await api.text(as(of, 'GET', address))));
const statusOf = async (...of: Parameters<typeof as>) => (await as(...of)).status;

/** An installer, whose id it answers with the session. */
const colleague = () => api.colleague('installer', { name: 'Ivan', kinds: ['installation', 'consultation'] });

/** A lead of this name with visits of these people after so many hours. */
async function leadWith(name: string, ...visits: readonly (readonly [person: string, hours: number, kind?: string])[]) {
  const { id } = await api.receive({ name, email: `${name}@example.com`, message: 'Gate 12' });
  let from: string | null = null;
  for (const [person, hours, kind = 'installation'] of visits) {
    await api.agreed(id, at(hours), { person, kind, from, ...(from && { isAnother: true }) });
    from ??= at(hours);
  }
  return id;
}

test('an installer sees own visits of today, this week and the next, and nothing of any other lead', async () => {
  const ivan = await colleague();
  const ann = await leadWith('ann', [ivan.id, 2], [FIRST_PERSON, 26]);
  const others = [await leadWith('ben', [FIRST_PERSON, 3]), await leadWith('cleo', [ivan.id, 3 * 7 * 24])];
  await api.receive({ name: 'Waits' });
  await leadWith('dan', [ivan.id, 9 * 24]);
  const { visits: cards, isCallFirst, ...tasks } = await read(Today, ivan, '/api/today');
  expect([cards.map(({ visit }) => visit.start), isCallFirst]).toEqual([[at(2), at(9 * 24)], undefined]);
  expect(Object.values(tasks).every((one) => one === 0 || Object(one).length === 0)).toBe(true);
  const week = async (from: string) => {
    const { days } = await read(Week, ivan, `/api/week?from=${from}`);
    return days.flatMap(({ visits }) => visits.map(({ lead }) => lead.request.name)).join();
  };
  expect([await week(''), await week('2026-12-07')]).toEqual(['ann', 'dan']);
  expect(await statusOf(ivan, 'GET', '/api/week?from=2026-12-14')).toBe(403);
  const shown = await read(ShownLead, ivan, `/api/leads/${ann}`);
  expect(shown).toMatchObject({ request: { message: 'Gate 12' }, visits: [{}] });
  expect(JSON.stringify([shown, cards])).not.toContain('@example.com');
  for (const id of [...others, 'nobody']) {
    const lead = `/api/leads/${id}`;
    const reads = [lead, `${lead}/pictures`, `${lead}/pictures/a`].map((address) => statusOf(ivan, 'GET', address));
    const noting = statusOf(ivan, 'POST', lead, { do: 'note', note: { id: 'a', text: 'Hi' } });
    const removing = statusOf(ivan, 'DELETE', `${lead}/pictures/a`);
    const all = [...reads, noting, removing, statusOf(ivan, 'POST', `${lead}/pictures`, {})];
    expect([id, await Promise.all(all)]).toEqual([id, all.map(() => 404)]);
  }
});

test('an installer marks the day of an own visit, tells its outcome, adds notes and pictures, signed, and no more', async () => {
  const ivan = await colleague();
  const id = await leadWith('ann', [ivan.id, 2], [FIRST_PERSON, 26]);
  const lead = `/api/leads/${id}`;
  const send = (command: object) => as(ivan, 'POST', lead, command);
  const step = { do: 'dayStep', step: 'arrived', visit: at(2) };
  for (const command of [step, { do: 'note', note: { id: 'a', text: 'Dog' } }])
    expect(ShownLead.parse(JSON.parse(await api.text(send(command)))).visits).toHaveLength(1);
  const by = 'Ivan';
  expect(await api.visits(id)).toMatchObject([{ day: { arrivedAt: at(0), by } }, {}]);
  const before = await api.lead(id);
  expect(before?.notes).toMatchObject([{ text: 'Dog', by }]);
  const othersStep = { ...step, visit: at(26) };
  for (const command of [othersStep, { do: 'change', status: 'won' }])
    expect(JSON.parse(await api.text(send(command), 403)).error).toBe('This is for the owner and the office.');
  expect(await api.lead(id)).toEqual(before);
  const data = new FormData();
  data.append('pictures', new Blob([Uint8Array.from((await samples['png']?.()) ?? [])]), 'window.png');
  const form = new Response(data);
  const type = { 'content-type': form.headers.get('content-type') };
  await api.text(as(ivan, 'POST', `${lead}/pictures`, await form.bytes(), type));
  const { pictures } = await read(LeadPictures, ivan, `${lead}/pictures`);
  expect(pictures).toMatchObject([{ by }]);
  const address = `${lead}/pictures/${pictures[0]?.id}`;
  expect(await statusOf(ivan, 'GET', address)).toBe(200);
  const other = await api.colleague('other', { name: 'Ben', role: 'installer' });
  await api.agreed(id, at(50), { person: other.id, from: at(2), isAnother: true });
  // It is not removed: somebody else added it.
  expect((await (await as(other, 'DELETE', address)).json()).pictures).toHaveLength(1);
  expect((await (await as(ivan, 'DELETE', address)).json()).pictures).toEqual([]);

  vi.setSystemTime(Date.parse(at(7)));
  expect((await read(Today, ivan, '/api/today')).outcomes.map((one) => one.id)).toEqual([id]);
  const outcome = { visit: at(2), result: 'done' };
  await api.text(send({ do: 'change', outcome, followUp: null, seen: { outcome: null, status: 'booked' } }));
  expect((await api.visits(id))[0]).toMatchObject({ outcome: 'done', by });
});

test('Today, the week and the hours say which visits nobody makes, and the office alone reads it', async () => {
  const ivan = await colleague();
  const office = await api.colleague('office');
  const id = await leadWith('ann', [ivan.id, 26], [FIRST_PERSON, 30]);
  const unmanned = async () => (await read(Today, office, '/api/today')).visits.map((one) => one.unmanned);
  expect(await unmanned()).toEqual([undefined, undefined]);
  await api.store('slots').put(people.place + ivan.id, { name: 'Ivan', role: 'installer', kinds: ['measure'] });
  expect(await unmanned()).toEqual(['kind', undefined]);
  const { days } = await api.read(Week, '/api/week');
  expect(days.flatMap(({ visits }) => visits.map((one) => one.unmanned))).toEqual(['kind', undefined]);
  const { blocked } = await api.read(VisitHours, '/api/hours');
  expect(blocked).toMatchObject([{ leadId: id, start: at(26), person: ivan.id, why: 'kind' }]);
  expect((await read(Today, ivan, '/api/today')).visits.map((one) => one.unmanned)).toEqual([undefined]);
  await api.store('slots').delete(people.place + ivan.id);
  expect(await unmanned()).toEqual(['gone', undefined]);
});

const away = { first: '2026-12-02', last: '2026-12-02', note: 'Dentist' };
const hoursAfter = async (answer: Promise<Response>, status = 200) =>
  VisitHours.parse(JSON.parse(await api.text(answer, status)));

test('times away are of all or of one person: that one is not offered then, and an installer changes own ones alone', async () => {
  const ivan = await colleague();
  const onThatDay = async (person: string) => {
    const { slots } = await (await api.asOwner('GET', `/api/times?kind=installation&person=${person}`)).json();
    return slots.filter(({ start }: { start: string }) => start.startsWith(away.first)).length;
  };
  const all = await onThatDay(ivan.id);
  const added = await hoursAfter(api.asOwner('POST', '/api/away', { ...away, person: ivan.id }), 201);
  const id = `of-${ivan.id}-2026-12-02-2026-12-02`;
  expect(added.away).toEqual([{ ...away, id, person: ivan.id }]);
  expect([await onThatDay(ivan.id), await onThatDay(FIRST_PERSON)]).toEqual([0, all]);
  await hoursAfter(api.asOwner('POST', '/api/away', { ...away, first: '2026-12-01' }), 201);

  const moved = await hoursAfter(as(ivan, 'PUT', `/api/away/${id}`, { ...away, last: '2026-12-03' }));
  expect(moved).toMatchObject({
    ...{ blocked: [], holidays: [], people: [{ id: ivan.id, name: 'Ivan' }] },
    away: [{ last: '2026-12-03', person: ivan.id }],
  });
  for (const person of [undefined, FIRST_PERSON])
    expect(await statusOf(ivan, 'POST', '/api/away', { ...away, person })).toBe(403);
  expect(await statusOf(ivan, 'DELETE', '/api/away/2026-12-01-2026-12-02')).toBe(403);
  await hoursAfter(as(ivan, 'POST', '/api/away', { ...away, person: ivan.id }), 201);
  await hoursAfter(as(ivan, 'DELETE', `/api/away/${moved.away[0]?.id}`));
  expect((await api.read(VisitHours, '/api/hours')).away.map((one) => one.id)).toEqual(['2026-12-01-2026-12-02', id]);
  expect((await api.asOwner('POST', '/api/away', { ...away, person: 'abcdefgh' })).status).toBe(404);

  const week = await api.read(Week, '/api/week');
  expect(week.days[2]?.away.map(({ person }) => person)).toEqual([undefined, ivan.id]);
  expect((await read(Week, ivan, '/api/week')).days[2]?.away).toEqual(week.days[2]?.away);
});

test('the sweep forgets times away of people a month after they are over, and those of who is gone', async () => {
  const [ivan, slots] = [await colleague(), api.store('slots')];
  const keys = async () => (await slots.list('schedule/away')).map(({ key }) => key);
  for (const person of [ivan.id, FIRST_PERSON]) await api.asOwner('POST', '/api/away', { ...away, person });
  await slots.delete(people.place + ivan.id);
  await api.run('sweep');
  expect(await keys()).toEqual([`schedule/away-of/${FIRST_PERSON}/2026-12-02-2026-12-02`]);
  // Alone again, the first person is away all the same.
  await slots.delete(people.place + FIRST_PERSON);
  expect((await api.openSlots()).filter(({ start }) => start.startsWith(away.first))).toEqual([]);
  await slots.put(people.place + FIRST_PERSON, { name: 'Olga', role: 'owner', kinds: [] });
  vi.setSystemTime(Date.now() + 40 * DAY);
  await api.run('sweep');
  expect(await keys()).toEqual([]);
});

test('a feed has the visits of whose it is, an installer’s as they see them; it ends with the person', async () => {
  const [ivan, office] = [await colleague(), await api.colleague('office')];
  await leadWith('ann', [ivan.id, 26], [FIRST_PERSON, 30]);
  await leadWith('cleo', [ivan.id, 3 * 7 * 24], [office.id, 50]);
  const addressOf = async (of: Session) =>
    new URL((await (await as(of, 'POST', '/api/alerts/feed')).json()).address).pathname;
  const textAt = (address: string) => api.text(api.ask('GET', address));
  const own = await addressOf(ivan);
  const texts = [await textAt(own), await textAt(await addressOf(office)), await api.feed()];
  expect(texts.map((text) => text.split('BEGIN:VEVENT').length - 1)).toEqual([1, 1, 4]);
  expect(texts.map((text) => text.includes('@example.com'))).toEqual([false, true, true]);
  const next = await addressOf(ivan);
  const { feed, signedIn: _, ...others } = await read(Alerts, ivan, '/api/alerts');
  expect(others).toEqual({ devices: [], passkeys: [] });
  expect(new URL(feed?.address ?? '').pathname).toBe(next);
  for (const address of [own, next.replace(ivan.id, office.id), next.replace(`${ivan.id}-`, '')])
    expect([address, (await api.ask('GET', address)).status]).toEqual([address, 404]);
  await api.store('slots').delete(people.place + ivan.id);
  expect((await api.ask('GET', next)).status).toBe(404);
  expect(await statusOf(office, 'DELETE', '/api/alerts/feed')).toBe(204);
});

test('the figures are told by person once there were several: visits that took place, and what was sold after a consultation', async () => {
  const figures = async () => (await api.read(Insights, '/api/insights')).people;
  await api.agreed((await api.receive()).id, at(1));
  expect(await figures()).toBeUndefined();
  const ivan = await colleague();
  const kind = 'consultation';
  const sold = await leadWith('ann', [FIRST_PERSON, 2, kind], [ivan.id, 4, kind], [FIRST_PERSON, 6]);
  const missed = await leadWith('ben', [ivan.id, 8, kind]);
  vi.setSystemTime(Date.parse(at(11)));
  await api.changed(sold, { outcome: { visit: at(4), result: 'sold' }, amount: 900 });
  await api.changed(missed, { outcome: { visit: at(8), result: 'not home' } });
  expect(await figures()).toEqual([
    { id: FIRST_PERSON, name: 'Olivia', visits: 3, won: 0, dollars: 0 },
    { id: ivan.id, name: 'Ivan', visits: 1, won: 1, dollars: 900 },
  ]);
  await api.store('slots').delete(people.place + ivan.id);
  expect((await figures())?.[1]).toMatchObject({ name: 'Ivan', won: 1 });
  expect(await api.text(api.asOwner('GET', '/api/insights?as=csv'))).toMatch(/"Person","Ivan",.*"1","1","900"/);
});
