import { expect, REQUESTS, START, TIMES, test, visitor } from './booking-site.ts';

const reach = 'Please provide either a valid phone or email';

test('step 1 says what is wrong, at the field', async ({ page, wire }) => {
  const mistakes = [
    ['Name', 'J', 'Please enter your name'],
    ['Phone', '+44 20 7946 0958', 'Please enter a valid phone number'],
    ['Email', 'elise@', 'Please enter a valid email'],
    ['ZIP code', '3474', 'Please enter a valid ZIP code'],
  ] as const;
  const { dialog, open, giveContact } = visitor(page);
  await page.goto(START);
  await open();
  await giveContact();
  for (const [label, text, message] of mistakes) {
    await test.step(`${label} "${text}": ${message}`, async () => {
      const field = dialog.getByLabel(label);
      const right = await field.inputValue();
      await field.fill(text);
      await expect(dialog.locator('[aria-invalid=true], .error:visible')).toHaveCount(0);
      await dialog.getByLabel('ZIP code').press('Enter');
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(new RegExp(message));
      await expect(dialog.getByText(message, { exact: true }).first()).toBeVisible();
      await expect(dialog.getByRole('alert')).toContainText(message);
      expect(wire.to(TIMES)).toHaveLength(0);
      await field.fill(right);
    });
  }
});

test('all messages show at once, the first wrong field takes focus, and a corrected one loses its message', async ({
  page,
}) => {
  const { dialog, press, open, giveContact } = visitor(page);
  const wrong = dialog.locator('[aria-invalid=true]');
  await page.goto(START);
  await open();
  await giveContact({ Name: '', Phone: '555', 'ZIP code': '' });
  await press('See Available Times');
  await expect(dialog.locator('.error')).toHaveText([
    'Please enter your name',
    'Phone number must be at least 10 digits',
    reach,
    'Please enter a valid ZIP code',
  ]);
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(wrong).toHaveCount(3);

  await page.evaluate(() => {
    const alert = document.querySelector('dialog [role=alert]');
    const heard: string[] = [];
    Object.assign(window, { heard });
    if (alert)
      new MutationObserver(() => heard.push(alert.textContent)).observe(alert, {
        childList: true,
        characterData: true,
        subtree: true,
      });
  });
  await page.keyboard.type('Elise');
  await expect(dialog.getByText('Please enter your name', { exact: true })).toBeHidden();
  await dialog.getByLabel('Email').fill('elise@example.com');
  await expect(dialog.getByText(reach, { exact: true })).toBeHidden();
  await expect(dialog.getByText('Phone number must be at least 10 digits', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Phone')).toBeFocused();
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([
    'Phone number must be at least 10 digits. Please enter a valid ZIP code',
  ]);
});

test('the fields help a phone to fill them in; no person reaches the honeypot; step 3 says what is wrong, and sends nothing', async ({
  page,
  wire,
}) => {
  const { dialog, slots, press, giveContact } = visitor(page);
  const has = (label: string, attributes: Record<string, string>) =>
    Promise.all(
      Object.entries(attributes).map(([name, value]) => expect(dialog.getByLabel(label)).toHaveAttribute(name, value)),
    );
  // Nothing tells the city, or how best to be reached.
  await page.goto('/privacy');
  await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
  await has('Name', { autocomplete: 'name', enterkeyhint: 'next', maxlength: '100' });
  await has('Phone', { autocomplete: 'tel-national', type: 'tel', maxlength: '40' });
  await has('Email', { autocomplete: 'email', type: 'email', maxlength: '254' });
  await has('ZIP code', { autocomplete: 'postal-code', enterkeyhint: 'go', maxlength: '10' });

  await expect(dialog.locator('[name=company]')).toBeHidden();
  await dialog.getByLabel('ZIP code').focus();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'See Available Times' })).toBeFocused();

  await giveContact({ Email: 'elise@example.com', 'ZIP code': '99999' });
  await press('See Available Times');
  await slots.first().click();
  await has('Street address', { autocomplete: 'street-address', maxlength: '200' });
  await has('Notes', { maxlength: '2000' });
  await press('Confirm Booking');
  await expect(dialog.locator('.error')).toHaveText([
    'Please select your city',
    'Please select a service',
    'Please select contact method',
  ]);
  await expect(dialog.getByLabel('City')).toBeFocused();
  await dialog.getByLabel('City').selectOption('St. Cloud');
  await expect(dialog.getByText('Please select your city', { exact: true })).toBeHidden();
  await dialog.getByLabel('Street address').press('Enter');
  await expect(dialog.getByLabel('Service')).toBeFocused();
  expect(wire.to(REQUESTS)).toHaveLength(0);
});
