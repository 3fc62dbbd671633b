import { hearEvents } from '#tests/support/browser/home';
import { tabTo } from '#tests/support/browser/keyboard';
import { withMotion } from '#tests/support/host';
import { untilQuiet } from '#tests/support/browser/quiet';
import { BOOK, expect, REQUESTS, START, TIMES, test, visitor } from './booking-site.ts';

const descriptions = {
  initial: 'See our available times in just a few seconds.',
  calendar: 'Select a convenient time for your consultation.',
  details: 'Just a few more details to confirm your appointment.',
  confirmed: 'Your consultation has been scheduled!',
};

test.describe('with motion', () => {
  test.use(withMotion);

  test('a whole booking by mouse, which is measured when it has succeeded, and on which nothing throws or breaks the content security policy', async ({
    page,
    wire,
  }) => {
    const { dialog, slots, chosenTime, press, open, giveContact, giveDetails, holdConfirmed, passConfirmed } =
      visitor(page);
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const heard = await hearEvents(page);
    await page.goto('/');
    await open();
    await expect(dialog).toHaveAccessibleDescription(descriptions.initial);
    await expect(dialog.getByRole('img', { name: 'Step 1 of 4' })).toBeVisible();
    await expect(dialog.getByText('No obligation')).toBeVisible();
    expect(wire.to(TIMES)).toHaveLength(0);
    await giveContact({ Email: 'elise.romero@example.com' });
    await press('See Available Times');

    await expect(dialog).toHaveAccessibleDescription(descriptions.calendar);
    await expect(dialog.getByText('All times are Eastern Time.')).toBeVisible();
    await expect(dialog.getByText('ET', { exact: true })).toBeVisible();
    await expect(dialog.getByText('No obligation')).toBeVisible();
    await expect(slots.first()).toHaveAccessibleName(/^\d+:\d\d [AP]M 60 minutes$/);
    const day = await dialog.getByRole('heading', { level: 3 }).first().locator('span').first().textContent();
    const time = await slots.first().locator('b').textContent();
    await slots.first().click();

    await expect(dialog).toHaveAccessibleDescription(descriptions.details);
    await expect(dialog.getByText(`${day} at ${time}`)).toBeVisible();
    // The ZIP code tells the city.
    await expect(dialog.getByLabel('City')).toHaveValue('Celebration');
    await expect(dialog.getByLabel('Service')).toHaveValue('');
    await expect(dialog.getByLabel('Preferred contact')).toHaveValue('');
    await giveDetails();
    await dialog.getByLabel('Street address').fill('612 Sycamore Street');
    await dialog.getByLabel('Notes').fill('A shy dog 🐕');
    const label = `${await chosenTime.textContent()} ET`;
    expect(await heard('consultation_request')).toEqual([]);
    await holdConfirmed();
    await press('Confirm Booking');

    await expect(dialog).toHaveAccessibleDescription(descriptions.confirmed);
    await expect(dialog.getByRole('heading', { name: 'Consultation Scheduled!' })).toBeVisible();
    await expect(dialog.getByText('A calendar invitation will be sent to elise.romero@example.com.')).toBeVisible();
    await expect(dialog.getByText('No obligation')).toHaveCount(0);
    await passConfirmed();
    await expect(page).toHaveURL('/thank-you');
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
    await expect.poll(() => heard('consultation_request')).toEqual([{ method: 'calendar' }]);
    await expect.poll(() => heard('calendar_booking_complete')).toEqual([{ time_slot: label }]);
    expect(wire.to(REQUESTS).map(({ status }) => status)).toEqual([201]);
    expect(wire.to(BOOK).map(({ status }) => status)).toEqual([201]);
    expect(JSON.parse(wire.to(REQUESTS)[0]?.body ?? '')).toEqual({
      name: 'Elise Romero',
      phone: '(407) 555-0188',
      email: 'elise.romero@example.com',
      zipCode: '34747',
      city: 'Celebration',
      serviceInterest: 'Motorized Shades',
      preferredContact: 'text',
      address: '612 Sycamore Street',
      message: 'A shy dog 🐕',
      attribution: { landing: '/' },
    });
    expect(complaints).toEqual([]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 } });

  test('a whole booking by keyboard alone', async ({ page, wire }) => {
    const { dialog, days, slots, holdConfirmed, passConfirmed } = visitor(page);
    const keys = page.keyboard;
    await page.goto(START);
    const schedule = page
      .getByRole('main')
      .getByRole('link', { name: /^Schedule/ })
      .first();
    await tabTo(page, schedule);
    await keys.press('Enter');
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await keys.type('Elise Romero');
    await keys.press('Tab');
    await keys.type('(407) 555-0188');
    await keys.press('Tab');
    await keys.press('Tab');
    await keys.type('34747');
    await keys.press('Enter');
    await expect(days.first()).toBeFocused();
    await keys.press('ArrowRight');
    await expect(days.nth(1)).toBeFocused();
    await expect(days.nth(1)).toHaveAttribute('aria-selected', 'true');
    await keys.press('Tab');
    await expect(slots.first()).toBeFocused();
    await keys.press('Tab');
    await expect(slots.nth(1)).toBeFocused();
    await keys.press('Enter');
    await expect(dialog.getByLabel('City')).toBeFocused();
    await keys.type('Celeb');
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
    // Without an email nobody is promised an invitation.
    await expect(dialog.getByText('We will call or text (407) 555-0188 to confirm.')).toBeVisible();
    await expect(dialog.getByText(/invitation/)).toHaveCount(0);
    await passConfirmed();
    await expect(page).toHaveURL('/thank-you');
    expect(JSON.parse(wire.to(REQUESTS)[0]?.body ?? '')).toMatchObject({
      city: 'Celebration',
      serviceInterest: 'Motorized Shades',
      preferredContact: 'text',
      address: '612 Sycamore Street',
    });
  });

  test('the dialog stands at the lower edge on every step, wherever the page was scrolled to, its button in view', async ({
    page,
  }) => {
    const { dialog, slots, press, giveContact, giveDetails } = visitor(page);
    const stands = async () => {
      const box = await dialog.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(24);
      expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(740);
    };
    const inView = (name: string) =>
      expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await page.goto(START);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /^Schedule/ })
      .click();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(0);
    await stands();
    await inView('See Available Times');
    await giveContact();
    await press('See Available Times');
    await slots.first().waitFor();
    await inView('No Good Time?');
    await slots.first().click();
    await stands();
    await inView('Confirm Booking');
    await press('Confirm Booking');
    await stands();
    await dialog.getByLabel('Notes').focus();
    await stands();
    await giveDetails();
    await inView('Confirm Booking');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  });
});

