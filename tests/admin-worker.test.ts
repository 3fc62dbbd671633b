import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const source = await readFile(path.resolve(import.meta.dirname, '../public/admin/worker.js'), 'utf8');
const origin = 'https://www.example.com';

/** The service worker of the owner's pages in a browser with these pages open; what it shows and asks for. */
function startWorker(open: readonly string[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: object[] = [];
  const asked: string[] = [];
  const pages = open.map((url) => ({
    url,
    focus: async () => ({ navigate: async (address: string) => void asked.push(`${url} to ${address}`) }),
  }));
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    location: { origin },
    registration: {
      showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
      getNotifications: async () => shown,
    },
    clients: { matchAll: async () => pages, openWindow: async (address: string) => void asked.push(address) },
  };
  runInNewContext(source, { self, URL });
  async function dispatch(name: string, event: object): Promise<void> {
    let work: unknown;
    listeners.get(name)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) });
    await work;
  }
  const push = (text: string) => dispatch('push', { data: { json: () => JSON.parse(text) } });
  const press = (lead?: string) =>
    dispatch('notificationclick', { notification: { data: { lead }, close: () => asked.push('closed') } });
  return { push, press, shown, asked };
}

test('a message is shown; one that comes twice, since its sender died before it could note the first, does not ring again', async () => {
  const { push, shown } = startWorker();
  const message = JSON.stringify({ key: 'k', lead: 'abc', title: 'Visit booked', body: 'Elise Romero', tag: 't' });
  await push(message);
  await push(message);
  const notification = { title: 'Visit booked', body: 'Elise Romero', tag: 't', data: { key: 'k', lead: 'abc' } };
  expect(shown).toMatchObject([
    { ...notification, renotify: true },
    { ...notification, renotify: false },
  ]);
  await push('damaged');
  expect(shown.at(-1)).toMatchObject({ title: 'News from your website' });
});

test.each([
  ['opens its lead', [], 'abc', `${origin}/admin/leads#abc`],
  [
    'opens it where leads are open',
    [`${origin}/admin/leads`],
    'abc',
    `${origin}/admin/leads to ${origin}/admin/leads#abc`,
  ],
  ['leaves another page as it is', [`${origin}/admin/gallery`], 'abc', `${origin}/admin/leads#abc`],
  ['without a lead opens the alerts', [], undefined, `${origin}/admin/alerts`],
])('a press on the notification %s', async (_, open, lead, address) => {
  const { press, asked } = startWorker(open);
  await press(lead);
  expect(asked).toEqual(['closed', address]);
});

test('it takes no part in any request, and keeps nothing', () => {
  expect(source).not.toMatch(/['"]fetch['"]|caches/);
});
