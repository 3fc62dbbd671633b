import { readFile } from 'node:fs/promises';
import { readEvent } from '#tests/support/ics-event';
import { expectAccessible } from '#tests/support/browser/axe';
import { expect, REQUESTS, test, visitor } from './booking-site.ts';
import { business } from '#business';
import { otherArea, sharedZipCode } from '#tests/support/addresses';
import { site as spanish } from '#i18n/es/site';
import { consultation } from '#tests/support/visitor';

// What the dialog knows and notes, and what stays of a booking.

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true });

  test('a visit that was booked stands on the thanks: calendar file, Google, link and print', async ({ page }) => {
    const { chosenTime, press, reachDetails } = visitor(page);
    // Without a visit the thanks stand alone.
    await page.goto('/thank-you');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!');
    await expect(page.getByText('Questions? Call')).toBeVisible();
    await expect(page.locator('[data-booked]')).toBeHidden();
    await reachDetails();
    const time = await chosenTime.textContent();
    await press('Confirm Booking');
    await expect(page).toHaveURL('/thank-you');

    const visit = page.getByRole('region', { name: 'Your visit' });
    await expect(visit).toContainText(`${time} ET`);
    await expect(visit).toContainText(`At your home in ${consultation.city}`);
    await expect(page.getByText("We'll see you soon!")).toBeVisible();
    await expect(page.getByText('If anything changes, call')).toBeVisible();
    await expect(visit.getByRole('button', { name: 'Print' })).toBeVisible();
    const google = new URL((await visit.getByRole('link', { name: /Google/ }).getAttribute('href')) ?? '');
    const dates = google.searchParams.get('dates');
    expect(dates).toMatch(/^\d{8}T\d{6}Z\/\d{8}T\d{6}Z$/);
    const download = page.waitForEvent('download');
    await visit.getByRole('link', { name: 'Add to calendar' }).click();
    const { event } = readEvent(await readFile(await (await download).path(), 'utf8'));
    const start = event.startDate.toJSDate().toISOString();
    expect(dates?.split('/')[0]).toBe(start.replace(/\.\d+|[-:]/g, ''));
    await expectAccessible(page, 'the thanks');

    await page.reload();
    await expect(visit).toContainText(`${time} ET`);
    await visit.getByRole('link', { name: 'Move or cancel the visit' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Visit');
    await expect(page.getByRole('button', { name: 'Move My Visit' })).toBeDisabled();
    // There it may be changed, so that this browser no longer knows how it stands.
    await page.goto('/thank-you');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!');
    await expect(visit).toBeHidden();
  });
});

for (const { path, schedule, question, another, keep, form } of [
  {
    path: '/thank-you',
    schedule: 'Schedule Consultation',
    question: 'You have a visit on Friday, December 4. Book another?',
    another: 'Book another',
    keep: 'No, keep this one',
    form: 'Schedule Your Free Consultation',
  },
  {
    path: '/es/thank-you',
    schedule: spanish.schedule,
    question: /^Usted tiene una visita el viernes,? 4 de diciembre\. ¿Quiere reservar otra\?$/,
    another: 'Reservar otra',
    keep: 'No, dejar esta',
    form: 'Programe su consulta gratis',
  },
])
  test(`the Schedule buttons stay on ${path}, and ask first if this browser has a visit`, async ({ page }) => {
    const buttons = page.getByRole('link', { name: schedule });
    const ask = page.getByRole('dialog', { name: question });
    const booking = page.getByRole('dialog', { name: form });
    await page.clock.setFixedTime('2026-12-01T15:00:00Z');
    await page.addInitScript((city) => {
      const [start, end] = ['2026-12-04T15:00:00.000Z', '2026-12-04T16:00:00.000Z'];
      const visit = {
        start,
        end,
        day: 'Friday, December 4',
        time: '10:00 AM',
        city,
        page: '/visit/x',
      };
      localStorage.setItem('booked-visit', JSON.stringify(visit));
    }, consultation.city);
    await page.goto(path);
    for (const button of [page.getByRole('banner').locator(buttons), page.getByRole('contentinfo').locator(buttons)]) {
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(ask).toBeVisible();
      await expectAccessible(page, 'the question');
      await ask.getByRole('button', { name: keep }).click();
      await expect(ask).toBeHidden();
      await expect(button).toBeFocused();
      await expect(booking).toBeHidden();
    }
    await buttons.first().click();
    await ask.getByRole('button', { name: another }).click();
    await expect(booking).toBeVisible();
  });

