import type { Page } from '@playwright/test';
import type { Slot } from '#contracts/calendar';
import { VisitHours } from '#contracts/hours';
import { zonedDate, zonedVisit } from '#lib/time/zone';
import { expectCleanAt } from '#tests/support/browser/axe';
import { tabTo } from '#tests/support/browser/keyboard';
import { type GoogleDouble, startGoogleDouble } from '#tests/support/google/google-double';
import { expectFingerSized, PHONE } from './fingers.ts';
import { ownerEnv } from './gallery-site.ts';
import { expect, openSlots, receiveBooked, signIn, test, toast } from './leads-site.ts';

const HOURS = '/api/hours';

/** A site whose calendar is Google's. */
const connected = test.extend<{ google: GoogleDouble }>({
  google: async ({ browserName: _ }, use) => {
    const google = await startGoogleDouble();
    await use(google);
    await google.close();
  },
  siteEnv: async ({ google }, use) => use({ ...ownerEnv, ...google.env }),
});

const daysOf = (slots: readonly Slot[]) => new Set(slots.map(({ start }) => zonedDate(start)));

/** The owner's hours, in the words of the page. */
function hoursPage(page: Page) {
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const away = region('Away');
  const form = region('Block a time');
  const week = region('Visiting hours');
  const toMove = region('Visits to move');
  const saved = week.getByRole('button', { name: 'Save visiting hours' });

  async function open(): Promise<void> {
    await page.goto('/admin/hours');
    await expect(page.getByRole('heading', { level: 1, name: 'Hours' })).toBeVisible();
    await expect(week).toBeVisible();
  }

  return { away, form, week, toMove, saved, open };
}

const weekdayOf = ({ start }: Slot) => zonedVisit(start, new Date()).slice(0, 3);
const timeOf = ({ start }: Slot) => zonedVisit(start, new Date()).split(', ').at(-1);

// What the page shows knows nothing of the calendar behind it.
connected.describe('on a phone, with Google’s calendar', () => {
  connected.use(PHONE);

  connected(
    'a day is blocked, its visit listed, and the day opened again; a weekday is closed: visitors are offered that',
    async ({ page, google }) => {
      const { request } = page;
      await signIn(request);
      const name = 'Ana Duarte with a very long name that needs a second line';
      const { id, slot } = await receiveBooked(request, name);
      const day = zonedDate(slot.start);
      const { open, away, form, toMove, week, saved } = hoursPage(page);
      await open();
      await expect(away.getByText('No time is blocked.')).toBeVisible();
      await page.getByLabel('First day').fill(day);
      await page.getByLabel('Note').fill('Lisbon');
      await form.getByRole('button', { name: 'Block this time' }).click();
      await expect(toast(page)).toContainText('One visit stands in this time. Please move it.');
      await expect(away.getByRole('listitem')).toContainText('Lisbon');
      expect(daysOf(await openSlots(request))).not.toContain(day);
      const visit = toMove.getByRole('link');
      await expect(visit).toContainText(zonedVisit(slot.start, new Date()));
      await expect(visit).toContainText('Ana Duarte');
      await expect(visit).toHaveAttribute('href', `/admin/leads#${id}`);

      await test.step('every state is clean, and everything to press is large enough for a finger', async () => {
        await expect(page.getByText('These are not your opening hours')).toBeVisible();
        await expect(page.getByRole('region', { name: 'Holidays' })).toContainText('this list never runs out');
        await away.getByRole('button', { name: 'Open again' }).click();
        await expect(away.getByRole('button', { name: 'Yes, open it' })).toBeFocused();
        await form.getByRole('button', { name: 'Block this time' }).click();
        await expectFingerSized(page);
        await expectCleanAt(page, [375, 1440], 'a visit to move, a question, and a mistake in the form');
      });

      // The owner takes the visit out of the calendar itself: it is no longer there to be moved.
      for (const event of google.events.alive()) google.events.cancel(event.id);
      await page.reload();
      await expect(away.getByRole('listitem')).toHaveCount(1);
      await expect(toMove).toHaveCount(0);
      await away.getByRole('button', { name: 'Open again' }).click();
      await away.getByRole('button', { name: 'Yes, open it' }).click();
      await expect(toast(page)).toContainText('Open again');
      await expect(away.getByRole('heading', { name: 'Away' })).toBeFocused();
      expect(daysOf(await openSlots(request))).toContain(day);

      await test.step('a weekday is closed and another begins later: visitors are offered that at once', async () => {
        await expect(saved).toBeDisabled();
        await week.getByRole('checkbox', { name: 'Saturday' }).uncheck();
        await week.getByRole('combobox', { name: 'Monday, from' }).selectOption('10:30 AM');
        await week.getByRole('combobox', { name: 'Tuesday, until' }).selectOption('11:30 AM');
        await expect(week.getByText('Not saved yet.')).toBeVisible();
        await saved.click();
        await expect(toast(page)).toContainText('Visiting hours saved');
        await expect(saved).toBeDisabled();
        const slots = await openSlots(request);
        const times = (weekday: string) => slots.filter((one) => weekdayOf(one) === weekday).map(timeOf);
        expect(times('Sat')).toEqual([]);
        expect(times('Mon')).not.toContain('9:00 AM');
        expect([...new Set(times('Tue'))]).toEqual(['9:00 AM', '10:30 AM']);
        await page.reload();
        await expect(week.getByRole('checkbox', { name: 'Saturday' })).not.toBeChecked();
        await week.getByRole('button', { name: 'Fill in the usual hours' }).click();
        await saved.click();
        await expect(toast(page)).toContainText('Visiting hours saved');
        await expect(week.getByRole('button', { name: 'Fill in the usual hours' })).toHaveCount(0);
      });
    },
  );
});

