import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { first, moment, visitTo } from '#tests/support/calendar-suite';
import { type Emulator, startEmulator } from '#tests/support/google/google-emulator';
import { connected, TrialClock } from '#tests/support/google/google-trial';
import { askConsent } from '../../../../scripts/google-connect/consent.ts';

let emulator: Emulator;
let env: Record<string, string>;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const soon = moment + 20_000;
const week = { start: moment, end: moment + 7 * 86_400_000 };

/** The owner in a browser: takes the account that the page offers, and is sent back to the site. */
async function consent(address: string): Promise<void> {
  const asked = new URL(address).searchParams;
  asked.set('email', emulator.owner);
  await fetch(`${emulator.origin}/o/oauth2/v2/auth/callback`, { method: 'POST', body: asked });
}

const tokenUrl = () => `${emulator.origin}/oauth2/token`;

beforeEach(async () => {
  const { id: clientId, secret: clientSecret } = emulator.client;
  const addresses = { authorizeUrl: `${emulator.origin}/o/oauth2/v2/auth`, tokenUrl: tokenUrl() };
  const refreshToken = await askConsent({
    clientId,
    clientSecret,
    ...addresses,
    show: (address) => void consent(address),
  });
  env = {
    GOOGLE_CALENDAR_ID: 'primary',
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_REFRESH_TOKEN: refreshToken,
    GOOGLE_API_ROOT: emulator.origin,
    GOOGLE_TOKEN_URL: tokenUrl(),
  };
});

describe('against an emulator that others wrote (@emulators/google 0.4.1)', () => {
  test('the consent with PKCE brings a refresh token, and that an access token; free/busy is read', async () => {
    expect(await connected(env).busy(week, soon)).toEqual([]);
  });

  test('it knows no ids of ours, hence no 409 and no extended properties: an insert is done and not believed', async () => {
    const clock = new TrialClock();
    clock.random = () => {
      clock.time = soon;
      return 0;
    };
    const visit = visitTo(connected(env));
    await expect(connected(env, clock).createEvent(visit, soon)).rejects.toMatchObject({ kind: 'outcomeUnknown' });
    const calendar = connected(env);
    const [id = ''] = emulator.eventIds();
    expect(emulator.eventIds()).toEqual([expect.not.stringContaining(visit.id)]);
    expect(await calendar.busy(week, soon)).toEqual([first]);
    expect(await calendar.ownEvents(week, soon)).toEqual([{ id, start: first.start }]);
    expect(await calendar.deleteEvent(id, soon)).toBe('deleted');
    expect(await calendar.busy(week, soon)).toEqual([]);
  });
});
