import { business } from '#business';
import { otherArea, sharedZipCode } from '#tests/support/addresses';
import { cityOfZip } from '#contracts/consultation';
import { consultation } from '#tests/support/visitor';
import { expect, REQUESTS, test, visitor } from '#tests/e2e/booking-site';

test('the buttons of header and footer lead to the page’s own steps, which are seen and worked by arrow keys, in forced colors too', async ({
  page,
  wire,
}) => {
  const { dialog: steps, slots, giveContact } = visitor(page, { inPage: true });
  const keys = page.keyboard;
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/book');
  await expect(page.locator('[data-dock]')).toHaveCount(0);
  const colors = await page.locator('.progress').evaluate((bar) => {
    const all = [...bar.children].map((slat) => getComputedStyle(slat).backgroundColor);
    return { all, ground: getComputedStyle(document.body).backgroundColor };
  });
  expect(new Set(colors.all).size).toBe(2);
  expect(colors.all).not.toContain(colors.ground);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Schedule Consultation' }).press('Enter');
  await expect(steps.getByLabel('Name')).toBeFocused();
  await expect(steps.getByLabel('Name')).toBeInViewport();
  await giveContact();
  await keys.press('Enter');
  await expect(slots.first()).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(slots.first()).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await keys.press('ArrowDown');
  await expect(steps.getByRole('group').nth(1).getByRole('button').first()).toBeFocused();
  await keys.press('End');
  await expect(slots.last()).toBeFocused();
  await keys.press('Enter');
  await expect(steps.getByLabel('City')).toHaveValue(consultation.city);
  await steps.getByLabel('Service').selectOption(consultation.serviceInterest);
  await steps.getByLabel('Preferred contact').selectOption('Email');
  await steps.getByLabel('Street address').press('Enter');
  await expect(page).toHaveURL('/thank-you');
  // Nothing is refused that was accepted before.
  expect(JSON.parse(wire.to(REQUESTS)[0]?.body ?? '')).toMatchObject({ preferredContact: 'email' });
});

test('Back goes a step back and from the first one leaves; a reload begins again with all that was typed', async ({
  page,
}) => {
  const { dialog: steps, slots, giveContact, giveDetails, press } = visitor(page, { inPage: true });
  const link = `/book?zip=${consultation.zipCode}&about=${encodeURIComponent('Offer: Free measuring <b>')}`;
  await page.goto('/privacy');
  await page.goto(link);
  await giveContact();
  await press('See Available Times');
  await slots.last().click();
  await giveDetails();
  await page.goBack();
  await expect(slots.first()).toBeVisible();
  await press('No Good Time?');
  await expect(steps).toHaveAccessibleDescription('Select a convenient time for your consultation.');
  await page.goBack();
  await expect(slots.first()).toBeVisible();
  await page.reload();
  await expect(steps.getByLabel('ZIP code')).toHaveValue(consultation.zipCode);
  await expect(steps.getByLabel('Name')).toHaveValue('Elise Romero');
  await page.goBack();
  await expect(page).toHaveURL('/privacy');
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
  await slots.last().click();
  const town = cityOfZip(sharedZipCode);
  if (town) await expect(dialog.getByLabel('Your town')).toHaveValue(town);
  else await expect(dialog.getByLabel('City')).toHaveValue(otherArea.name);
  const way = dialog.getByLabel('Preferred contact');
  await expect(way).toHaveValue('email');
  await expect(way).toHaveAccessibleDescription(/^Calls and texts need a phone number/);
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
