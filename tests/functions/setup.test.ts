import { expect, onTestFinished, test, vi } from 'vitest';
import { Setup, Trial } from '#contracts/setup';
import { servicesFor } from '#server/http/services';
import { apiForTests } from '#tests/support/admin-api';
import { startGoogleDouble } from '#tests/support/google/google-double';
import { MailServer } from '#tests/support/mail-server';
import { TextProviderDouble } from '#tests/support/texts/provider-double';

const api = apiForTests();
const login = { username: 'hello@example.com', password: 'p@ss / word' };

const enter = async (body: object) => Trial.parse(JSON.parse(await api.text(api.asOwner('PUT', '/api/setup', body))));
const line = async (name: string) => (await api.read(Setup, '/api/setup')).lines.find((one) => one.name === name);
const attempt = async (name: string, more: object = {}) =>
  Trial.parse(JSON.parse(await api.text(api.asOwner('POST', `/api/setup/${name}`, more))));
const sealed = async () => JSON.stringify((await api.store('auth').get('owner/setup'))?.value ?? null);

test('mail is entered once, tried, and used; its password is nowhere in the store, nor shown', async () => {
  const server = new MailServer(login);
  await server.start();
  onTestFinished(() => server.stop());
  const { host } = new URL(server.url);
  const people = { from: 'hello@example.com', to: 'owner@example.com' };
  const mail = { line: 'mail', server: host, user: login.username, password: login.password, ...people };

  const wrong = await enter({ ...mail, password: 'wrong' });
  expect(wrong).toMatchObject({
    isDone: false,
    words: expect.stringMatching(/^The mail server did not take it: .*535/),
  });
  expect(await line('mail')).toEqual({ name: 'mail', state: 'off' });
  expect(await enter(mail)).toEqual({ isDone: true, words: 'A mail is on its way to owner@example.com.' });
  expect(await line('mail')).toMatchObject({ state: 'ok', by: 'owner', shown: expect.stringContaining('127.0.0.1') });
  // Who asks for a callback books no time, so the owner hears of it at once.
  await api.receive({ name: 'Ann Ever', serviceInterest: 'General Inquiry' });
  expect(server.received.map(({ mail: { subject } }) => subject)).toEqual([
    'A test from your website',
    expect.stringMatching(/^New request: Ann Ever/),
  ]);
  expect(await sealed()).not.toMatch(/p@ss|example/);
  expect(JSON.stringify(await api.read(Setup, '/api/setup'))).not.toContain('p@ss');
  expect((await api.asOwner('DELETE', '/api/setup/mail')).status).toBe(204);
  expect(await line('mail')).toEqual({ name: 'mail', state: 'off' });
});

test('Google is connected by its own page: the visits to come are in the new calendar, and its access is used from then on', async () => {
  const google = await startGoogleDouble();
  vi.stubEnv('GOOGLE_TOKEN_URL', google.tokenUrl);
  vi.stubEnv('GOOGLE_API_ROOT', google.origin);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await google.close();
  });
  const slot = await api.openSlot();
  await api.booked(slot, { name: 'Ann Before' });
  const { id: clientId, secret: clientSecret } = google.oauth.client;
  const ask = async () => {
    const { address = '' } = await enter({ line: 'calendar', clientId, clientSecret, busy: 'primary' });
    return new URL(google.oauth.authorize(new URL(address).searchParams)).searchParams;
  };
  const answer = (back: URLSearchParams) =>
    enter({ line: 'google', code: back.get('code') ?? '', state: back.get('state') ?? '' });

  google.oauth.unticked = 'https://www.googleapis.com/auth/calendar.freebusy';
  expect(await answer(await ask())).toMatchObject({ isDone: false, words: expect.stringContaining('every box') });
  google.oauth.unticked = undefined;
  const [first, second] = [await ask(), await ask()];
  expect(await answer(first)).toMatchObject({ isDone: false, words: expect.stringContaining('another question') });
  expect(await answer(second)).toMatchObject({ isDone: true, words: expect.stringContaining('1 visit to come') });
  expect(google.events.alive().map(({ summary }) => summary)).toEqual(['Consultation: Ann Before']);
  expect(google.events.invitations).toEqual([]);
  expect(await line('calendar')).toMatchObject({ state: 'ok', by: 'owner' });
  expect(await api.openSlots()).not.toContainEqual(slot);
  expect(await sealed()).not.toContain(clientSecret);

  expect(await attempt('calendar')).toMatchObject({ isDone: true });
  expect(google.events.alive()).toHaveLength(1);
  // Connected again, it keeps the calendar that it has made.
  expect(await answer(await ask())).toMatchObject({ isDone: true });
  expect(google.count('create')).toBe(1);
  google.oauth.revoke();
  expect(await line('calendar')).toMatchObject({ state: 'failing' });
  expect((await api.asOwner('DELETE', '/api/setup/calendar')).status).toBe(204);
  expect(await line('calendar')).toMatchObject({ state: 'off' });
});

