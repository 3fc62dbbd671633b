import { expect, test } from 'vitest';
import { adminLead, adminVisit } from '#tests/support/admin-page';
import { isToRepeat, nobodyText, stepWords, wayText } from './day-steps.ts';

const start = '2026-12-04T15:30:00.000Z';
const lead = adminLead('a', {}, { phone: '(321) 555-0123', language: 'es' });

test('a step that failed is made again, unless another device was faster', () => {
  const step = { do: 'dayStep', visit: start } as const;
  const [arrived, back] = [{ ...step, step: 'arrived' } as const, { ...step, step: 'undo', at: start } as const];
  const days = [{}, { arrivedAt: start }, { nobodyAt: start }];
  expect(days.map((day) => isToRepeat(arrived, { day }))).toEqual([true, false, false]);
  expect(days.map((day) => isToRepeat(back, { day }))).toEqual([false, true, true]);
});

test.each([
  [{ onMyWayAt: '2026-12-04T15:05:00.000Z', minutes: 20 }, 'On my way since 10:05 AM, there at about 10:25 AM.'],
  [{ onMyWayAt: '2026-12-04T15:05:00.000Z', arrivedAt: start }, 'Arrived at 10:30 AM.'],
  [{ arrivedAt: start, nobodyAt: '2026-12-04T15:45:00.000Z' }, 'Nobody there at 10:45 AM.'],
])('the last step of %j is said: %s', (day, words) => {
  expect(stepWords({ day })).toBe(words);
});

test('the owner’s own texts are in the visitor’s language, and say when, or the way to another time', () => {
  const words = (href: string | null) => decodeURIComponent(href?.split('body=')[1] ?? '');
  const way = wayText(lead, 20, new Date('2026-12-04T15:05:00.000Z'));
  expect(way).toMatch(/^sms:\+13215550123\?&body=/);
  expect(words(way)).toMatch(/: vamos en camino. Llegada aproximada: 10:25\sa\.\sm\.$/);
  const nobody = (kind: string) => words(nobodyText(lead, adminVisit(start, { kind }), 'https://a.example'));
  expect(nobody('consultation')).toMatch(/ Otra hora: https:\/\/a.example\/es\/book$/);
  expect(nobody('installation')).toMatch(/ Otra hora: \(\d{3}\) /);
  expect(wayText(adminLead('b', {}, { phone: '' }), 20, new Date())).toBeNull();
});
