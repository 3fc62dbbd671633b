import { business } from '#business';
import { BOOK, expect, test, visitor } from '#tests/e2e/booking-site';
import { withMotion } from '#tests/support/host';

test.use(withMotion);

test('one toast at a time stands over the dialog, and goes in four ways; a refusal that only a call helps stays in the form', async ({
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
