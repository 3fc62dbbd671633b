import { readFile } from 'node:fs/promises';
import { visitRules } from '#business';
import { CONSENT } from '#contracts/consultation';
import { zoneNames } from '#lib/time/zone';
import { otherArea } from '#tests/support/addresses';
import { expectCleanAt } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { hearEvents } from '#tests/support/browser/home';
import { tabTo } from '#tests/support/browser/keyboard';
import { hold, requestsOf, untilQuiet } from '#tests/support/browser/network';
import { walked, withMotion } from '#tests/support/host';
import { readEvent } from '#tests/support/ics-event';
import { consultation } from '#tests/support/visitor';
import { BOOK, expect, REQUESTS, START, test, visitor } from './booking-site.ts';

test.describe('with motion', () => {
  test.use(withMotion);

  test('a whole booking by mouse, some pages after a campaign’s link, is measured once it has succeeded, and stands on the thanks', async ({
    page,
    wire,
  }) => {
    const { dialog, days, slots, press, open, giveContact, giveDetails, holdConfirmed, passConfirmed } = visitor(page);
    const complaints = await complaintsOf(page);
    const heard = await hearEvents(page);
    await page.goto('/privacy');
    await page.goto(`${otherArea.page}?utm_source=google&utm_medium=cpc&utm_campaign=fall&gclid=Cj0K_1&utm_sauce=x`);
    await page.goto(`${START}?other=1`);
    await open();
    await expect(dialog).toHaveAccessibleDescription('See our available times in just a few seconds.');
    await expect(dialog.getByRole('img', { name: 'Step 1 of 4' })).toBeVisible();
    await giveContact({ Email: 'elise.romero@example.com' });
    await press('See Available Times');

    await expect(dialog).toHaveAccessibleDescription('Select a convenient time for your consultation.');
    await expect(dialog.getByText(`All times are ${zoneNames.long}.`)).toBeVisible();
    await expect(dialog.getByText(zoneNames.short, { exact: true })).toBeVisible();
    await expect(slots.last()).toHaveAccessibleName(
      new RegExp(`^\\d+:\\d\\d [AP]M ${visitRules.visitMinutes} minutes$`),
    );
    const day = await days.last().locator('span').first().textContent();
    const time = await slots.last().locator('b').textContent();
    await slots.last().click();

    await expect(dialog).toHaveAccessibleDescription('Just a few more details to confirm your appointment.');
    const label = `${day} at ${time} ${zoneNames.short}`;
    await expect(dialog.getByText(`${day} at ${time}`)).toBeVisible();
    // The ZIP code tells the city.
    await expect(dialog.getByLabel('City')).toHaveValue(consultation.city);
    await giveDetails();
    await dialog.getByLabel('Street address').fill('612 Sycamore Street');
    await dialog.getByLabel('Notes').fill('A shy dog 🐕');
    expect(await heard('consultation_request')).toEqual([]);
    await holdConfirmed();
    await press('Confirm Booking');

    await expect(dialog).toHaveAccessibleDescription('Your consultation has been scheduled!');
    // Focus is on the heading, so the time is read out with it.
    await expect(dialog.getByRole('heading', { name: 'Consultation Scheduled!' })).toHaveAccessibleDescription(
      `${label} ${visitRules.visitMinutes} minutes, at your home in ${consultation.city}`,
    );
    await expect(dialog.getByText('A calendar invitation will be sent to elise.romero@example.com.')).toBeVisible();
    await passConfirmed();
    await expect(page).toHaveURL('/thank-you');
    await expect.poll(() => heard('consultation_request')).toEqual([{ method: 'calendar' }]);
    await expect.poll(() => heard('calendar_booking_complete')).toEqual([{ time_slot: label }]);
    expect([...wire.to(REQUESTS), ...wire.to(BOOK)].map(({ status }) => status)).toEqual([201, 201]);
    expect(JSON.parse(wire.to(REQUESTS)[0]?.body ?? '')).toEqual({
      ...consultation,
      address: '612 Sycamore Street',
      message: 'A shy dog 🐕',
      // The campaign has taken the place of the first page, which no later page does.
      attribution: {
        utm_source: 'google',
        utm_medium: 'cpc',
        utm_campaign: 'fall',
        gclid: 'Cj0K_1',
        landing: otherArea.page,
      },
      consent: CONSENT,
    });

    await test.step('the visit on the thanks: calendar file, Google, link and print, also after its page was opened', async () => {
      const visit = page.getByRole('region', { name: 'Your time is reserved' });
      await expect(visit).toContainText(label);
      await expect(visit).toContainText(`At your home in ${consultation.city}`);
      await expect(page.getByText("We'll see you soon!")).toBeVisible();
      await expect(page.getByText('If anything changes, call')).toBeVisible();
      await expect(visit.getByRole('button', { name: 'Print' })).toBeVisible();
      const google = new URL((await visit.getByRole('link', { name: /Google/ }).getAttribute('href')) ?? '');
      const download = page.waitForEvent('download');
      await visit.getByRole('link', { name: 'Add to calendar' }).click();
      const { event } = readEvent(await readFile(await (await download).path(), 'utf8'));
      const dates = [event.startDate, event.endDate].map((date) => date.toJSDate().toISOString());
      expect(google.searchParams.get('dates')).toBe(dates.join('/').replace(/\.\d+|[-:]/g, ''));
      await expectCleanAt(page, [375], 'the thanks');
      await page.reload();
      await expect(visit).toContainText(label);
      await visit.getByRole('link', { name: 'Move or cancel the visit' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Visit');
      await expect(page.getByText('Move this visit', { exact: true })).toBeVisible();
      await page.goto('/thank-you');
      await expect(visit).toContainText(label);
    });
    expect(complaints).toEqual([]);
  });

  test('the dialog loads once somebody comes near a button, takes focus and gives it back; where it cannot be loaded, the page serves', async ({
    page,
  }) => {
    const { dialog, opener, press, open } = visitor(page);
    const loaded = requestsOf(page);
    const island = () => loaded.filter(({ pathname }) => /Booking|client\.|booking\..*css/.test(pathname));
    await page.goto(START);
    await untilQuiet(page);
    expect(island()).toEqual([]);
    await opener.hover();
    await expect.poll(() => island().length).toBeGreaterThan(2);
    await expect(page.locator('dialog.booking')).toBeAttached();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // A click with a modifier is the link's. It is not followed: some tabs in the background never finish loading here.
    const isLinks = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const hear = (event: MouseEvent) => {
            resolve(!event.defaultPrevented && event.target instanceof Element && event.target.closest('a') !== null);
            event.preventDefault();
          };
          window.addEventListener('click', hear, { once: true });
        }),
    );
    await opener.click({ modifiers: ['ControlOrMeta'] });
    expect(await isLinks).toBe(true);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    for (const close of [() => page.keyboard.press('Escape'), () => press('Close')]) {
      await open();
      await expect(dialog.getByLabel('Name')).toBeFocused();
      await close();
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    }

    await test.step('where the browser itself does not: a click beside closes it, a drag out of it does not', async () => {
      await open();
      await dialog.evaluate((element) => element.removeAttribute('closedby'));
      const box = await dialog.getByLabel('Name').boundingBox();
      if (!box) throw new Error('No field');
      await page.mouse.move(box.x + 20, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(5, 300, { steps: 4 });
      await page.mouse.up();
      await expect(dialog).toBeVisible();
      await page.mouse.click(box.x - 10, box.y - 4);
      await expect(dialog).toBeVisible();
      await page.mouse.click(5, 300);
      await expect(dialog).toBeHidden();
    });

    await open();
    const before = await dialog.boundingBox();
    // As it is on its way out in a browser without `overlay`: shown, but no longer modal. It stays in its place.
    await dialog.evaluate((element: HTMLDialogElement) => {
      element.close();
      element.show();
    });
    expect(await dialog.boundingBox()).toEqual(before);

    for (const file of walked([/\/_astro\/BookingDialog\./, /\/_astro\/booking\..*\.css/])) {
      await page.route(file, (route) => route.abort());
      const release = await hold(page, file);
      await page.goto(START);
      await opener.click();
      await expect(opener).toHaveAttribute('aria-busy', 'true');
      release();
      await expect(page).toHaveURL('/book');
      await page.unroute(file);
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 } });

  test('a whole booking by keyboard alone, which the arrows, Home and End lead through the tabs of the days; each step is announced, once', async ({
    page,
    wire,
  }) => {
    const { dialog, days, slots, opener, holdConfirmed, passConfirmed } = visitor(page);
    const keys = page.keyboard;
    const announcement = dialog.locator('[aria-live=polite]');
    await page.goto(START);
    await tabTo(page, opener);
    await keys.press('Enter');
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await keys.type('Elise Romero');
    await keys.press('Tab');
    await keys.type(consultation.zipCode);
    await keys.press('Tab');
    await keys.type('(407) 555-0188');
    await keys.press('Enter');
    await expect(days.first()).toBeFocused();
    await expect(announcement).toHaveText('Select a convenient time for your consultation.');
    const last = (await days.count()) - 1;
    expect(last).toBeGreaterThan(2);
    for (const [key, index] of [
      ['ArrowLeft', last],
      ['ArrowRight', 0],
      ['End', last],
      ['Home', 0],
      ['ArrowDown', 1],
      ['ArrowRight', 2],
    ] as const) {
      await keys.press(key);
      await expect(days.nth(index)).toBeFocused();
      await expect(dialog.locator('[aria-selected=true]')).toHaveCount(1);
      await expect(days.nth(index)).toHaveAttribute('aria-selected', 'true');
      await expect(dialog.getByRole('tabpanel')).toHaveAccessibleName(/^\w{3}, \w{3} \d+/);
    }
    await keys.press('Tab');
    await expect(slots.first()).toBeFocused();
    await keys.press('Tab');
    await keys.press('Enter');
    await expect(announcement).toHaveText('Just a few more details to confirm your appointment.');
    await expect(announcement).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Change Time' }).press('Enter');
    await expect(days.nth(2)).toBeFocused();
    await expect(days.nth(2)).toHaveAttribute('aria-selected', 'true');
    await keys.press('Tab');
    await keys.press('Tab');
    await expect(slots.nth(1)).toBeFocused();
    await keys.press('Enter');
    await expect(dialog.getByLabel('City')).toBeFocused();
    await keys.type(consultation.city);
    await keys.press('Tab');
    await keys.press('ArrowDown');
    await keys.press('Tab');
    await keys.press('Tab');
    await keys.type('Text');
    await keys.press('Shift+Tab');
    await keys.type('612 Sycamore Street');
    await holdConfirmed();
    await keys.press('Enter');
    await expect(dialog.getByRole('heading', { name: 'Consultation Scheduled!' })).toBeFocused();
    // Without an email nobody is promised an invitation, and who chose texts is promised no call.
    await expect(dialog.getByText('We will contact you at (407) 555-0188.')).toBeVisible();
    await expect(dialog.getByText(/invitation/)).toHaveCount(0);
    await passConfirmed();
    await expect(page).toHaveURL('/thank-you');
    const { city, serviceInterest, preferredContact } = consultation;
    const request = { city, serviceInterest, preferredContact, address: '612 Sycamore Street' };
    expect(JSON.parse(wire.to(REQUESTS)[0]?.body ?? '')).toMatchObject(request);
  });
});
