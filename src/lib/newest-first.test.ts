import { expect, test } from 'vitest';
import { newestFirst } from './newest-first.ts';

test('the newest comes first; of one day, the first by title', () => {
  const posts = [
    { data: { date: '2026-09-22', title: 'Rooms' } },
    { data: { date: '2026-11-03', title: 'Motors' } },
    { data: { date: '2026-11-03', title: 'Heat' } },
  ];
  expect(newestFirst(posts).map(({ data }) => data.title)).toEqual(['Heat', 'Motors', 'Rooms']);
});