test('the texts’ account is asked for before it is kept, and texts the owner; a program’s refusal is said in its words', async () => {
  const twilio = new TextProviderDouble();
  await twilio.start();
  vi.stubEnv('TWILIO_API_ROOT', twilio.root);
  vi.stubEnv('LEADS_WEBHOOK_URL', `${twilio.root}/hook`);
  vi.stubEnv('LEADS_WEBHOOK_SECRET', `whsec_${'a'.repeat(32)}`);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await twilio.stop();
  });
  const { TWILIO_ACCOUNT_SID: account, ...variables } = twilio.variables;
  const entry = { line: 'texts', account, service: variables['TWILIO_MESSAGING_SERVICE_SID'] };
  expect(await enter({ ...entry, token: 'wrong' })).toEqual({ isDone: false, words: 'Twilio refused it: HTTP 401' });
  expect(await enter({ ...entry, token: variables['TWILIO_AUTH_TOKEN'] })).toMatchObject({ isDone: true });
  expect(await line('texts')).toMatchObject({
    state: 'off',
    by: 'owner',
    shown: expect.stringContaining('TEXTS is on'),
  });
  expect(await attempt('texts', { number: '12' })).toMatchObject({ isDone: false });
  expect(await attempt('texts', { number: '(407) 555-0123' })).toMatchObject({ isDone: true });
  expect(twilio.taken.map(({ to }) => to)).toEqual(['+14075550123']);
  expect(await attempt('webhook')).toEqual({
    isDone: false,
    words: expect.stringMatching(/did not take it: HTTP 401$/),
  });
});

test('what the host sets wins, and a preview reads nothing that was entered', async () => {
  expect(await enter({ line: 'backups', password: 'twenty letters or more' })).toMatchObject({ isDone: true });
  const keyIn = async (context: string) =>
    (await servicesFor({ deploy: { context } } as Parameters<typeof servicesFor>[0])).backupKey;
  expect(await Promise.all(['dev', 'deploy-preview'].map(keyIn))).toEqual(['twenty letters or more', null]);
  vi.stubEnv('BACKUP_KEY', 'the host’s own key, long enough');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await keyIn('dev')).toBe('the host’s own key, long enough');
  expect(await line('backups')).toMatchObject({ by: 'host' });
  const again = await api.asOwner('PUT', '/api/setup', { line: 'backups', password: 'another of twenty letters' });
  expect(again.status).toBe(409);
});

test('an entry that cannot be opened any more is named, and entered again', async () => {
  await enter({ line: 'push' });
  expect(await line('push')).toMatchObject({ state: 'ok', by: 'owner' });
  await api.store('auth').put('owner/setup', { lines: { push: 'damaged' } });
  const { keepVariables } = await import('#server/setup/kept-variables');
  await keepVariables(api.store('auth'), { env: {}, line: 'webhook', variables: null });
  expect(await line('push')).toEqual({ name: 'push', state: 'off', by: 'owner', isUnreadable: true });
  await enter({ line: 'push' });
  expect(await line('push')).toMatchObject({ state: 'ok', by: 'owner' });
});

test('wrong entries are refused with their sentences, and a stranger’s with 401', async () => {
  const refused = await api.asOwner('PUT', '/api/setup', { line: 'webhook', address: 'http://crm.example.com' });
  expect([refused.status, (await refused.json()).error]).toEqual([
    400,
    'Please enter an address that begins with https://',
  ]);
  expect((await api.ask('GET', '/api/setup')).status).toBe(401);
});
