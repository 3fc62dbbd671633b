import { CONSENT } from '#contracts/consultation';
import { hearEvents } from '#tests/support/browser/home';
import { tabTo } from '#tests/support/browser/keyboard';
import { withMotion } from '#tests/support/host';
import { untilQuiet } from '#tests/support/browser/quiet';
import { BOOK, expect, REQUESTS, START, TIMES, test, visitor } from './booking-site.ts';
import { consultation } from '#tests/support/visitor';

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
    await expect(dialog).toHaveAccessibleDescription('See our available times in just a few seconds.');
    await expect(dialog.getByRole('img', { name: 'Step 1 of 4' })).toBeVisible();
    await expect(dialog.getByText('No obligation')).toBeVisible();
    expect(wire.to(TIMES)).toHaveLength(0);
    await giveContact({ Email: 'elise.romero@example.com' });
    await press('See Available Times');

    await expect(dialog).toHaveAccessibleDescription('Select a convenient time for your consultation.');
    await expect(dialog.getByText('All times are Eastern Time.')).toBeVisible();
    await expect(dialog.getByText('ET', { exact: true })).toBeVisible();
    await expect(dialog.getByText('No obligation')).toBeVisible();
    await expect(slots.first()).toHaveAccessibleName(/^\d+:\d\d [AP]M 60 minutes$/);
    const day = await dialog.getByRole('heading', { level: 3 }).first().locator('span').first().textContent();
    const time = await slots.first().locator('b').textContent();
    await slots.first().click();

    await expect(dialog).toHaveAccessibleDescription('Just a few more details to confirm your appointment.');
    await expect(dialog.getByText(`${day} at ${time}`)).toBeVisible();
    // The ZIP code tells the city.
    await expect(dialog.getByLabel('City')).toHaveValue(consultation.city);
    await expect(dialog.getByLabel('Service')).toHaveValue('');
    await expect(dialog.getByLabel('Preferred contact')).toHaveValue('');
    await giveDetails();
    await dialog.getByLabel('Street address').fill('612 Sycamore Street');
    await dialog.getByLabel('Notes').fill('A shy dog 🐕');
    const label = `${await chosenTime.textContent()} ET`;
    expect(await heard('consultation_request')).toEqual([]);
    await holdConfirmed();
    await press('Confirm Booking');

    await expect(dialog).toHaveAccessibleDescription('Your consultation has been scheduled!');
    // Focus is on the heading, so the time is read out with it.
    await expect(dialog.getByRole('heading', { name: 'Consultation Scheduled!' })).toHaveAccessibleDescription(
      `${label} 60 minutes, at your home in ${consultation.city}`,
    );
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
      zipCode: consultation.zipCode,
      city: consultation.city,
      serviceInterest: consultation.serviceInterest,
      preferredContact: 'text',
      address: '612 Sycamore Street',
      message: 'A shy dog 🐕',
      attribution: { landing: '/' },
      consent: CONSENT,
    });
    expect(complaints).toEqual([]);
  });

  test('nothing of it is loaded before somebody comes near a button, then it is drawn; focus goes to the first field, and back; a click beside closes it', async ({
    page,
    context,
  }) => {
    const { dialog, opener, press, open } = visitor(page);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const island = () => loaded.filter((path) => /Booking|client\.|booking\..*css/.test(path));
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

    await test.step('it stays in its place while it closes, without a top layer to close in', async () => {
      await open();
      const before = await dialog.boundingBox();
      // As it is on its way out in a browser without `overlay`: shown, but no longer modal.
      await dialog.evaluate((element: HTMLDialogElement) => {
        element.close();
        element.show();
      });
      expect(await dialog.boundingBox()).toEqual(before);
    });
  });
});

test('when the dialog, or its style sheet, cannot be loaded, the button leads to the plain page', async ({ page }) => {
  for (const file of [/\/_astro\/BookingDialog\./, /\/_astro\/booking\..*\.css/]) {
    await page.route(file, (route) => route.abort());
    await page.goto(START);
    await visitor(page).opener.click();
    await expect(page).toHaveURL('/book');
    await page.unroute(file);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 } });

  test('a whole booking by keyboard alone', async ({ page, wire }) => {
    const { dialog, days, slots, opener, holdConfirmed, passConfirmed } = visitor(page);
    const keys = page.keyboard;
    await page.goto(START);
    await tabTo(page, opener);
    await keys.press('Enter');
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await keys.type('Elise Romero');
    await keys.press('Tab');
    await keys.type('(407) 555-0188');
    // Past the email and the link to the privacy page.
    for (let stops = 0; stops < 3; stops += 1) await keys.press('Tab');
    await keys.type(consultation.zipCode);
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
    // Without an email nobody is promised an invitation.
    await expect(dialog.getByText('We will call or text (407) 555-0188 to confirm.')).toBeVisible();
    await expect(dialog.getByText(/invitation/)).toHaveCount(0);
    await passConfirmed();
    await expect(page).toHaveURL('/thank-you');
    expect(JSON.parse(wire.to(REQUESTS)[0]?.body ?? '')).toMatchObject({
      city: consultation.city,
      serviceInterest: consultation.serviceInterest,
      preferredContact: 'text',
      address: '612 Sycamore Street',
    });
  });
});
