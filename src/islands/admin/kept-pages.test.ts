import { expect, test } from 'vitest';
import { adminLead, adminVisit, emptyDay } from '#tests/support/admin-page';
import { keptDayPage, keptWeekPage } from './kept-pages.ts';

test('the kept day says from when it is, who, where, when, the number and the notes, and runs no word of a visitor', () => {
  const lead = adminLead(
    'a',
    {
      notes: [{ id: 'n', at: '2026-11-30T15:00:00.000Z', text: 'Two dogs & a <gate>' }],
      unansweredTexts: [{ id: 'sm1', at: '2026-11-30T14:00:00.000Z', text: '<img> at 4?' }],
    },
    {
      name: '<img src=x onerror=alert(1)>',
      phone: '(321) 555-0123',
      address: '12 "Palm" Way',
      message: '</p><script>',
    },
  );
  const page = keptDayPage(
    { ...emptyDay, texts: [lead], visits: [{ visit: adminVisit('2026-12-01T15:00:00.000Z'), lead }] },
    Date.parse('2026-11-30T14:05:00.000Z'),
  );
  for (const words of [
    'This is from Monday, November 30 at 9:05 AM ET.',
    'Tuesday, December 1 at 10:00 AM ET',
    'href="tel:+13215550123"',
    '12 &quot;Palm&quot; Way',
    'Two dogs &amp; a &lt;gate&gt;',
    'Texts',
    'Texted: &lt;img&gt; at 4?',
  ]) {
    expect(page).toContain(words);
  }
  expect(page).not.toMatch(/<(img|script|gate)/);
});

test('the kept week names each day that has a visit, a holiday or a time away, in its order, and leads to Today', () => {
  const readAt = Date.parse('2026-11-30T14:05:00.000Z');
  const empty = { holidays: [], away: [], visits: [] };
  const lead = adminLead('a', {}, { name: '<b>Ana</b>' });
  const days = [
    { ...empty, date: '2026-11-30' },
    { ...empty, date: '2026-12-01', visits: [{ visit: adminVisit('2026-12-01T15:00:00.000Z'), lead }] },
    { ...empty, date: '2026-12-03', holidays: ['Fair & Feast'] },
  ];
  const page = keptWeekPage({ days }, readAt);
  expect(page.match(/(?<=>)(\w+day, \w+\s\d+|[^>]*Ana[^<]*|Fair[^<]*)(?=<)/g)).toEqual([
    'Tuesday, December\u00a01',
    '&lt;b&gt;Ana&lt;/b&gt;',
    'Thursday, December\u00a03',
    'Fair &amp; Feast',
  ]);
  expect(page).toContain('<a href="/admin">Today</a>');
  expect(keptWeekPage({ days: [] }, readAt)).toContain('No visits in this week.');
});
