import { Today } from '#lead/answers';
import { expect, test, vi } from 'vitest';
import { MINUTE } from '#lib/time/units';
import { apiForTests, mailServerForTests } from '#tests/support/admin-api';

const server = mailServerForTests();
/** A Monday, noon in New York. */
const api = apiForTests({ now: '2026-11-30T17:00:00Z' });

/** Friday, 10:30 AM in New York. */
const start = '2026-12-04T15:30:00.000Z';
const end = '2026-12-04T16:30:00.000Z';
const at = (instant: string | number) => void vi.setSystemTime(instant);
const booked = async (fields: object = {}) => (await api.booked({ start, end }, fields)).id;

async function press(id: string, step: object, visit = start) {
  const answer = await api.command(id, { do: 'dayStep', visit, ...step });
  const { error, issues } = await answer.json();
  return answer.ok ? 'done' : (issues?.[0]?.message ?? error);
}
const day = async (id: string) => (await api.visit(id)).day;

/** What visitors were mailed by then of nobody being at home. */
async function missedAt(instant: string) {
  at(instant);
  await api.run('deliver-mail');
  return server.received.map(({ mail }) => mail).filter(({ subject }) => /missed|nadie/.test(subject ?? ''));
}

test('a step is noted on the day of its visit, and no end before the beginning; else it is said why not', async () => {
  const id = await booked();
  expect(await press(id, { step: 'arrived' })).toBe('This visit is not today any more. Please load the page again.');
  at('2026-12-04T15:00:00.000Z');
  expect(await press(id, { step: 'done' })).toBe('This visit has not begun yet.');
  expect(await press(id, { step: 'nobody' })).toBe('This visit has not begun yet.');
  expect(await press(id, { step: 'onMyWay', minutes: 20 })).toBe('done');
  expect(await day(id)).toEqual({ onMyWayAt: '2026-12-04T15:00:00.000Z', minutes: 20, by: 'owner' });
  const wrong = [{ step: 'onMyWay', minutes: 15 }, { step: 'onMyWay' }, { step: 'late' }];
  for (const step of wrong) expect(await press(id, step)).toMatch(/^Please send a mark of the day/);
  expect(await press('0'.repeat(64), { step: 'arrived' })).toBe('There is no such lead. It may have been removed.');
});

test('of nobody the visitor is mailed the way to another time in their language, not within a minute, and once; the lead is to be called', async () => {
  const id = await booked({ language: 'es', email: 'ana@example.com' });
  at('2026-12-04T15:45:00.000Z');
  for (let times = 0; times < 2; times += 1) expect(await press(id, { step: 'nobody' })).toBe('done');
  expect(await api.visit(id)).toMatchObject({ outcome: 'not home', by: 'owner' });
  expect(await api.lead(id)).toMatchObject({ status: 'contacted', followUp: '2026-12-04' });
  expect(await missedAt('2026-12-04T15:46:00.000Z')).toEqual([]);
  for (const instant of ['2026-12-04T15:47:00.000Z', '2026-12-04T15:49:00.000Z']) {
    const [mail, ...more] = await missedAt(instant);
    expect([mail?.to?.[0]?.address, more]).toEqual(['ana@example.com', []]);
    expect(mail?.text).toContain('/es/book');
  }
});

test('the mail is held back by an Undo within the minute, by a sale at the door after all, and by nothing later', async () => {
  const id = await booked({ email: 'ana@example.com' });
  const [before, pressed] = [await api.lead(id), '2026-12-04T15:45:00.000Z'];
  const undo = { step: 'undo', at: pressed };
  at(pressed);
  await press(id, { step: 'arrived' });
  at(Date.parse(pressed) + MINUTE);
  expect(await press(id, undo)).toBe('done');
  expect(await day(id)).toEqual({});
  at(pressed);
  await press(id, { step: 'nobody' });
  await press(id, undo);
  expect([await day(id), await api.lead(id)]).toMatchObject([{}, { status: before?.status }]);
  expect((await api.lead(id))?.followUp).toBeUndefined();
  await press(id, { step: 'nobody' });
  await api.changed(id, { outcome: { visit: start, result: 'sold' } });
  expect(await missedAt('2026-12-04T15:47:00.000Z')).toEqual([]);
  expect(await press(id, undo)).toBe('That was more than a minute ago: the visitor may know by now. Please call.');
});

test('a visit that is done early is asked for at once, and stands among the visits again where it goes on', async () => {
  const id = await booked();
  at('2026-12-04T15:45:00.000Z');
  const lists = async () => {
    const { visits, outcomes } = await api.read(Today, '/api/today');
    return { visits: visits.map(({ lead }) => lead.id), outcomes: outcomes.map((lead) => lead.id) };
  };
  await press(id, { step: 'done' });
  expect(await lists()).toEqual({ visits: [], outcomes: [id] });
  at('2026-12-04T15:50:00.000Z');
  await press(id, { step: 'undo', at: '2026-12-04T15:45:00.000Z' });
  expect(await lists()).toEqual({ visits: [id], outcomes: [] });
});

test('steps go with the time of their visit', async () => {
  const id = await booked();
  at('2026-12-04T15:00:00.000Z');
  await press(id, { step: 'onMyWay', minutes: 20 });
  await api.agreed(id, '2026-12-07T15:30:00.000Z', { from: start });
  expect(await day(id)).toBeUndefined();
});
