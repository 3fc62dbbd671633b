import { sharedZipCode } from '#tests/support/addresses';
import { consultation } from '#tests/support/visitor';
import { expect, REQUESTS, TIMES, test, visitor } from './booking-site.ts';

// The rules themselves are tried in src/islands/booking/booking-session.test.ts and known.test.ts.
test('a phone can fill the fields in; each says what is wrong with it, a wrong step sends nothing, and what is pasted is not cut', async ({
  page,
  wire,
}) => {
  const { dialog, days, slots, press, giveContact } = visitor(page);
  const wrong = dialog.locator('[aria-invalid=true]');
  const has = (label: string, attributes: Record<string, string>) =>
    Promise.all(
      Object.entries(attributes).map(([name, value]) => expect(dialog.getByLabel(label)).toHaveAttribute(name, value)),
    );
  // Nothing tells the city, or how best to be reached.
  await page.goto('/privacy');
  await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
  await has('Name', { autocomplete: 'name', enterkeyhint: 'next', 'aria-required': 'true' });
  await has('ZIP code', { autocomplete: 'postal-code', enterkeyhint: 'next', 'aria-required': 'true' });
  await has('Phone', { autocomplete: 'tel', type: 'tel' });
  await has('Email', { autocomplete: 'email', type: 'email', enterkeyhint: 'go' });
  await page.setViewportSize({ width: 360, height: 640 });
  const { y: bar = 0 } = (await dialog.locator('.dialog-foot').boundingBox()) ?? {};
  for (const input of await dialog.getByRole('textbox').all()) {
    const { y = 0, height = 0 } = (await input.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(bar);
  }

  // No person reaches the honeypot.
  await expect(dialog.locator('[name=company]')).toBeHidden();
  await dialog.getByRole('link', { name: 'Privacy' }).press('Tab');
  await expect(dialog.getByRole('button', { name: 'See Available Times' })).toBeFocused();

  await test.step('all messages show at once, each at its field, and the first wrong field takes focus', async () => {
    await giveContact({ Name: 'J', Phone: '555', 'ZIP code': '3474' });
    await expect(wrong).toHaveCount(0);
    await press('See Available Times');
    const mistakes = [
      ['Name', 'Please enter your name'],
      ['ZIP code', 'Please enter a valid ZIP code'],
      ['Phone', 'Phone number must be at least 10 digits'],
      ['Phone', 'Please provide either a valid phone or email'],
    ] as const;
    await expect(dialog.locator('.error')).toHaveText(mistakes.map(([, message]) => message));
    for (const [label, message] of mistakes) {
      await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message));
      await expect(dialog.getByRole('alert')).toContainText(message);
    }
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await expect(wrong).toHaveCount(3);
  });

  await test.step('a corrected field loses its message, of which nothing is announced before the next try', async () => {
    await page.evaluate(() => {
      const alert = document.querySelector('dialog [role=alert]');
      const heard: string[] = [];
      Object.assign(window, { heard });
      const watcher = new MutationObserver(() => alert && heard.push(alert.textContent));
      if (alert) watcher.observe(alert, { childList: true, characterData: true, subtree: true });
    });
    const heard = () => page.evaluate(() => Reflect.get(window, 'heard'));
    await page.keyboard.type('ulia');
    await dialog.getByLabel('Email').fill('elise@example.com');
    const left = ['Please enter a valid ZIP code', 'Phone number must be at least 10 digits'];
    await expect(dialog.locator('.error')).toHaveText(left);
    expect(await heard()).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('ZIP code')).toBeFocused();
    expect(await heard()).toEqual([left.join('. ')]);
    expect(wire.to(TIMES)).toHaveLength(0);
  });

  // As a browser does it: cut by `maxlength`.
  for (const [label, text] of [
    ['Name', 'علی\u200cرضا'],
    ['Phone', '\ufe0d407\u115f 555\u2060–0188'],
    ['Email', 'elise\u200b@пример.рф'],
    ['ZIP code', `${'\u2060'.repeat(10)} ${sharedZipCode}–1234`],
  ] as const) {
    await dialog.getByLabel(label).fill('');
    await page.keyboard.insertText(text);
  }
  await press('See Available Times');
  await days.last().click();
  await slots.last().click();
  await has('Street address', { autocomplete: 'street-address' });
  for (const label of ['City', 'Service', 'Preferred contact']) {
    await has(label, { 'aria-required': 'true' });
    await dialog.getByLabel(label).selectOption('');
  }
  await press('Confirm Booking');
  await expect(dialog.locator('.error')).toHaveText([
    'Please select your city',
    'Please select a service',
    'Please select contact method',
  ]);
  await expect(dialog.getByLabel('City')).toBeFocused();
  const town = dialog.getByLabel('Your town');
  await dialog.getByLabel('City').selectOption('Another city');
  await press('Confirm Booking');
  await expect(town).toBeFocused();
  await town.fill('Port Example');
  await expect(dialog.getByText('Please select your city', { exact: true })).toBeHidden();
  await dialog.getByLabel('Street address').press('Enter');
  await expect(dialog.getByLabel('Service')).toBeFocused();
  expect(wire.to(REQUESTS)).toHaveLength(0);
  await dialog.getByLabel('Service').selectOption(consultation.serviceInterest);
  await dialog.getByLabel('Preferred contact').selectOption(consultation.preferredContact);
  await press('Confirm Booking');
  await expect(page).toHaveURL('/thank-you');
  const sent = JSON.parse(wire.to(REQUESTS)[0]?.body ?? '');
  const zipCode = `${sharedZipCode}-1234`;
  expect(sent).toMatchObject({ name: 'علی\u200cرضا', phone: '407 555-0188', zipCode, city: 'Port Example' });
  // A browser may turn the domain into its name in DNS while it is typed.
  expect(['elise@пример.рф', 'elise@xn--e1afmkfd.xn--p1ai']).toContain(sent.email);
});
