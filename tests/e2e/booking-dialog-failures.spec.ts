import { BOOK, expect, REQUESTS, START, test, visitor } from './booking-site.ts';

// A time that was taken meanwhile is in spanish-booking.spec.ts; a refusal that only a call helps in
// tests/long/browser/toasts.spec.ts; what is sent again, and under which key, in
// src/islands/booking/booking-store.test.ts.
test('a booking on its way holds the step still: its button keeps focus, nothing else can be changed or pressed, and Back waits; from the thanks it leads to the page', async ({
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
