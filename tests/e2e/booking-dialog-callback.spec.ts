import type { Page } from '@playwright/test';
import { UNDELIVERED } from '#browser/browser-storage';
import { hearEvents } from '#tests/support/browser/home';
import { untilQuiet } from '#tests/support/browser/quiet';
import { expect, REQUESTS, START, TIMES, test, visitor } from './booking-site.ts';

const request = {
  name: 'Elise Romero',
  phone: '(407) 555-0188',
  zipCode: '34747',
  city: 'Central Florida',
  serviceInterest: 'General Inquiry',
  preferredContact: 'phone',
  message: 'No suitable calendar time was found. Requesting a callback.',
  attribution: { landing: START },
};

/** The requests that this browser still keeps. */
const undelivered = (page: Page) =>
  page.evaluate((start) => Object.keys(localStorage).filter((name) => name.startsWith(start)), UNDELIVERED);

test('no good time', async ({ page, wire }) => {
  const { dialog, press, declineTimes, reachTimes } = visitor(page);
  const heard = await hearEvents(page);
  await reachTimes();
  await declineTimes();
  await expect(dialog.getByRole('heading', { name: 'We will find a time together.' })).toBeFocused();
  await expect(dialog.getByRole('definition')).toHaveText(['Elise Romero', '(407) 555-0188', '34747']);
  await press('Back');
  await declineTimes();
  await press('Request a Callback');
  await expect(page).toHaveURL('/thank-you');
  await expect(page.locator('#undelivered')).toBeHidden();
  expect(wire.to(REQUESTS)).toMatchObject([{ status: 201 }]);
  expect(JSON.parse(wire.to(REQUESTS)[0]?.body ?? '')).toEqual(request);
  await expect.poll(() => heard('consultation_request')).toEqual([{ method: 'form' }]);
});

test('no slots', async ({ page, wire }) => {
  const { dialog, press, reachTimes } = visitor(page);
  wire.always(TIMES, { answer: { status: 200, body: { slots: [] } } });
  await reachTimes();
  await expect(dialog.getByText('No available time slots at the moment.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Request a Callback' })).toBeFocused();
  await press('Request a Callback');
  await expect(page).toHaveURL('/thank-you');
  expect(wire.to(REQUESTS)).toMatchObject([{ status: 201 }]);
});

test('answered with 500 it still reaches the thank-you page, and is delivered from there', async ({ page, wire }) => {
  const { press, declineTimes, reachTimes } = visitor(page);
  wire.meddle(REQUESTS, { answer: { status: 500, body: { error: 'Oh no' } } });
  await reachTimes();
  await declineTimes();
  await press('Request a Callback');
  await expect(page).toHaveURL('/thank-you');
  await expect.poll(() => wire.to(REQUESTS).map(({ status }) => status)).toEqual([500, 201]);
  const [first, second] = wire.to(REQUESTS);
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  expect(second?.body).toBe(first?.body);
  await expect.poll(() => undelivered(page)).toEqual([]);
  await expect(page.locator('#undelivered')).toBeHidden();
});

test('while it cannot be delivered the thank-you page asks to call; a later page delivers it', async ({
  page,
  wire,
}) => {
  const { press, declineTimes, reachTimes } = visitor(page);
  wire.always(REQUESTS, { answer: { status: 500, body: { error: 'Oh no' } } });
  await reachTimes();
  await declineTimes();
  await press('Request a Callback');
  await expect(page).toHaveURL('/thank-you');
  await expect(page.locator('#undelivered')).toBeVisible();
  wire.calm();
  await page.goto('/');
  await expect.poll(() => wire.to(REQUESTS).map(({ status }) => status)).toEqual([201]);
  await page.goto('/thank-you');
  await untilQuiet(page);
  await expect(page.locator('#undelivered')).toBeHidden();
});

test('what comes back online delivers at once', async ({ page, context, wire }) => {
  const { dialog, toast, press, declineTimes, reachTimes } = visitor(page);
  await reachTimes();
  await declineTimes();
  await context.setOffline(true);
  await press('Request a Callback');
  await expect(toast).toHaveText(/^ErrorFailed to submit request\. Please try again\.$/);
  await expect(dialog.getByRole('heading', { name: 'We will find a time together.' })).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => wire.to(REQUESTS).map(({ status }) => status)).toEqual([201]);
});
