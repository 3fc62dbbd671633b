import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GoogleDouble, startGoogleDouble } from './support/google/google-double.ts';

let google: GoogleDouble;
let token = '';
let now = Date.now();
beforeAll(async () => {
  google = await startGoogleDouble({ now: () => now });
  token = await tokenOf(String(google.env['GOOGLE_REFRESH_TOKEN']));
});
afterAll(() => google.close());

async function tokenOf(refresh_token: string): Promise<string> {
  const { id: client_id, secret: client_secret } = google.oauth.client;
  const body = new URLSearchParams({ grant_type: 'refresh_token', client_id, client_secret, refresh_token });
  const answer: { access_token: string } = await (await fetch(google.tokenUrl, { method: 'POST', body })).json();
  return answer.access_token;
}

/** The status of a new event, or of another call, and Google's reason, such as `400 invalid`. */
async function ask(body: object, path = `/calendars/${google.calendarId}/events`, bearer = token): Promise<string> {
  const answer = await fetch(`${google.origin}/calendar/v3${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return answer.ok ? String(answer.status) : `${answer.status} ${JSON.parse(text).error.errors[0].reason}`;
}

const start = { dateTime: '2026-12-01T10:00:00-05:00' };
const end = { dateTime: '2026-12-01T11:00:00-05:00' };
const local = { dateTime: '2026-12-01T10:00:00' };

// What our code never sends, so no other test would notice that the double takes it.
test.each<[what: string, answer: string, body: object]>([
  ['what is right', '200', { id: 'abcde', start, end, attendees: [{ email: 'ann@example.com' }] }],
  ['an id with letters past v', '400 invalid', { id: 'abcdz', start, end }],
  ['an id in capitals', '400 invalid', { id: 'ABCDE', start, end }],
  ['an id of four letters', '400 invalid', { id: 'abcd', start, end }],
  ['no end', '400 required', { start }],
  ['an end before the start', '400 timeRangeEmpty', { start: end, end: start }],
  ['a local time without a zone', '400 required', { start: local, end }],
  ['a zone that there is not', '400 invalid', { start: { ...local, timeZone: 'Florida' }, end }],
  ['a time without seconds', '400 invalid', { start: { dateTime: '2026-12-01T10:00-05:00' }, end }],
  ['a guest at no domain', '400 invalid', { start, end, attendees: [{ email: 'ann@home' }] }],
])('the double answers %s with %s', async (_, answer, body) => {
  expect(await ask(body)).toBe(answer);
});

test('the double refuses other calendars, and tokens that it never gave, of other scopes, or after their hour', async () => {
  const event = { start, end };
  expect(await ask(event, '/calendars/other@example.com/events')).toBe('404 notFound');
  expect(await ask(event, undefined, 'other')).toBe('401 authError');
  const scopes = ['https://www.googleapis.com/auth/calendar.freebusy'];
  const bearer = await tokenOf(google.oauth.newRefreshToken(scopes));
  const query = { timeMin: '2026-12-01T00:00:00Z', timeMax: '2026-12-02T00:00:00Z', items: [] };
  expect(await ask(query, '/freeBusy', bearer)).toBe('200');
  expect(await ask(event, undefined, bearer)).toBe('403 insufficientPermissions');
  expect(await ask(event)).toBe('200');
  now += 3600_000;
  expect(await ask(event)).toBe('401 authError');
});
