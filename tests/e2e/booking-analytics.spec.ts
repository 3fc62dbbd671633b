import type { Page } from '@playwright/test';
import { expect, test, visitor } from './booking-site.ts';

/** Gives the page a global tag function, and returns what it was told on every page of the visit. */
async function listen(page: Page): Promise<unknown[][]> {
  const told: unknown[][] = [];
  await page.exposeFunction('tell', (command: unknown[]) => told.push(command));
  await page.addInitScript(() => {
    Object.assign(window, { gtag: (...command: unknown[]) => Reflect.get(window, 'tell')(command) });
  });
  return told;
}
const commands = (told: unknown[][], event: string) => told.filter(([, name]) => name === event);

test('a booking is measured when it has succeeded, with the slot’s label', async ({ page }) => {
  const told = await listen(page);
  const { chosenTime, press, reachDetails } = visitor(page);
  await reachDetails();
  const label = `${await chosenTime.textContent()} ET`;
  expect(commands(told, 'consultation_request')).toEqual([]);
  await press('Confirm Booking');
  await expect(page).toHaveURL('/thank-you');
  await expect
    .poll(() => commands(told, 'consultation_request'))
    .toEqual([['event', 'consultation_request', { method: 'calendar' }]]);
  await expect
    .poll(() => commands(told, 'calendar_booking_complete'))
    .toEqual([['event', 'calendar_booking_complete', { time_slot: label }]]);
});

test('so is a callback', async ({ page }) => {
  const told = await listen(page);
  const { press, declineTimes, reachTimes } = visitor(page);
  await reachTimes();
  await declineTimes();
  await press('Request a Callback');
  await expect(page).toHaveURL('/thank-you');
  await expect
    .poll(() => commands(told, 'consultation_request'))
    .toEqual([['event', 'consultation_request', { method: 'form' }]]);
});

test('clicks on the phone and on the buttons say where they were', async ({ page }) => {
  const told = await listen(page);
  await page.goto('/');
  await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
  const phone = page.locator('[data-track=phone_click]:visible').first();
  await phone.click();
  const place = await phone.getAttribute('data-track-location');
  await expect.poll(() => commands(told, 'phone_click')).toEqual([['event', 'phone_click', { location: place }]]);
  const button = page.locator('[data-track=cta_click]:visible').first();
  await button.click();
  const where = await button.getAttribute('data-track-location');
  await expect.poll(() => commands(told, 'cta_click')).toEqual([['event', 'cta_click', { location: where }]]);
});

test('without analytics nothing of Google’s is asked for', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect([...hosts]).toEqual(['127.0.0.1']);
});
