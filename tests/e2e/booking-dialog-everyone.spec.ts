import { appointmentDays } from '#business';
import { zonedInstant } from '#lib/time/zone';
import { expectCleanAt } from '#tests/support/browser/axe';
import { BOOK, bilingual, expect, START, TIMES, test, visitor } from './booking-site.ts';

/** Times on both sides of the change to winter time, a Saturday among them. */
const slots = [
  ['2026-10-30', '09:00', '10:00'],
  ['2026-10-31', '12:30', '13:30'],
  ['2026-11-02', '17:00', '18:00'],
].map(([date = '', from = '', to = '']) => ({ start: zonedInstant(date, from), end: zonedInstant(date, to) }));
/** As a visitor anywhere sees them. */
const days = [
  [5, 'Fri, Oct 30', 'Friday, October 30', '9:00 AM 60 minutes'] as const,
  [6, 'Sat, Oct 31', 'Saturday, October 31', '12:30 PM 60 minutes'] as const,
  [1, 'Mon, Nov 2', 'Monday, November 2', '5:00 PM 60 minutes'] as const,
].map(([weekday, tab, heading, time]) => {
  const isNoted = appointmentDays.includes(weekday);
  return isNoted ? [`${tab}, By Appointment`, `${heading}By Appointment`, time] : [tab, heading, time];
});

test.use({ timezoneId: 'Asia/Tokyo', viewport: { width: 375, height: 900 } });

// The list of times in a wide window is in spanish-booking.spec.ts.
test('axe finds nothing on any step or state, each of which says what is so, in the dealer’s times for a visitor in Tokyo too', async ({
  page,
  wire,
}) => {
  const { dialog, toast, press, open, giveContact, ...visit } = visitor(page);
  const clean = (where: string) => expectCleanAt(page, [375], where);
  await page.goto(START);
  await open();
  await clean('initial');
  await press('See Available Times');
  await clean('initial, with messages');
  await giveContact();

  wire.always(TIMES, { answer: { status: 200, body: { slots: [] } } });
  await press('See Available Times');
  await expect(dialog.getByText('No available time slots at the moment.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Request a Callback' })).toBeFocused();
  await clean('no slots');
  await press('Back');
  wire.always(TIMES, { answer: { status: 503, body: { slots: [], error: 'The calendar does not answer' } } });
  await press('See Available Times');
  await expect(dialog.getByRole('alert')).toContainText(bilingual[0].text.times.failed);
  await expect(dialog.getByRole('button', { name: 'Request a Callback Instead' })).toBeVisible();
  await clean('availability failed');
  await press('Back');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  const held = Promise.withResolvers<void>();
  wire.meddle(TIMES, { holdAnswer: held.promise });
  wire.always(TIMES, { answer: { status: 200, body: { slots } } });
  await press('See Available Times');
  await expect(dialog.getByRole('status')).toHaveText('Looking for open times');
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeEnabled();
  await clean('loading');
  held.resolve();
  await visit.slots.first().waitFor();
  await press('Back');
  await press('See Available Times');
  await expect(visit.days).toHaveCount(days.length);
  for (const [name = '', heading = '', time = ''] of days) {
    await dialog.getByRole('tab', { name, exact: true }).click();
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([heading]);
    await expect(visit.slots).toHaveText([time]);
    if (heading.startsWith('Saturday')) await clean('times of a Saturday');
  }
  await press('No Good Time?');
  await clean('no good time');
  await press('Back');

  await visit.days.last().click();
  await visit.slots.click();
  await expect(dialog.getByText('Monday, November 2 at 5:00 PM')).toBeVisible();
  await clean('details');
  await press('Confirm Booking');
  await clean('details, with messages');
  await visit.giveDetails();
  wire.meddle(BOOK, { answer: { status: 409, body: { error: 'That time was just taken.' } } });
  await press('Confirm Booking');
  await toast.waitFor();
  await clean('details, with a toast');
  wire.meddle(BOOK, { answer: { status: 201, body: {} } });
  await visit.holdConfirmed();
  await press('Confirm Booking');
  await dialog.getByText('Consultation Scheduled!').waitFor();
  await clean('confirmed');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/thank-you');
});