test('skeletons, a failure that Try again mends; hours of a day are blocked by the keyboard alone; a change from elsewhere', async ({
  page,
  wire,
}) => {
  await signIn(page.request);
  const held = Promise.withResolvers<void>();
  wire.always(HOURS, { holdAnswer: held.promise, answer: { status: 503, body: { error: 'Not now' } } });
  await page.goto('/admin/hours');
  await expect(page.locator('[data-skeleton]')).toHaveCount(2);
  held.resolve();
  await expect(page.getByText('The visiting hours could not be loaded.')).toBeVisible();
  wire.calm();
  await page.getByRole('button', { name: 'Try again' }).click();
  const { away, form, week, saved } = hoursPage(page);
  await expect(week).toBeVisible();

  const day = zonedDate((await openSlots(page.request))[0]?.start ?? '');
  await tabTo(page, form.getByRole('radio', { name: 'Whole days' }));
  await page.keyboard.press('ArrowRight');
  await expect(form.getByRole('radio', { name: 'Some hours' })).toBeChecked();
  await tabTo(page, form.getByRole('button', { name: 'Block this time' }));
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Day', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Please choose a day');
  await field.fill(day);
  await form.getByLabel('From').selectOption('1:00 PM');
  await form.getByLabel('Until').selectOption('2:30 PM');
  await form.getByRole('button', { name: 'Block this time' }).click();
  await expect(away.getByRole('listitem')).toContainText('1:00 PM to 2:30 PM');
  const times = (await openSlots(page.request)).filter(({ start }) => zonedDate(start) === day).map(timeOf);
  expect(times).not.toContain('1:30 PM');

  await week.getByRole('checkbox', { name: 'Sunday' }).check();
  const { usual } = VisitHours.parse(await (await page.request.get(HOURS)).json());
  const other = usual.with(0, [{ from: '10:30', until: '13:00' }]).with(6, []);
  await page.request.put(HOURS, { data: { weekly: other, version: '' } });
  await saved.click();
  const choice = page.getByRole('region', { name: 'Changed since you opened it' });
  await expect(choice.getByRole('group', { name: 'Sunday' })).toHaveText(/10:30 AM to 1:00 PM.*9:00 AM to 6:00 PM/);
  await expect(week.getByRole('checkbox', { name: 'Sunday' })).toBeChecked();
  await choice.getByRole('button', { name: 'Keep mine Sunday' }).click();
  await expect(toast(page)).toHaveText('Visiting hours saved');
  await expect(choice).toBeHidden();
  await expect(week.getByRole('checkbox', { name: 'Saturday' })).not.toBeChecked();
});

