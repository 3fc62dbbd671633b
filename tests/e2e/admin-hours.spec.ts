import type { APIRequestContext, Page } from '@playwright/test';
import type { Slot } from '#contracts/calendar';
import { VisitHours } from '#contracts/hours';
import { zonedDate, zonedTime, zonedVisit } from '#lib/time/zone';
import { expectCleanAt } from '#tests/support/browser/axe';
import { tabTo } from '#tests/support/browser/keyboard';
import { expectFingerSized, PHONE } from './fingers.ts';
import { expect, openSlots, receiveBooked, ownersTest as test, toast } from './leads-site.ts';

const HOURS = '/api/hours';
/** The tests know these hours, whichever the dealer keeps. */
const day = [{ from: '09:00', until: '18:00' }];
const weekly = [[], day, day, day, day, day, [{ from: '09:00', until: '15:00' }]];
const settings = { visitMinutes: 60, installationMinutes: 240, stepMinutes: 90, noticeMinutes: 1440, daysAhead: 14 };

async function keepHours(request: APIRequestContext): Promise<void> {
  await expect(await request.put(HOURS, { data: { weekly, settings, version: '' } })).toBeOK();
}

const weekdayOf = ({ start }: Slot) => zonedVisit(start, new Date()).slice(0, 3);
const timeOf = ({ start }: Slot) => zonedTime(start);

/** The owner's hours, in the words of the page. */
function hoursPage(page: Page) {
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const week = region('Visiting hours');
  const saved = week.getByRole('button', { name: 'Save visiting hours' });
  async function open(): Promise<void> {
    await page.goto('/admin/hours');
    await expect(week).toBeVisible();
  }
  /** The times that visitors are offered on a weekday, in any order: the next one may have lost its first. */
  async function offered(weekday: string) {
    const slots = (await openSlots(page.request)).filter((one) => weekdayOf(one) === weekday);
    return new Set(slots.map(timeOf));
  }
  return { off: region('Time off'), form: region('Block a time'), week, saved, open, offered };
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the owner blocks a day and opens it, changes the week, works on a holiday, and is away each Wednesday', async ({
    page,
  }) => {
    const { request } = page;
    await keepHours(request);
    const { slot } = await receiveBooked(request, 'Ana Duarte with a very long name that needs a second line');
    const day = zonedDate(slot.start);
    const { open, off, form, week, saved, offered } = hoursPage(page);
    const isOffered = async () => (await openSlots(request)).some(({ start }) => zonedDate(start) === day);
    await open();

    await test.step('a day is blocked, its visit is to be moved, and the day is opened again after a question', async () => {
      await page.getByLabel('First day').fill(day);
      await page.getByLabel('Note').fill('Lisbon');
      await form.getByRole('button', { name: 'Block this time' }).click();
      await expect(off.getByRole('listitem').filter({ hasText: 'Lisbon' })).toBeVisible();
      expect(await isOffered()).toBe(false);
      const visit = page.getByRole('region', { name: 'Visits to move' }).getByRole('link');
      await expect(visit).toContainText(zonedVisit(slot.start, new Date()));
      await expect(page.getByText('These are not your opening hours')).toBeVisible();
      await off.getByRole('button', { name: 'Open again' }).click();
      await expect(off.getByRole('button', { name: 'Yes, open it' })).toBeFocused();
      await form.getByRole('button', { name: 'Block this time' }).click();
      await week
        .getByText('60 minutes, an installation 4 hours, every 90 minutes, 24 hours’ notice, 14 days ahead')
        .click();
      await expectFingerSized(page);
      await expectCleanAt(page, [375, 1440], 'a visit to move, a question, a mistake, and the settings');
      await page.setViewportSize(PHONE.viewport);
      await off.getByRole('button', { name: 'Yes, open it' }).click();
      await expect(toast(page)).toContainText('Open again');
      await expect(off.getByRole('heading', { name: 'Time off' })).toBeFocused();
      expect(await isOffered()).toBe(true);
    });

    await test.step('Monday begins at 10:15 and has a break, until Friday the same; Saturday is closed; a visit takes 45 minutes', async () => {
      await expect(saved).toBeDisabled();
      await week.getByRole('combobox', { name: 'Monday, from' }).selectOption('10:15 AM');
      await week.getByRole('button', { name: 'Add a break Monday' }).click();
      await week.getByRole('combobox', { name: 'Monday, hours 2, from' }).selectOption('1:15 PM');
      await week.getByRole('button', { name: 'Copy to Mon-Fri Monday' }).click();
      await week.getByRole('button', { name: 'Add a break Saturday' }).click();
      await week.getByRole('button', { name: 'Remove: Saturday, hours 2' }).click();
      await week.getByRole('checkbox', { name: 'Saturday' }).uncheck();
      await week.getByLabel('A visit takes').selectOption('45 minutes');
      await week.getByLabel('Days ahead').selectOption('30 days');
      await expect(week.getByText('Not saved yet.')).toBeVisible();
      await saved.click();
      await expect(toast(page)).toContainText('Visiting hours saved');
      expect(await offered('Tue')).toEqual(new Set(['10:15 AM', '1:15 PM', '2:45 PM', '4:15 PM']));
      expect(await offered('Sat')).toEqual(new Set());
      await page.reload();
      await expect(week.getByRole('combobox', { name: 'Friday, hours 2, until' })).toHaveValue('18:00');
      await expect(week.getByRole('checkbox', { name: 'Saturday' })).not.toBeChecked();
      await expect(
        week.getByText('45 minutes, an installation 4 hours, every 90 minutes, 24 hours’ notice, 30 days ahead'),
      ).toBeVisible();
    });

    await test.step('a holiday is worked', async () => {
      await off
        .getByRole('button', { name: /^Work on this day/ })
        .first()
        .click();
      await expect(toast(page)).toContainText('Visits are offered on');
      await expect(off.getByText('visits are offered')).toBeVisible();
      await off.getByRole('button', { name: /^Take it off/ }).click();
      await expect(off.getByText('visits are offered')).toHaveCount(0);
    });

    await test.step('every Wednesday at noon, then changed to the whole afternoon', async () => {
      const wednesday = (await openSlots(request)).find((one) => weekdayOf(one) === 'Wed');
      const time = off.getByRole('listitem').filter({ hasText: 'every week' });
      await form.getByText('Some hours').click();
      await form.getByLabel('Day', { exact: true }).fill(zonedDate(wednesday?.start ?? ''));
      await form.getByLabel('From').selectOption('12:00 PM');
      await form.getByLabel('Until').selectOption('2:00 PM');
      await form.getByLabel('Again').selectOption('Every week');
      await form.getByRole('button', { name: 'Block this time' }).click();
      await expect(time).toContainText('12:00 PM to 2:00 PM');
      await off.getByRole('button', { name: /^Edit/ }).click();
      const change = page.getByRole('region', { name: 'Change a time' });
      await expect(change.getByRole('heading')).toBeFocused();
      await change.getByLabel('Until').selectOption('5:15 PM');
      await change.getByRole('button', { name: 'Save this time' }).click();
      await expect(time).toContainText('12:00 PM to 5:15 PM');
      expect(await offered('Wed')).toEqual(new Set(['10:15 AM']));
    });
  });
});

