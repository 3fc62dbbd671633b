import { expect, test } from 'vitest';
import { bookedNews, hourFrom, leadOf } from '#tests/support/visits';
import { hearersOf } from './audience.ts';
import type { News } from './news.ts';

const lead = leadOf('ann', { texts: true });
const visit = bookedNews('ann', { texts: true });
const moved = { ...visit, kind: 'moved', former: hourFrom('2026-11-30T15:30:00Z') } as const;
const lost = { kind: 'textFailed', lead, key: 'k', text: 'A text', code: '30003' } as const;
const hearers = (news: News) => hearersOf(news).map(({ to, by }) => `${to} by ${by}`);

test.each<[News, string[]]>([
  [{ kind: 'request', lead, isChanged: false }, ['programs by webhook', 'owner by push', 'owner by mail']],
  [visit, ['programs by webhook', 'owner by push', 'visitor by texts', 'owner by mail', 'visitor by mail']],
  [moved, ['programs by webhook', 'owner by push', 'visitor by texts', 'owner by mail', 'visitor by mail']],
  [
    { ...visit, kind: 'cancelled' },
    ['programs by webhook', 'owner by push', 'visitor by texts', 'owner by mail', 'visitor by mail'],
  ],
  [{ ...visit, kind: 'reminder' }, ['visitor by texts', 'visitor by mail']],
  [{ kind: 'outcome', lead, at: '2026-12-01T15:30:00.000Z' }, ['programs by webhook']],
  [{ kind: 'unopened', lead, after: 15 }, ['owner by push', 'owner by texts']],
  [{ kind: 'review', by: 'mail', lead, link: 'https://g.page/r/x/review' }, ['visitor by mail']],
  [{ kind: 'review', by: 'texts', lead, link: 'https://g.page/r/x/review' }, ['visitor by texts']],
  [{ ...lost, about: 'review' }, ['owner by push', 'owner by mail', 'visitor by mail']],
  [{ kind: 'undelivered', lead, key: 'k', subject: 'Your visit' }, ['owner by mail']],
  [{ ...lost, about: 'booked' }, ['owner by push', 'owner by mail']],
  [{ ...lost, about: 'of no mail' }, ['owner by push', 'owner by mail', 'visitor by mail']],
])('$kind is heard by those of its lines', (news, expected) => {
  expect(hearers(news)).toEqual(expected);
});

test('a visitor who did not agree to texts gets none', () => {
  expect(hearers(bookedNews('ann'))).not.toContain('visitor by texts');
});

test.each([visit, moved, { ...visit, kind: 'cancelled' } as const])(
  'of what the owner does ($kind) programs hear, the visitor where the owner wants it, and the owner never',
  (news) => {
    expect(hearers({ ...news, byOwner: { isQuiet: false } })).toEqual([
      'programs by webhook',
      'visitor by texts',
      'visitor by mail',
    ]);
    expect(hearers({ ...news, byOwner: { isQuiet: true } })).toEqual(['programs by webhook']);
  },
);