test('it does not ask what it knows: city, and how to be reached; a phone number as people paste it is put into shape', async ({
  page,
  wire,
}) => {
  const { dialog, slots, press, open, giveContact, declineTimes } = visitor(page);
  const phone = dialog.getByLabel('Phone');
  await page.goto(otherArea.page);
  await open();
  await expect(dialog.getByRole('link', { name: business.phone.display })).toHaveAttribute('href', business.phone.href);
  await giveContact({ 'ZIP code': sharedZipCode, Phone: '', Email: 'elise@example.com' });
  await press('See Available Times');
  await slots.first().click();
  await expect(dialog.getByLabel('City')).toHaveValue(otherArea.name);
  await expect(dialog.getByLabel('Preferred contact')).toHaveValue('email');
  await expect(dialog.getByLabel('Preferred contact').getByRole('option')).toHaveText([
    'Select contact method',
    'Phone',
    'Email',
    'Text Message',
  ]);
  await expect(dialog.getByLabel('Preferred contact')).toHaveAccessibleDescription(
    /^Calls and texts need a phone number/,
  );
  await expect(dialog.getByText('Prefer to talk?')).toBeVisible();

  await press('Change Time');
  await press('Back');
  await phone.fill('+1 407.555.0188 ext. 12');
  await dialog.getByLabel('Name').focus();
  await expect(phone).toHaveValue('(407) 555-0188 (12)');
  await phone.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'Elise Romero\nMobile: +1 (407) 555-0199\nelise@example.com');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(phone).toHaveValue('(407) 555-0199');
  // Enter leaves no field, so the number is put into shape before the rule looks.
  await phone.fill('1 407 555 0177');
  await phone.press('Enter');
  await declineTimes();
  await press('Request a Callback');
  await expect(page).toHaveURL('/thank-you');
  expect(JSON.parse(wire.to(REQUESTS)[0]?.body ?? '')).toMatchObject({ phone: '(407) 555-0177' });
});

test('what is asked about is shown, and kept with the request: an offer, which another opening keeps; a product in its place', async ({
  page,
  wire,
}) => {
  const { dialog, press, giveContact, declineTimes } = visitor(page);
  await page.goto('/');
  const offer = page.locator('[data-promotion][data-state="running"]').first();
  await offer.locator('[data-book]').click();
  const about = await dialog.getByText(/^Offer: /).textContent();
  expect(about).toContain(await offer.locator('[data-part="title"]').textContent());
  await press('Close');
  await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(dialog.getByText(about ?? '')).toBeVisible();
  await press('Close');

  const product = page.locator('[data-product]').nth(1);
  const title = await product.getByRole('heading').textContent();
  await product.getByRole('link', { name: `Ask about this product: ${title}` }).click();
  await expect(dialog.getByText(`Product: ${title}`)).toBeVisible();
  await expect(dialog.getByText(about ?? '')).toHaveCount(0);
  await giveContact();
  await press('See Available Times');
  await expect(dialog.getByText(`Product: ${title}`)).toBeVisible();
  await declineTimes();
  await press('Request a Callback');
  await expect(page).toHaveURL('/thank-you');
  expect(JSON.parse(wire.to(REQUESTS)[0]?.body ?? '')).toMatchObject({ about: `Product: ${title}` });
});
