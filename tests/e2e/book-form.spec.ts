import { Lead } from '#server/leads/lead';
import { openStore } from '#server/storage/stores';
import { expectAccessible } from '#tests/support/browser/axe';
import { expect, test } from '#tests/support/host';
import type { SiteProcess } from '#tests/support/site-process';

test.use({ javaScriptEnabled: false });

async function keptLeads({ dataDir }: SiteProcess): Promise<Lead[]> {
  const leads = openStore('leads', { context: 'dev', dataDir });
  const listed = await leads.list('leads/');
  return await Promise.all(listed.map(async ({ key }) => Lead.parse((await leads.get(key))?.value)));
}

test('without scripts: from a schedule button to a kept request', async ({ page, site }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Schedule Consultation' }).first().click();
  await expect(page).toHaveURL('/book');
  await page.getByLabel('Name').fill('Elise Romero');
  await page.getByLabel('Phone', { exact: true }).fill('(407) 555-0188');
  await page.getByLabel('ZIP code').fill('33837');
  await page.getByLabel('Preferred contact').selectOption('Text Message');
  await page.getByLabel('Notes').fill('Two skylights\nand a shy dog');
  await page.getByRole('button', { name: 'Request a Callback' }).click();
  await expect(page).toHaveURL('/thank-you');
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  const [lead, ...others] = await keptLeads(site);
  expect(others).toEqual([]);
  expect(lead).toMatchObject({
    source: 'form',
    status: 'new',
    isSpam: false,
    request: {
      name: 'Elise Romero',
      phone: '(407) 555-0188',
      zipCode: '33837',
      city: 'Central Florida',
      serviceInterest: 'General Inquiry',
      preferredContact: 'text',
      message: 'Two skylights\nand a shy dog',
    },
  });
  expect(lead?.request.email).toBeUndefined();
});

test('without scripts: wrong answers come back with their sentences and all that was typed', async ({ page, site }) => {
  await page.goto('/book');
  await page.getByLabel('Name').fill(' J ');
  await page.getByLabel('Phone', { exact: true }).fill('555');
  await page.getByLabel('ZIP code').fill('3474"><b>');
  await page.getByLabel('Preferred contact').selectOption('Email');
  await page.getByLabel('Notes').fill('</textarea><script>alert(1)</script>');
  const answer = page.waitForResponse('**/api/callback');
  await page.getByRole('button', { name: 'Request a Callback' }).click();
  expect((await answer).status()).toBe(400);
  await expect(page.getByRole('alert')).toHaveText('Please check the 3 answers marked below.');
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Please enter your name');
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Phone', { exact: true })).toHaveAccessibleDescription(
    'Phone number must be at least 10 digits. Please provide either a valid phone or email',
  );
  await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription('Please enter a valid ZIP code');
  await expect(page.getByLabel('ZIP code')).toHaveValue('3474"><b>');
  await expect(page.getByLabel('Preferred contact')).toHaveValue('email');
  await expect(page.getByLabel('Notes')).toHaveValue('</textarea><script>alert(1)</script>');
  expect(await keptLeads(site)).toEqual([]);
  await page.getByLabel('Name').fill('Elise Romero');
  await page.getByLabel('Phone', { exact: true }).fill('407 555 0188');
  await page.getByLabel('ZIP code').fill('34747');
  await page.getByRole('button', { name: 'Request a Callback' }).click();
  await expect(page).toHaveURL('/thank-you');
  expect((await keptLeads(site)).map(({ request }) => request.city)).toEqual(['Central Florida']);
});

test.describe('with scripts for the check alone', () => {
  test.use({ javaScriptEnabled: true });

  test('the page that comes back has nothing for axe to find, and keeps to its policy', async ({ page }) => {
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto('/book');
    await page.getByLabel('Name').fill(' ');
    await page.getByLabel('ZIP code').fill('x');
    await page.getByRole('button', { name: 'Request a Callback' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expectAccessible(page, 'the page that comes back');
    expect(problems.filter((text) => !text.includes('400'))).toEqual([]);
  });
});
