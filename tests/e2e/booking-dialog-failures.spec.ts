import { BOOK, expect, REQUESTS, START, takeLastTime, test, visitor } from './booking-site.ts';

// What is sent again, and under which key, is in src/islands/booking/booking-store.test.ts.
test('taken meanwhile: the server’s sentence stays when its toast goes, everything typed stays, Change Time shows fresh times', async ({
  page,
}) => {
  const { dialog, slots, chosenTime, toast, press, reachDetails } = visitor(page);
  await reachDetails();
  await takeLastTime(page.request);
  const taken = (await chosenTime.textContent()) ?? '';
  const sentence = 'Somebody has just taken that time. Please choose another.';
  await dialog.getByLabel('Notes').fill('Gate code 4711');
  await press('Confirm Booking');
  await expect(toast).toContainText(sentence);
  const change = dialog.getByRole('button', { name: 'Change Time' });
  await expect(change).toBeFocused();
  await expect(change).not.toHaveClass(/btn-line/);
  await expect(dialog.getByRole('button', { name: 'Confirm Booking' })).toHaveClass(/btn-line/);
  await expect(dialog.getByRole('deletion')).toHaveText(taken);
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
  await expect(dialog.getByText(sentence)).toBeVisible();
  await expect(dialog.getByText('Gone', { exact: true })).toBeVisible();

  await press('Change Time');
  await slots.last().click();
  await expect(chosenTime).not.toHaveText(taken);
  await expect(dialog.getByLabel('Notes')).toHaveValue('Gate code 4711');
  await press('Confirm Booking');
  await expect(page).toHaveURL('/thank-you');
});

test('a booking on its way holds the step still: its button keeps focus, nothing else can be changed or pressed, and Back waits; from the thanks it leads to the page', async ({
  page,
  wire,
}) => {
  const { dialog, reachDetails } = visitor(page);
  const held = Promise.withResolvers<void>();
  wire.meddle(BOOK, { holdAnswer: held.promise });
  const entry = () => page.evaluate(() => history.state?.booking ?? 0);
  await page.goto('/blog');
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
  await expect(page).toHaveURL('/blog');
});
