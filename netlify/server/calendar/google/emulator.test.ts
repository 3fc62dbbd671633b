import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createEmulator } from '@emulators/core';
import { getGoogleStore, googlePlugin, seedFromConfig } from '@emulators/google';
import { expect, onTestFinished, test } from 'vitest';
import { sendResponse, toRequest } from '#local/node-bridge';
import { first, moment, visitTo } from '#tests/support/calendar-suite';
import { connected, TrialClock } from '#tests/support/google/google-trial';
import { DAY } from '#lib/time/units';
import { askConsent } from '../../../../scripts/google-connect/consent.ts';

const soon = moment + 20_000;
const week = { start: moment, end: moment + 7 * DAY };
const owner = 'owner@example.com';
const [clientId, clientSecret] = ['client.apps.googleusercontent.com', 'GOCSPX-secret'];

test('an emulator that others wrote (@emulators/google 0.4.1) gives tokens, and an insert under an id of its own is not believed', async () => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close().closeAllConnections());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { app, store } = createEmulator(googlePlugin, { baseUrl: origin });
  seedFromConfig(store, origin, {
    users: [{ email: owner }],
    oauth_clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [] }],
    calendars: [{ id: 'primary', user_email: owner, summary: owner, primary: true, time_zone: 'America/New_York' }],
  });
  server.on('request', (message, response) => {
    void Promise.resolve(app.fetch(toRequest(message, () => true))).then((answer) => sendResponse(answer, response));
  });

  const tokenUrl = `${origin}/oauth2/token`;
  const authorizeUrl = `${origin}/o/oauth2/v2/auth`;
  /** The owner in a browser: takes the account that the page offers, and is sent back to the site. */
  const show = (address: string) => {
    const asked = new URL(address).searchParams;
    asked.set('email', owner);
    void fetch(`${authorizeUrl}/callback`, { method: 'POST', body: asked });
  };
  const env = {
    GOOGLE_CALENDAR_ID: 'primary',
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_REFRESH_TOKEN: await askConsent({ clientId, clientSecret, authorizeUrl, tokenUrl, show }),
    GOOGLE_API_ROOT: origin,
    GOOGLE_TOKEN_URL: tokenUrl,
  };
  const calendar = connected(env);
  expect(await calendar.busy(week, soon)).toEqual([]);

  const clock = new TrialClock();
  clock.random = () => {
    clock.time = soon;
    return 0;
  };
  const visit = visitTo(calendar);
  await expect(connected(env, clock).createEvent(visit, soon)).rejects.toMatchObject({ kind: 'outcomeUnknown' });
  const [{ google_id: id } = { google_id: '' }, ...more] = getGoogleStore(store).calendarEvents.all();
  expect([more, id]).toEqual([[], expect.not.stringContaining(visit.id)]);
  expect(await calendar.busy(week, soon)).toEqual([first]);
  expect(await calendar.ownEvents(week, soon)).toEqual([{ id, start: first.start }]);
  expect(await calendar.deleteEvent(id, soon)).toBe('deleted');
  expect(await calendar.busy(week, soon)).toEqual([]);
});
