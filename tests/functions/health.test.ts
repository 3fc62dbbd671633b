import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Health } from '#server/http/health';
import { channelNames } from '#server/channels/channels';
import { mail } from '#server/channels/mail/mail';
import { webhook } from '#server/channels/webhook/webhook';
import { boxOf, enqueue } from '#server/outbox/outbox';
import { apiForTests } from '#tests/support/admin-api';
import { startGoogleDouble } from '#tests/support/google/google-double';
import { HOUR } from '#lib/time/units';

const api = apiForTests({ isLimited: true });
beforeEach(() => stubEnv({ ADMIN_USERNAME: '', ADMIN_PASSWORD_HASH: '', SESSION_SECRET: '' }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

function stubEnv(env: Record<string, string>): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
}

/** The status, what was found under each name, and the whole text. */
async function ask(ip?: string): Promise<{ status: number; found: Record<string, string>; text: string }> {
  const answer = await api.ask('GET', '/api/health', ip ? { ip } : {});
  const text = await answer.text();
  const { checks } = Health.parse(JSON.parse(text));
  return { status: answer.status, found: Object.fromEntries(checks.map(({ name, state }) => [name, state])), text };
}

let minutes = 0;

/** What is read of the records may be a minute old. */
function aMinuteLater(): void {
  minutes += 1;
  vi.useFakeTimers({ toFake: ['Date'], now: vi.getRealSystemTime() + minutes * 61_000 });
}

const nothing = {
  storage: 'ok',
  calendar: 'ok',
  'other calendars': 'off',
  ...Object.fromEntries(channelNames.map((name) => [name, 'off'])),
  backups: 'off',
  'sign-in': 'off',
};

test('a site with nothing set up is well', async () => {
  expect(await ask()).toMatchObject({ status: 200, found: nothing });
});

test('what is set up is named, without its secrets', async () => {
  const google = await startGoogleDouble();
  const env = {
    ...google.env,
    SMTP_URL: 'smtps://user:geheim@mail.example.com',
    MAIL_FROM: 'hello@example.com',
    MAIL_TO: 'owner@example.com',
    ADMIN_USERNAME: 'owner',
    ADMIN_PASSWORD_HASH: 'aGFzaA==',
    SESSION_SECRET: 'x'.repeat(32),
    VAPID_PUBLIC_KEY: `B${'p'.repeat(86)}`,
    VAPID_PRIVATE_KEY: 'q'.repeat(43),
    LEADS_WEBHOOK_URL: 'https://crm.example.com/geheim',
    LEADS_WEBHOOK_SECRET: `whsec_${'z'.repeat(32)}`,
    BACKUP_KEY: 'a key that nobody shall read',
  };
  stubEnv(env);
  const { status, found, text } = await ask();
  await google.close();
  expect([status, found]).toEqual([
    200,
    { ...nothing, mail: 'ok', push: 'ok', webhook: 'ok', backups: 'ok', 'sign-in': 'ok' },
  ]);
  expect(text).toContain('Google Calendar');
  for (const secret of Object.values(env)) expect(text).not.toContain(secret);
});

test('mail, and events that no webhook has taken, are named after an hour', async () => {
  stubEnv({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@example.com', MAIL_TO: 'owner@example.com' });
  stubEnv({ LEADS_WEBHOOK_URL: 'http://127.0.0.1:9/', LEADS_WEBHOOK_SECRET: `whsec_${'z'.repeat(32)}` });
  const leads = api.store('leads');
  const message = {
    to: 'owner',
    replyTo: 'owner',
    lead: 'a',
    subject: 'Trial',
    text: 'Text',
    html: '<p>Text</p>',
  } as const;
  await enqueue(boxOf(leads, mail.outbox), 'fresh', message, Date.now());
  aMinuteLater();
  expect(await ask()).toMatchObject({ status: 200, found: { mail: 'ok' } });
  await enqueue(boxOf(leads, mail.outbox), 'late', message, Date.now() - 2 * HOUR);
  const event = { lead: 'a', type: 'lead.created', body: '{}' };
  await enqueue(boxOf(leads, webhook.outbox), 'late', event, Date.now() - 2 * HOUR);
  aMinuteLater();
  expect(await ask()).toMatchObject({ status: 503, found: { mail: 'failing', webhook: 'failing', push: 'off' } });
  await leads.delete('webhooks/outbox/late');
});

test('a calendar that lets nobody in is named, and the reason is in the log alone', async () => {
  const google = await startGoogleDouble();
  stubEnv(google.env);
  google.oauth.revoke();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { status, found, text } = await ask();
  expect([status, found]).toEqual([503, { ...nothing, calendar: 'failing' }]);
  expect(JSON.parse(text).error).toBe('Not answering: calendar.');
  expect(text).not.toContain('invalid_grant');
  expect(String(log.mock.calls[0]?.[1])).toContain('npm run google:connect');
  log.mockRestore();
  await google.close();
});

test('a store that is down is named, though no call can be counted', async () => {
  const file = path.join(process.env['DATA_DIR'] ?? '', 'file');
  await writeFile(file, '');
  stubEnv({ DATA_DIR: file });
  // The store may hold Google’s access, and the others’ addresses, so nobody knows the calendars.
  const calendars = { calendar: 'failing', 'other calendars': 'failing' };
  const failing = { storage: 'failing', ...calendars, 'sign-in': 'failing' };
  expect(await ask()).toMatchObject({ status: 503, found: { ...nothing, ...failing } });
});

test('however often it is asked, the records are listed once a minute', async () => {
  aMinuteLater();
  const gallery = api.store('gallery');
  const { list } = gallery;
  onTestFinished(() => void Object.assign(gallery, { list }));
  let lists = 0;
  gallery.list = (prefix) => {
    if (prefix === 'items/') lists += 1;
    return list(prefix);
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => ask(`192.0.2.${30 + index}`)));
  expect(lists).toBe(1);
  aMinuteLater();
  await ask();
  expect(lists).toBe(2);
});

test('who asks too often is told to wait', async () => {
  aMinuteLater();
  const answers = await Promise.all(
    Array.from({ length: 101 }, () => api.ask('GET', '/api/health', { ip: '192.0.2.9' })),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});
