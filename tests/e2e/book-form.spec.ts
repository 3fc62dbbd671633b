import { Lead } from '#server/leads/lead';
import { openStore } from '#server/storage/stores';
import { expectAccessible } from '#tests/support/browser/axe';
import { expect, test } from '#tests/support/host';
import { callbackCity } from '#tests/support/addresses';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('from a schedule button to a kept request: wrong answers come back with their sentences and all that was typed', async ({
    page,
    site,
  }) => {
    const leads = openStore('leads', { context: 'dev', dataDir: site.dataDir });
    const [name, phone, zip] = [
      page.getByLabel('Name'),
      page.getByLabel('Phone', { exact: true }),
      page.getByLabel('ZIP code'),
    ];
    const send = () => page.getByRole('button', { name: 'Request a Callback' }).click();
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Schedule Consultation' }).first().click();
    await expect(page).toHaveURL('/book');
    await expect(page.getByRole('main').getByRole('button')).toHaveText(['Request a Callback']);
    await expect(page.getByText(/^Tell us how to reach you/)).toBeVisible();
    await name.fill(' J ');
    await phone.fill('555');
    await zip.fill('3474"><b>');
    await page.getByLabel('Preferred contact').selectOption('Email');
    await page.getByLabel('Notes').fill('</textarea><script>alert(1)</script>');
    const answer = page.waitForResponse('**/api/callback');
    await send();
    expect((await answer).status()).toBe(400);
    await expect(page.getByRole('alert')).toHaveText('Please check the 3 answers marked below.');
    await expect(name).toHaveAccessibleDescription('Please enter your name');
    await expect(name).toBeFocused();
    await expect(phone).toHaveAccessibleDescription(
      'Phone number must be at least 10 digits. Please provide either a valid phone or email',
    );
    await expect(zip).toHaveAccessibleDescription('Please enter a valid ZIP code');
    await expect(zip).toHaveValue('3474"><b>');
    await expect(page.getByLabel('Preferred contact')).toHaveValue('email');
    await expect(page.getByLabel('Notes')).toHaveValue('</textarea><script>alert(1)</script>');
    expect(await leads.list('leads/')).toEqual([]);

    await name.fill('Elise Romero');
    await phone.fill('(407) 555-0188');
    await zip.fill('33837');
    await page.getByLabel('Preferred contact').selectOption('Text Message');
    await page.getByLabel('Notes').fill('Two skylights\nand a shy dog');
    await send();
    await expect(page).toHaveURL('/thank-you');
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
    const kept = await leads.list('leads/');
    expect(kept).toHaveLength(1);
    const lead = Lead.parse((await leads.get(kept[0]?.key ?? ''))?.value);
    expect(lead).toMatchObject({
      source: 'form',
      status: 'new',
      isSpam: false,
      request: {
        name: 'Elise Romero',
        phone: '(407) 555-0188',
        zipCode: '33837',
        city: callbackCity('33837'),
        serviceInterest: 'General Inquiry',
        preferredContact: 'text',
        message: 'Two skylights\nand a shy dog',
      },
    });
    expect(lead.request.email).toBeUndefined();
  });

  test('the browser neither cuts nor refuses contacts as they are pasted', async ({ page }) => {
    const paste = async (label: string, text: string) => {
      await page.getByLabel(label, { exact: true }).focus();
      await page.keyboard.insertText(text);
    };
    await page.goto('/book');
    await paste('Name', 'Elise Romero');
    await paste('Phone', '\ufe0d(407)\u115f 555\u2060–0188');
    await paste('Email', 'elise\u200b@пример.рф');
    await paste('ZIP code', `${'\u2060'.repeat(35)}34747–1234`);
    await page.getByRole('button', { name: 'Request a Callback' }).click();
    await expect(page).toHaveURL('/thank-you');
  });
});

test('Back brings everything that was typed, also where the browser keeps no page', async ({ page }) => {
  for (const path of ['/book', '/es/book']) {
    await page.goto(path);
    const fields = page.locator('#request input:visible');
    for (const field of await fields.all()) await field.fill(`${await field.getAttribute('name')}1`);
    const texts = await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    expect(texts).toHaveLength(4);
    await page.goto('/privacy');
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect
      .poll(() => fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
      .toEqual(texts);
  }
});

test('the page that comes back has nothing for axe to find, and keeps to its policy', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.route(/\/_astro\/BookingPage\./, (route) => route.abort());
  await page.goto('/book#request');
  await page.getByLabel('Name').fill(' ');
  await page.getByLabel('ZIP code').fill('x');
  await page.getByRole('button', { name: 'Request a Callback' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectAccessible(page, 'the page that comes back');
  await page.getByLabel('ZIP code').fill('33837');
  await page.mouse.wheel(0, 100);
  await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(page.getByLabel('ZIP code')).toHaveValue('33837');
  await expect(page.getByRole('button', { name: 'Request a Callback' })).toBeVisible();
  expect(problems.filter((text) => !/400|ERR_FAILED|error while hydrating/i.test(text))).toEqual([]);
});
