import { withMotion } from '#tests/support/host';
import { BOOK, expect, REQUESTS, START, takeLastTime, test, visitor } from './booking-site.ts';
import { business } from '#business';

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

test.describe('the toast', () => {
  test.use(withMotion);

  test('stands over the dialog, one at a time, and goes by itself, by Escape, by its button and by a swipe; a refusal that only a call helps stays in the form, with the number to press, until the next try', async ({
    page,
    wire,
  }) => {
    const { dialog, toast, press, reachDetails } = visitor(page);
    const confirm = dialog.getByRole('button', { name: 'Confirm Booking' });
    wire.always(BOOK, { answer: { status: 502, body: { error: 'Our calendar did not take the visit.' } } });
    await page.clock.install();
    await reachDetails();
    await page.clock.pauseAt(Date.now() + 60_000);
    await press('Confirm Booking');
    await expect(toast).toBeInViewport({ ratio: 1 });
    await page.clock.runFor(4900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toBeHidden();
    await page.clock.resume();

    await press('Confirm Booking');
    await expect(toast).toBeVisible();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await expect(toast).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(toast).toBeHidden();
    await expect(dialog).toBeVisible();
    await expect(confirm).toBeFocused();

    wire.meddle(BOOK, { answer: { status: 502, body: { error: 'First' } } });
    await press('Confirm Booking');
    await expect(toast).toContainText('First');
    await press('Confirm Booking');
    await expect(toast).toHaveText('Booking ErrorOur calendar did not take the visit.');
    const swipe = async (distance: number) => {
      const box = await toast.boundingBox();
      if (!box) throw new Error('No toast to swipe');
      const [x, y] = [box.x + 60, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distance, y, { steps: 6 });
      await page.mouse.up();
    };
    await swipe(45);
    await expect(toast).toBeVisible();
    await swipe(70);
    await expect(toast).toBeHidden();

    const sentence = `You have 3 visits with us already. For one more, please call ${business.phone.display}.`;
    wire.meddle(BOOK, { answer: { status: 409, body: { error: sentence } } });
    await press('Confirm Booking');
    await expect(toast).toContainText(sentence);
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toBeHidden();
    await expect(dialog).toBeVisible();
    const kept = dialog.locator('form').getByText(sentence);
    await expect(kept).toBeInViewport();
    await expect(kept.getByRole('link')).toHaveAttribute('href', business.phone.href);
    await expect(confirm).toBeFocused();
    await press('Confirm Booking');
    await expect(kept).toBeHidden();
    await expect(confirm).toBeVisible();
  });
});
