import { Week } from '#lead/answers';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { addDays } from '#lib/time/dates';
import { zonedDate, zonedInstant } from '#lib/time/zone';
import { holidaysBetween } from '#lib/time/holidays';
import { apiForTests } from '#tests/support/admin-api';

/** A Friday. Clocks go back in the night to Sunday, November 1. */
const api = apiForTests({ now: '2026-10-30T13:00:00Z' });
const at = (date: string, clock: string) => zonedInstant(date, clock) ?? '';

/** The days with a visit, each as its date, its kind and its lead's name. */
async function visitsIn(from: string): Promise<string[]> {
  const { days } = await api.read(Week, `/api/week?from=${from}`);
  return days.flatMap(({ date, visits }) =>
    visits.map(({ visit, lead }) => `${date} ${visit.kind} ${lead.request.name}`),
  );
}

test('a week of seven days in the business’s zone has what stands, in order; a visit that was moved away or cancelled is not there', async () => {
  const of = async (name: string) => (await api.receive({ name })).id;
  const [ann, ben, cleo, dan] = [await of('Ann'), await of('Ben'), await of('Cleo'), await of('Dan')];
  const sunday = '2026-11-01';
  await api.agreed(ann, at(sunday, '23:30'), { kind: 'installation' });
  await api.agreed(ben, at(sunday, '09:00'));
  await api.agreed(ben, at('2026-11-02', '00:15'), { from: at(sunday, '09:00'), isAnother: true, kind: 'measure' });
  await api.agreed(cleo, at(sunday, '11:00'));
  await api.agreed(cleo, at('2026-11-04', '11:00'), { from: at(sunday, '11:00') });
  await api.agreed(dan, at(sunday, '15:00'));
  await api.commanded(dan, { do: 'cancel', from: at(sunday, '15:00'), isQuiet: true });

  const { days } = await api.read(Week, '/api/week');
  expect(days.map(({ date }) => date)).toEqual([26, 27, 28, 29, 30, 31].map((day) => `2026-10-${day}`).concat(sunday));
  const ofThisWeek = [`${sunday} consultation Ben`, `${sunday} installation Ann`];
  for (const from of ['', '2026-10-26', sunday]) expect(await visitsIn(from)).toEqual(ofThisWeek);
  expect(await visitsIn('2026-11-08')).toEqual(['2026-11-02 measure Ben', '2026-11-04 consultation Cleo']);
  expect((await api.asOwner('GET', '/api/week?from=2026-02-30')).status).toBe(400);
  expect((await api.ask('GET', '/api/week')).status).toBe(401);
});

test('times away stand on each of their days, and holidays unless visits are offered', async () => {
  const [holiday] = holidaysBetween(visitRules.holidays, '2026-11-02', '2027-11-02');
  const { date = '', name } = holiday ?? {};
  const before = addDays(date, -1);
  const of = async (day: string) =>
    (await api.read(Week, `/api/week?from=${day}`)).days.find((one) => one.date === day);
  const block = (away: object) => api.text(api.asOwner('POST', '/api/away', { note: '', ...away }), 201);
  await block({ first: before, last: date });
  await block({ first: before, last: before, from: '12:00', until: '13:00', repeat: 'weekly' });
  const wholeDay = { start: at(date, '00:00'), end: at(addDays(date, 1), '00:00') };
  expect(await of(date)).toMatchObject({ holidays: [name], away: [wholeDay] });
  const noon = { start: at(before, '12:00'), end: at(before, '13:00') };
  expect((await of(before))?.away).toEqual([{ start: at(before, '00:00'), end: wholeDay.start }, noon]);
  expect((await of(addDays(before, 7)))?.away.map(({ start }) => zonedDate(start))).toEqual([addDays(before, 7)]);
  await api.text(api.asOwner('PUT', `/api/holidays/${date}`, { isWorked: true }));
  expect(await of(date)).toMatchObject({ holidays: [] });
});