for (const [name, setting] of [
  ['a phone', PHONE],
  ['a laptop', { viewport: { width: 1440, height: 900 } }],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use(setting);

    test('a break for all workdays, a visit of 45 minutes, a holiday that is worked, each Wednesday away, changed in place', async ({
      page,
    }) => {
      const { request } = page;
      await signIn(request);
      const { open, away, form, week, saved } = hoursPage(page);
      await open();
      const status = () => away.getByRole('listitem').filter({ hasText: 'then every week' });

      await test.step('Monday begins at 10 and has a break; Tuesday to Friday have the same', async () => {
        await week.getByRole('combobox', { name: 'Monday, from' }).selectOption('10:15 AM');
        await week.getByRole('button', { name: 'Add a break Monday' }).click();
        await week.getByRole('combobox', { name: 'Monday, hours 2, from' }).selectOption('1:15 PM');
        await week.getByRole('button', { name: 'Copy to Mon-Fri Monday' }).click();
        await expect(week.getByRole('button', { name: 'Copy to Mon-Fri Monday' })).toHaveCount(0);
        await week.getByRole('button', { name: 'Add a break Saturday' }).click();
        await week.getByRole('button', { name: 'Remove: Saturday, hours 2' }).click();
      });

      await test.step('a visit takes 45 minutes', async () => {
        await week.getByText('60 minutes, every 90 minutes, 24 hours’ notice, 14 days ahead').click();
        await week.getByLabel('A visit takes').selectOption('45 minutes');
        await week.getByLabel('Days ahead').selectOption('30 days');
        await expectCleanAt(page, [375, 1440], 'breaks, and the settings open');
        await saved.click();
        await expect(toast(page)).toContainText('Visiting hours saved');
      });
      const slots = await openSlots(request);
      const tuesday = slots.filter((one) => weekdayOf(one) === 'Tue');
      expect([...new Set(tuesday.map(timeOf))]).toEqual(['10:15 AM', '1:15 PM', '2:45 PM', '4:15 PM']);
      expect(slots.every(({ start, end }) => Date.parse(end) - Date.parse(start) === 45 * 60_000)).toBe(true);
      await page.reload();
      await expect(week.getByRole('combobox', { name: 'Friday, hours 2, until' })).toHaveValue('18:00');
      await expect(week.getByText('45 minutes, every 90 minutes, 24 hours’ notice, 30 days ahead')).toBeVisible();

      await test.step('a holiday is worked', async () => {
        const holidays = page.getByRole('region', { name: 'Holidays' });
        await holidays
          .getByRole('button', { name: /^Work on this day/ })
          .first()
          .click();
        await expect(toast(page)).toContainText('Visits are offered on');
        await expect(holidays.getByText('visits are offered')).toBeVisible();
        await holidays.getByRole('button', { name: /^Take it off/ }).click();
        await expect(holidays.getByText('visits are offered')).toHaveCount(0);
        await holidays.getByRole('button', { name: 'Add a day off' }).click();
        await expect(form.getByRole('heading', { name: 'Block a time' })).toBeFocused();
        await expect(form.getByLabel('Again')).toHaveValue('yearly');
      });

      const wednesday = slots.find((one) => weekdayOf(one) === 'Wed') as Slot;
      await test.step('every Wednesday at noon, then changed to the whole afternoon', async () => {
        await form.getByText('Some hours').click();
        await form.getByLabel('Day', { exact: true }).fill(zonedDate(wednesday.start));
        await form.getByLabel('From').selectOption('12:00 PM');
        await form.getByLabel('Until').selectOption('2:00 PM');
        await form.getByLabel('Again').selectOption('Every week');
        await form.getByRole('button', { name: 'Block this time' }).click();
        await expect(status()).toContainText('12:00 PM to 2:00 PM');
        await away.getByRole('button', { name: /^Edit/ }).click();
        const change = page.getByRole('region', { name: 'Change a time' });
        await expect(change.getByRole('heading')).toBeFocused();
        await change.getByLabel('Until').selectOption('5:15 PM');
        await expectFingerSized(page);
        await expectCleanAt(page, [375, 1440], 'a time away is changed');
        await change.getByRole('button', { name: 'Save this time' }).click();
        await expect(status()).toContainText('12:00 PM to 5:15 PM');
        await expect(away.getByRole('listitem')).toHaveCount(1);
        const times = (await openSlots(request)).filter((one) => weekdayOf(one) === 'Wed').map(timeOf);
        expect([...new Set(times)]).toEqual(['10:15 AM']);
      });
    });
  });
}
