import { sharedZipCode } from '#tests/support/addresses';
import { expect, REQUESTS, START, TIMES, test, visitor } from './booking-site.ts';
import { consultation } from '#tests/support/visitor';

// The rules themselves are tried in src/islands/booking/session.test.ts.
test('the fields help a phone to fill them in; each says what is wrong with it, and a wrong step sends nothing', async ({
  page,
  wire,
}) => {
  const { dialog, slots, press, giveContact } = visitor(page);
  const wrong = dialog.locator('[aria-invalid=true]');
  const has = (label: string, attributes: Record<string, string>) =>
    Promise.all(
      Object.entries(attributes).map(([name, value]) => expect(dialog.getByLabel(label)).toHaveAttribute(name, value)),
    );
  // Nothing tells the city, or how best to be reached.
  await page.goto('/privacy');
  await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
  await has('Name', { autocomplete: 'name', enterkeyhint: 'next', maxlength: '200' });
  await has('Phone', { autocomplete: 'tel-national', type: 'tel', maxlength: '80' });
  await has('Email', { autocomplete: 'email', type: 'email', maxlength: '508' });
  await has('ZIP code', { autocomplete: 'postal-code', enterkeyhint: 'go', maxlength: '80' });

  await test.step('no person reaches the honeypot', async () => {
    await expect(dialog.locator('[name=company]')).toBeHidden();
    await dialog.getByLabel('ZIP code').focus();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'See Available Times' })).toBeFocused();
  });

  await test.step('all messages show at once, each at its field, and the first wrong field takes focus', async () => {
    await giveContact({ Name: 'J', Phone: '555', 'ZIP code': '3474' });
    await expect(wrong).toHaveCount(0);
    await press('See Available Times');
    const mistakes = [
      ['Name', 'Please enter your name'],
      ['Phone', 'Phone number must be at least 10 digits'],
      ['Phone', 'Please provide either a valid phone or email'],
      ['ZIP code', 'Please enter a valid ZIP code'],
    ] as const;
    await expect(dialog.locator('.error')).toHaveText(mistakes.map(([, message]) => message));
    for (const [label, message] of mistakes) {
      await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message));
      await expect(dialog.getByRole('alert')).toContainText(message);
    }
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await expect(wrong).toHaveCount(3);
  });

  await test.step('a corrected field loses its message, of which nothing is said before the next try', async () => {
    await page.evaluate(() => {
      const alert = document.querySelector('dialog [role=alert]');
      const heard: string[] = [];
      Object.assign(window, { heard });
      const watcher = new MutationObserver(() => alert && heard.push(alert.textContent));
      if (alert) watcher.observe(alert, { childList: true, characterData: true, subtree: true });
    });
    const heard = () => page.evaluate(() => Reflect.get(window, 'heard'));
    await page.keyboard.type('ulia');
    await expect(dialog.getByText('Please enter your name', { exact: true })).toBeHidden();
    await dialog.getByLabel('Email').fill('elise@example.com');
    await expect(dialog.locator('.error')).toHaveText([
      'Phone number must be at least 10 digits',
      'Please enter a valid ZIP code',
    ]);
    expect(await heard()).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Phone')).toBeFocused();
    expect(await heard()).toEqual(['Phone number must be at least 10 digits. Please enter a valid ZIP code']);
    expect(wire.to(TIMES)).toHaveLength(0);
  });

  await giveContact({ Email: 'elise@' });
  await press('See Available Times');
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/^Please enter a valid email/);
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await giveContact({ Email: 'elise@example.com', 'ZIP code': sharedZipCode });
  await press('See Available Times');
  await slots.first().click();
  await has('Street address', { autocomplete: 'street-address', maxlength: '400' });
  await has('Notes', { maxlength: '4000' });
  await press('Confirm Booking');
  await expect(dialog.locator('.error')).toHaveText([
    'Please select your city',
    'Please select a service',
    'Please select contact method',
  ]);
  await expect(dialog.getByLabel('City')).toBeFocused();
  await dialog.getByLabel('City').selectOption(consultation.city);
  await expect(dialog.getByText('Please select your city', { exact: true })).toBeHidden();
  await dialog.getByLabel('Street address').press('Enter');
  await expect(dialog.getByLabel('Service')).toBeFocused();
  expect(wire.to(REQUESTS)).toHaveLength(0);
});

test('contacts are taken as they are pasted, and a number of another country gets a sentence', async ({
  page,
  wire,
}) => {
  const { dialog, slots, press, open, giveDetails } = visitor(page);
  const paste = async (label: string, text: string) => {
    await dialog.getByLabel(label).fill('');
    // As a browser does it: cut by `maxlength`.
    await page.keyboard.insertText(text);
  };
  await page.goto(START);
  await open();
  await paste('Name', 'علی\u200cرضا');
  await paste('Phone', '+44 20 7946 0958');
  await paste('Email', 'elise\u200b@пример.рф');
  await paste('ZIP code', `${'\u2060'.repeat(10)} 34747–1234`);
  await press('See Available Times');
  await expect(dialog.locator('.error')).toHaveText([
    'Please enter a valid phone number',
    'For a number outside the US and Canada, please write 011 instead of the +',
  ]);
  await paste('Phone', '\ufe0d407\u115f 555\u2060–0188');
  await press('See Available Times');
  await slots.last().click();
  await giveDetails();
  await press('Confirm Booking');
  await expect(page).toHaveURL('/thank-you');
  const contact = { name: 'علی\u200cرضا', phone: '407 555-0188', zipCode: '34747-1234' };
  const sent = JSON.parse(wire.to(REQUESTS)[0]?.body ?? '');
  expect(sent).toMatchObject(contact);
  // A browser may turn the domain into its name in DNS while it is typed.
  expect(['elise@пример.рф', 'elise@xn--e1afmkfd.xn--p1ai']).toContain(sent.email);
});
