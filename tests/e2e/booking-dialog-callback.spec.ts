import { CONSENT } from '#contracts/consultation';
import { UNDELIVERED } from '#browser/browser-storage';
import { hearEvents } from '#tests/support/browser/home';
import { expect, REQUESTS, START, test, visitor } from './booking-site.ts';
import { callbackCity } from '#tests/support/addresses';
import { consultation } from '#tests/support/visitor';

const request = {
  name: 'Elise Romero',
  phone: '(407) 555-0188',
  zipCode: consultation.zipCode,
  city: callbackCity(consultation.zipCode),
  serviceInterest: 'General Inquiry',
  preferredContact: 'phone',
  message: 'No suitable calendar time was found. Requesting a callback.',
  attribution: { landing: START },
  consent: CONSENT,
};

test('no good time: a callback, which is told when there is no network, and delivered when there is again', async ({
  page,
  context,
  wire,
}) => {
  const { dialog, toast, press, declineTimes, reachTimes } = visitor(page);
  const heard = await hearEvents(page);
  await reachTimes();
  await declineTimes();
  await expect(dialog.getByRole('heading', { name: 'We will find a time together.' })).toBeFocused();
  await expect(dialog.getByRole('definition')).toHaveText(['Elise Romero', '(407) 555-0188', consultation.zipCode]);
  await press('Back');
  await declineTimes();
  await context.setOffline(true);
  await press('Request a Callback');
  await expect(toast).toHaveText(/^ErrorFailed to submit request\. Please try again\.$/);
  await expect(dialog.getByRole('heading', { name: 'We will find a time together.' })).toBeVisible();
  expect(wire.to(REQUESTS)).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => wire.to(REQUESTS).map(({ status }) => status)).toEqual([201]);
  await expect(dialog.getByRole('status')).toHaveText(/^We have your request\. /);
  await expect(toast).toBeHidden();
  await dialog.getByRole('button', { name: 'Sent' }).press('Enter');
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(wire.to(REQUESTS).map(({ body }) => JSON.parse(body))).toEqual([request]);
  await expect.poll(() => heard('consultation_request')).toEqual([{ method: 'form' }]);
});

test('answered with 500 it still reaches the thank-you page, which tries again and asks to call; a later page delivers it', async ({
  page,
  wire,
}) => {
  const { press, declineTimes, reachTimes } = visitor(page);
  wire.always(REQUESTS, { answer: { status: 500, body: { error: 'Oh no' } } });
  await reachTimes();
  await declineTimes();
  await press('Request a Callback');
  await expect(page).toHaveURL('/thank-you');
  await expect.poll(() => wire.to(REQUESTS).length).toBeGreaterThan(1);
  await expect(page.locator('#undelivered')).toBeVisible();
  const [first, second] = wire.to(REQUESTS);
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  expect(second?.body).toBe(first?.body);

  wire.calm();
  await page.goto('/');
  await expect.poll(() => wire.to(REQUESTS).map(({ status }) => status)).toEqual([201]);
  const undelivered = () =>
    page.evaluate((start) => Object.keys(localStorage).filter((name) => name.startsWith(start)), UNDELIVERED);
  await expect.poll(undelivered).toEqual([]);
  await page.goto('/thank-you');
  await expect(page.locator('#undelivered')).toBeHidden();
  expect(wire.to(REQUESTS)).toHaveLength(1);
});
