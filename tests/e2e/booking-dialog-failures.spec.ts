import { refusals } from '#i18n/en/api';
import { business } from '#business';
import { BOOK, expect, REQUESTS, START, test, visitor } from './booking-site.ts';

// A time that was taken meanwhile is in spanish-booking.spec.ts; what is sent again, and under which key, in
// src/islands/booking/booking-store.test.ts.
test('a booking on its way holds the step still: its button keeps focus, nothing can be changed or pressed, and Back waits', async ({
  page,
  wire,
}) => {
  const { dialog, reachDetails } = visitor(page);
  const held = Promise.withResolvers<void>();
  wire.meddle(BOOK, { holdAnswer: held.promise });
  const entry = () => page.evaluate(() => history.state?.booking ?? 0);
  await page.goto('/privacy');
  await reachDetails();
  await dialog.getByLabel('Street address').press('Enter');
  const confirming = dialog.getByRole('button', { name: 'Confirming...' });
  await expect(confirming).toBeFocused();
  await expect(dialog.getByLabel('City')).toBeDisabled();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Change Time' }).click({ force: true });
  await page.goBack();
  await expect.poll(entry).toBe(3);
  await expect(confirming).toBeVisible();
  held.resolve();
  await expect(page).toHaveURL('/thank-you');
  expect(wire.to(REQUESTS)).toHaveLength(1);
  expect(wire.to(BOOK)).toHaveLength(1);
  await page.goBack();
  await expect(page).toHaveURL(START);
  await expect.poll(entry).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/privacy');
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 375, height: 553 }, hasTouch: true, isMobile: true });

  test('who is to call first reads why, with our number to press, and each field that is written in stays in sight', async ({
    page,
    wire,
  }) => {
    const { dialog, reachDetails, press } = visitor(page);
    const error = refusals.callFirst({ phone: business.phone.display });
    wire.meddle(BOOK, { answer: { status: 409, body: { error } } });
    await reachDetails();
    const notes = dialog.getByLabel('Notes');
    await notes.fill('Gate code 1234');
    await press('Confirm Booking');
    const call = dialog.locator('form').getByRole('link', { name: business.phone.display });
    await expect(call).toHaveAttribute('href', business.phone.href);
    await expect(call).toBeInViewport({ ratio: 1 });
    await notes.focus();
    const isCovered = () =>
      notes.evaluate((field) => {
        const { left, top, bottom } = field.getBoundingClientRect();
        return [top, bottom].some((y) => document.elementFromPoint(left + 9, (y + top + bottom) / 3) !== field);
      });
    await expect.poll(isCovered).toBe(false);
    await expect(notes).toHaveValue('Gate code 1234');
  });
});
