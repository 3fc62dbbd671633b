import { expect, test } from 'vitest';
import { leadOf, moment, visitTo } from '#tests/support/calendar-suite';
import { memoryStore } from '#tests/support/stores/interleave';
import { DAY } from '#lib/time/units';
import { openCalendar, purgeTag } from './services.ts';

const origin = 'https://www.example.com';
const env = {
  GOOGLE_CALENDAR_ID: 'visits@group.calendar.google.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  GOOGLE_REFRESH_TOKEN: 'token',
};
const serviceAccount = {
  GOOGLE_SERVICE_ACCOUNT_EMAIL: 'visits@project.iam.gserviceaccount.com',
  GOOGLE_SERVICE_ACCOUNT_KEY: '-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n',
};
const store = () => memoryStore(new Map(), 'slots');
const week = { start: moment, end: moment + 7 * DAY };

test.each([
  ['production', env.GOOGLE_CALENDAR_ID],
  ['dev', env.GOOGLE_CALENDAR_ID],
  ['deploy-preview', 'embedded'],
  ['branch-deploy', 'embedded'],
])('in %s the calendar is %s', (context, name) => {
  expect(openCalendar(env, { context, slots: store(), origin }).name).toBe(name);
});

test('a mistake in other variables keeps nobody from booking, in the site’s own calendar or another', () => {
  const mistakes = { SMTP_URL: 'x', SITE_URL: 'x', PORT: 'x' };
  const context = { context: 'production', slots: store(), origin };
  expect(openCalendar(mistakes, context)).toMatchObject({ name: 'embedded', isOutside: false });
  expect(openCalendar({ ...env, ...mistakes }, context).name).toBe(env.GOOGLE_CALENDAR_ID);
});

test('the same settings have one driver, other settings and another store another one', () => {
  const slots = store();
  const calendar = openCalendar(env, { context: 'dev', slots, origin });
  expect(openCalendar({ ...env, OTHER: 'x' }, { context: 'dev', slots, origin })).toBe(calendar);
  expect(openCalendar({ ...env, GOOGLE_REFRESH_TOKEN: 'new' }, { context: 'dev', slots, origin })).not.toBe(calendar);
  expect(openCalendar(env, { context: 'dev', slots: store(), origin })).not.toBe(calendar);
});

test('an account and a service account are both set: the account counts, for it may invite', () => {
  const only = { GOOGLE_CALENDAR_ID: env.GOOGLE_CALENDAR_ID, ...serviceAccount };
  expect(openCalendar(only, { context: 'dev', slots: store(), origin }).invites(leadOf())).toBe(false);
  expect(
    openCalendar({ ...env, ...serviceAccount }, { context: 'dev', slots: store(), origin }).invites(leadOf()),
  ).toBe(true);
});

test.each([
  [{ GOOGLE_REFRESH_TOKEN: '' }, 'GOOGLE_REFRESH_TOKEN is missing: GOOGLE_CLIENT_ID needs it.'],
  [{ GOOGLE_API_ROOT: 'x' }, 'GOOGLE_API_ROOT must be a web address that begins with http:// or https://.'],
])('with a mistake in Google’s variables %j every call is refused in one sentence', async (mistake, sentence) => {
  const calendar = openCalendar({ ...env, ...mistake }, { context: 'production', slots: store(), origin });
  const visit = visitTo(calendar, week);
  const refusals = await Promise.allSettled([
    calendar.busy(week, moment),
    calendar.createEvent(visit, moment),
    calendar.readEvent(visit, moment),
    calendar.deleteEvent(visit.id, moment),
    calendar.ownEvents(week, moment),
  ]);
  for (const refusal of refusals) {
    const reason = { name: 'CalendarError', kind: 'refused' };
    expect(refusal).toMatchObject({ status: 'rejected', reason });
    expect(refusal).toMatchObject({ reason: { message: `Google Calendar is not set up: ${sentence}` } });
  }
  expect([calendar.isOutside, calendar.invites(leadOf())]).toEqual([true, false]);
});

test('a purge that Netlify does not take fails nothing', async () => {
  await expect(purgeTag('gallery')).resolves.toBeUndefined();
});
