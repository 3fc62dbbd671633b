import { expect, test } from 'vitest';
import { createResource } from './resource.ts';

/** A resource whose readings the test answers, in any order. */
function byHand() {
  const answers: ((answer: Awaited<ReturnType<typeof read>>) => void)[] = [];
  const read = () =>
    new Promise<{ state: 'done'; value: { items: readonly string[] } } | { state: 'failed' | 'signed-out' }>((answer) =>
      answers.push(answer),
    );
  const done = (...items: string[]) => ({ state: 'done', value: { items } }) as const;
  return { ...createResource(read), answers, done };
}

test('a sign-out changes nothing', async () => {
  const { $known, load, answers } = byHand();
  const loaded = load();
  answers[0]?.({ state: 'signed-out' });
  await loaded;
  expect($known.get()).toEqual({ state: 'loading' });
});

test('an answer that comes late is dropped, behind another reading and behind a change', async () => {
  const { $known, load, reload, set, answers, done } = byHand();
  const first = load();
  const second = reload();
  answers[1]?.(done('second'));
  expect(await second).toBe('done');
  answers[0]?.(done('first'));
  await first;
  expect($known.get()).toEqual({ state: 'ready', items: ['second'] });
  const third = reload();
  set({ items: ['changed'] });
  answers[2]?.(done('third'));
  expect(await third).toBe('late');
  expect($known.get()).toEqual({ state: 'ready', items: ['changed'] });
});

test('a reload keeps what is shown, while it takes and if it fails; `fail` takes it away', async () => {
  const { $known, load, reload, amend, fail, answers, done } = byHand();
  const loaded = load();
  answers[0]?.(done('a'));
  await loaded;
  const again = reload();
  amend({ items: ['a', 'b'] });
  expect($known.get()).toEqual({ state: 'ready', items: ['a', 'b'] });
  answers[1]?.({ state: 'failed' });
  expect(await again).toBe('failed');
  expect($known.get()).toEqual({ state: 'ready', items: ['a', 'b'] });
  const third = reload();
  answers[2]?.(done('c'));
  await third;
  expect($known.get()).toEqual({ state: 'ready', items: ['c'] });
  fail();
  expect($known.get()).toEqual({ state: 'failed' });
});