test.describe('opening and closing', () => {
  test.use(withMotion);

  test('nothing of it is loaded before somebody comes near a button, then it is drawn; focus goes to the first field, and back', async ({
    page,
    context,
  }) => {
    const { dialog, press, open } = visitor(page);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const island = () => loaded.filter((path) => /Booking|client\.|booking\..*css/.test(path));
    const opener = page
      .getByRole('main')
      .getByRole('link', { name: /^Schedule/ })
      .first();
    await page.goto(START);
    await untilQuiet(page);
    expect(island()).toEqual([]);
    await opener.hover();
    await expect.poll(() => island().length).toBeGreaterThan(2);
    await expect(page.locator('dialog.booking')).toBeAttached();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await test.step('a click with a modifier is the link’s', async () => {
      const opened = context.waitForEvent('page');
      await opener.click({ modifiers: ['ControlOrMeta'] });
      const tab = await opened;
      await expect(tab).toHaveURL('/book');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await tab.close();
    });

    await open();
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await open();
    await press('Close');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('when the dialog, or its style sheet, cannot be loaded, the button leads to the plain page', async ({
    page,
  }) => {
    for (const file of [/\/_astro\/BookingDialog\./, /\/_astro\/booking\..*\.css/]) {
      await page.route(file, (route) => route.abort());
      await page.goto(START);
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Schedule/ })
        .first()
        .click();
      await expect(page).toHaveURL('/book');
      await page.unroute(file);
    }
  });
});
