import { expectCleanAt } from '#tests/support/browser/axe';
import { withMotion } from '#tests/support/host';
import { BOOK, expect, START, TIMES, test, visitor } from './booking-site.ts';

/** Times on both sides of the change to winter time, a Saturday among them. */
const slots = [
  { start: '2026-10-30T13:00:00.000Z', end: '2026-10-30T14:00:00.000Z' },
  { start: '2026-10-31T16:30:00.000Z', end: '2026-10-31T17:30:00.000Z' },
  { start: '2026-11-02T22:00:00.000Z', end: '2026-11-02T23:00:00.000Z' },
];

for (const timezoneId of ['Asia/Tokyo', 'America/Los_Angeles']) {
  test.describe(`a visitor in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('sees Eastern times', async ({ page, wire }) => {
      const visit = visitor(page);
      wire.always(TIMES, { answer: { status: 200, body: { slots } } });
      await visit.reachTimes();
      const days = [
        ['Fri, Oct 30', 'Friday, October 30', '9:00 AM 60 minutes'],
        ['Sat, Oct 31, By Appointment', 'Saturday, October 31By Appointment', '12:30 PM 60 minutes'],
        ['Mon, Nov 2', 'Monday, November 2', '5:00 PM 60 minutes'],
      ] as const;
      await expect(visit.days).toHaveCount(days.length);
      for (const [name, heading, time] of days) {
        await visit.dialog.getByRole('tab', { name, exact: true }).click();
        await expect(visit.dialog.getByRole('heading', { level: 3 })).toHaveText([heading]);
        await expect(visit.slots).toHaveText([time]);
      }
      await visit.slots.first().click();
      await expect(visit.dialog.getByText('Monday, November 2 at 5:00 PM')).toBeVisible();
    });
  });
}

test('axe finds nothing on any step or state', async ({ page, wire }) => {
  test.slow(); // It looks two dozen times.
  const visit = visitor(page);
  const widths = [375, 1440];
  const clean = (where: string) => expectCleanAt(page, widths, where);
  await page.goto(START);
  await visit.open();
  await clean('initial');
  await visit.press('See Available Times');
  await clean('initial, with messages');
  await visit.giveContact();

  wire.always(TIMES, { answer: { status: 200, body: { slots: [] } } });
  await visit.press('See Available Times');
  await visit.dialog.getByText('No available time slots').waitFor();
  await clean('no slots');
  await visit.press('Back');
  wire.always(TIMES, { answer: { status: 503, body: {} } });
  await visit.press('See Available Times');
  await visit.dialog.getByRole('button', { name: 'Request a Callback Instead' }).waitFor();
  await clean('availability failed');
  await visit.press('Back');
  let answer = () => {};
  wire.calm();
  wire.meddle(TIMES, {
    holdAnswer: new Promise<void>((done) => {
      answer = done;
    }),
  });
  await visit.press('See Available Times');
  await clean('loading');
  answer();
  await visit.slots.first().waitFor();
  await clean('times');
  await visit.dialog
    .getByRole('tab', { name: /, By Appointment$/ })
    .first()
    .click();
  await clean('times of a Saturday');
  await visit.press('No Good Time?');
  await clean('no good time');
  await visit.press('Back');

  await visit.slots.first().click();
  await clean('details');
  await visit.press('Confirm Booking');
  await clean('details, with messages');
  await visit.giveDetails();
  // A toast goes away by itself: each width has one of its own.
  for (const width of widths) {
    wire.meddle(BOOK, { answer: { status: 409, body: { error: 'That time was just taken.' } } });
    await visit.press('Confirm Booking');
    await visit.toast.waitFor();
    await expectCleanAt(page, [width], 'details, with a toast');
  }
  // Axe may take longer than the two seconds that this step is seen: here they last, until it is closed.
  await page.evaluate(() => {
    const wait = window.setTimeout;
    const longer = (work: () => void, ms?: number) => wait(work, ms === 2000 ? 600_000 : ms);
    Object.assign(window, { setTimeout: longer });
  });
  await visit.press('Confirm Booking');
  await visit.dialog.getByText('Consultation Scheduled!').waitFor();
  await clean('confirmed');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/thank-you');
});

test.describe('the mobile menu', () => {
  test.use(withMotion);

  test.use({ viewport: { width: 375, height: 740 } });

  test('closes by Escape, by a click outside and by a press there, which Safari follows by no click; the dialog opened from it gives focus back to the button in it, from a later step too', async ({
    page,
  }) => {
    const { dialog, giveContact, press, slots } = visitor(page);
    await page.goto('/');
    const menu = page.locator('details[data-menu]');
    const summary = menu.locator('summary');
    await summary.click();
    await menu.getByRole('link').first().focus();
    await page.keyboard.press('Escape');
    await expect(menu).not.toHaveAttribute('open');
    await expect(summary).toBeFocused();
    await summary.click();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(menu).not.toHaveAttribute('open');
    await expect(summary).toBeFocused();
    await summary.click();
    await expect(menu).toHaveAttribute('open');
    await page.getByRole('heading', { level: 1 }).hover();
    await page.mouse.down();
    await expect(menu).not.toHaveAttribute('open');
    await page.mouse.up();
    await expect(summary).toBeFocused();

    await summary.click();
    const schedule = menu.getByRole('link', { name: /^Schedule/ });
    await schedule.click();
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(schedule).toBeFocused();

    await schedule.click();
    await giveContact();
    await press('See Available Times');
    // The button that is pressed goes with its step: a press in the dialog all the same, none outside of the menu.
    await slots.first().click();
    await expect(dialog.getByLabel('City')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(schedule).toBeFocused();
  });
});