test('hours of a day are blocked by the keyboard alone; a weekday that another device has changed is the owner’s choice', async ({
  page,
}) => {
  await keepHours(page.request);
  const { open, off, form, week, saved } = hoursPage(page);
  await open();
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
  await expect(off.getByRole('listitem').filter({ hasText: '1:00 PM to 2:30 PM' })).toBeVisible();
  const times = (await openSlots(page.request)).filter(({ start }) => zonedDate(start) === day).map(timeOf);
  expect(times).not.toContain('1:30 PM');

  await week.getByRole('checkbox', { name: 'Sunday' }).check();
  const read = async () => VisitHours.parse(await (await page.request.get(HOURS)).json());
  const { version } = await read();
  const other = weekly.with(0, [{ from: '10:30', until: '13:00' }]).with(6, []);
  await page.request.put(HOURS, { data: { weekly: other, version } });
  await saved.click();
  const choice = page.getByRole('region', { name: 'Changed since you opened it' });
  await expect(choice.getByRole('group', { name: 'Sunday' })).toHaveText(/10:30 AM to 1:00 PM.*\d+:00 AM to \d+:00 PM/);
  await expect(week.getByRole('checkbox', { name: 'Sunday' })).toBeChecked();
  await choice.getByRole('button', { name: 'Keep mine Sunday' }).click();
  await expect(toast(page)).toHaveText('Visiting hours saved');
  await expect(choice).toBeHidden();
  await expect(week.getByRole('checkbox', { name: 'Saturday' })).not.toBeChecked();
  expect((await read()).weekly[0]?.[0]?.from).toMatch(/:00$/);
});
