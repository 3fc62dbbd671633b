import { expect, test } from 'vitest';
import type { VisitDay } from '#contracts/visit-day';
import { adminLead, adminPage } from '#tests/support/admin-page';
import { scriptedServer } from '#tests/support/scripted-server';
import { createDayMarks, isToRepeat, markWords, nobodyText, pressKey, wayText } from './day-marks.ts';
import { leadsApi } from './leads-api.ts';

const server = scriptedServer();
const start = '2026-12-04T15:30:00.000Z';
const visitWith = (day: VisitDay = {}, kind = 'consultation') => ({
  start,
  end: '2026-12-04T16:30:00.000Z',
  kind,
  day,
});
const lead = adminLead('a', { visits: [visitWith()] }, { phone: '(321) 555-0123', language: 'es' });
const arrived = { mark: 'arrived', visit: start } as const;

test('a double press is one call; a press that fails is kept, and made again unless another device was faster', async () => {
  const { environment, session } = adminPage(server, '/admin');
  const shown: unknown[] = [];
  const marks = createDayMarks(leadsApi(environment.client), session, (after) => shown.push(after));
  const pressed = () => marks.$presses.get()[pressKey(lead, start)];
  server.script('/api/leads/a/day', { cut: true }, { status: 409, body: { error: 'Not today.' } }, { body: lead });
  expect(await Promise.all([marks.press(lead, arrived), marks.press(lead, arrived)])).toEqual([false, false]);
  expect(server.heard.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(pressed()).toEqual({ change: arrived, state: 'failed', message: expect.stringContaining('No answer came') });
  expect(await marks.press(lead, arrived)).toBe(false);
  const failed = pressed();
  expect(failed?.message).toBe('Not today.');
  expect(await marks.press(lead, arrived)).toBe(true);
  expect([pressed()?.state, shown]).toEqual(['done', [lead]]);
  const later = [{}, { arrivedAt: start }, { nobodyAt: start }].map(
    (day) => failed && isToRepeat(failed, visitWith(day)),
  );
  expect(later).toEqual([true, false, false]);
});

test.each([
  [{ onMyWayAt: '2026-12-04T15:05:00.000Z', minutes: 20 }, 'On my way since 10:05 AM, there at about 10:25 AM.'],
  [{ onMyWayAt: '2026-12-04T15:05:00.000Z', arrivedAt: start }, 'Arrived at 10:30 AM.'],
  [{ arrivedAt: start, nobodyAt: '2026-12-04T15:45:00.000Z' }, 'Nobody there at 10:45 AM.'],
])('the last mark of %j is said: %s', (day, words) => {
  expect(markWords(visitWith(day))).toBe(words);
});

test('the owner’s own texts are in the visitor’s language, and say when, or the way to another time', () => {
  const words = (href: string | null) => decodeURIComponent(href?.split('body=')[1] ?? '');
  const way = wayText(lead, 20, new Date('2026-12-04T15:05:00.000Z'));
  expect(way).toMatch(/^sms:\+13215550123\?&body=/);
  expect(words(way)).toMatch(/: vamos en camino. Llegada aproximada: 10:25\sa\.\sm\.$/);
  expect(words(nobodyText(lead, visitWith(), 'https://a.example'))).toMatch(
    / Otra hora: https:\/\/a.example\/es\/book$/,
  );
  expect(words(nobodyText(lead, visitWith({}, 'installation'), 'https://a.example'))).toMatch(/ Otra hora: \(\d{3}\) /);
  expect(wayText(adminLead('b', {}, { phone: '' }), 20, new Date())).toBeNull();
});
