import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GoogleDouble, startGoogleDouble } from './support/google/google-double.ts';

let google: GoogleDouble;
let token = '';
beforeAll(async () => {
  google = await startGoogleDouble();
  token = await tokenOf({ refresh_token: String(google.env['GOOGLE_REFRESH_TOKEN']) });
});
afterAll(() => google.close());

const client = () => ({ client_id: google.oauth.client.id, client_secret: google.oauth.client.secret });

async function tokenOf(form: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', ...client(), ...form });
  const answer: { access_token: string } = await (await fetch(google.tokenUrl, { method: 'POST', body })).json();
  return answer.access_token;
}

interface Ask {
  readonly method?: string;
  readonly path?: string;
  readonly body?: unknown;
  readonly bearer?: string;
}

/** The status and Google's reason, such as `400 invalid`; a success is its status alone. */
async function ask({ method = 'POST', path = '/events', body, bearer = token }: Ask): Promise<string> {
  const address = path.startsWith('/events') ? `/calendars/${google.calendarId}${path}` : path;
  const answer = await fetch(`${google.origin}/calendar/v3${address}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return answer.ok ? String(answer.status) : `${answer.status} ${JSON.parse(text).error.errors[0].reason}`;
}

const start = { dateTime: '2026-12-01T10:00:00-05:00' };
const end = { dateTime: '2026-12-01T11:00:00-05:00' };

describe('the double takes what Google takes', () => {
  test.each<[what: string, body: object]>([
    ['an event without an id', { start, end }],
    ['an id of five letters', { id: 'abcde', start, end }],
    ['a whole day', { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } }],
    ['a local time with its zone', { start: { dateTime: '2026-12-01T10:00:00', timeZone: 'America/Chicago' }, end }],
    ['guests, invited by the account', { start, end, attendees: [{ email: 'ann@example.com' }] }],
  ])('%s', async (_, body) => {
    expect(await ask({ body })).toBe('200');
  });
});

describe('the double refuses what Google refuses', () => {
  const local = { dateTime: '2026-12-01T10:00:00' };
  test.each<[what: string, answer: string, ask: Ask]>([
    ['a token that it never gave', '401 authError', { body: { start, end }, bearer: 'other' }],
    ['what is no JSON', '400 invalid', { body: '{' }],
    ['an id with letters past v', '400 invalid', { body: { id: 'abcdz', start, end } }],
    ['an id in capitals', '400 invalid', { body: { id: 'ABCDE', start, end } }],
    ['an id of four letters', '400 invalid', { body: { id: 'abcd', start, end } }],
    ['an id of 1025 letters', '400 invalid', { body: { id: 'a'.repeat(1025), start, end } }],
    ['no start', '400 required', { body: { end } }],
    ['no end', '400 required', { body: { start } }],
    ['an end before the start', '400 timeRangeEmpty', { body: { start: end, end: start } }],
    ['a day and a time', '400 invalid', { body: { start: { date: '2026-12-01' }, end } }],
    ['a local time without a zone', '400 required', { body: { start: local, end } }],
    ['a zone that there is not', '400 invalid', { body: { start: { ...local, timeZone: 'Florida' }, end } }],
    ['a time without seconds', '400 invalid', { body: { start: { dateTime: '2026-12-01T10:00-05:00' }, end } }],
    ['a guest without an address', '400 required', { body: { start, end, attendees: [{}] } }],
    ['a guest at no domain', '400 invalid', { body: { start, end, attendees: [{ email: 'ann@home' }] } }],
    ['another word for sendUpdates', '400 invalid', { path: '/events?sendUpdates=yes', body: { start, end } }],
    [
      'a calendar that is not shared',
      '404 notFound',
      { path: '/calendars/other@example.com/events', body: { start, end } },
    ],
    ['an event that never was', '404 notFound', { method: 'GET', path: '/events/never' }],
    ['to delete an event that never was', '404 notFound', { method: 'DELETE', path: '/events/never' }],
    [
      'a list that ends before it begins',
      '400 timeRangeEmpty',
      { method: 'GET', path: '/events?timeMin=2026-12-02T00:00:00Z&timeMax=2026-12-01T00:00:00Z' },
    ],
    ['a query by a local time', '400 invalid', { method: 'GET', path: '/events?timeMin=2026-12-02T00:00:00' }],
    ['free/busy without times', '400 required', { path: '/freeBusy', body: { items: [] } }],
  ])('%s: %s', async (_, answer, asked) => {
    expect(await ask(asked)).toBe(answer);
  });

  test('an id again, also after the event was deleted; to delete it again', async () => {
    const body = { id: 'again', start, end };
    const removal = { method: 'DELETE', path: '/events/again' };
    expect(await ask({ body })).toBe('200');
    expect(await ask({ body })).toBe('409 duplicate');
    expect(await ask(removal)).toBe('204');
    expect(await ask({ body })).toBe('409 duplicate');
    expect(await ask(removal)).toBe('410 deleted');
    expect(await ask({ method: 'GET', path: '/events/again' })).toBe('200');
  });

  test('a token whose scopes do not cover the call', async () => {
    const scopes = ['https://www.googleapis.com/auth/calendar.freebusy'];
    const bearer = await tokenOf({ refresh_token: google.oauth.newRefreshToken(scopes) });
    const query = { timeMin: '2026-12-01T00:00:00Z', timeMax: '2026-12-02T00:00:00Z', items: [] };
    expect(await ask({ path: '/freeBusy', body: query, bearer })).toBe('200');
    expect(await ask({ body: { start, end }, bearer })).toBe('403 insufficientPermissions');
  });

  test('an access token after its hour', async () => {
    let now = Date.now();
    const other = await startGoogleDouble({ now: () => now });
    const refresh = {
      grant_type: 'refresh_token',
      ...client(),
      refresh_token: String(other.env['GOOGLE_REFRESH_TOKEN']),
    };
    const given = await fetch(other.tokenUrl, { method: 'POST', body: new URLSearchParams(refresh) });
    const { access_token: bearer }: { access_token: string } = await given.json();
    const list = async () => {
      const address = `${other.origin}/calendar/v3/calendars/primary/events`;
      return (await fetch(address, { headers: { authorization: `Bearer ${bearer}` } })).status;
    };
    expect(await list()).toBe(200);
    now += 3600_000;
    expect(await list()).toBe(401);
    await other.close();
  });
});
