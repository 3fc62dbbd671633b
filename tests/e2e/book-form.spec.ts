import { Lead } from '#lead/lead';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import { openStore } from '#server/storage/stores';
import { callbackCity } from '#tests/support/addresses';
import { expectAccessible } from '#tests/support/browser/axe';
import { breachesOf } from '#tests/support/browser/complaints';
import { expect, test } from '#tests/support/host';
import type { SiteProcess } from '#tests/support/site-process';

async function leadsOf({ dataDir }: SiteProcess): Promise<Lead[]> {
  const leads = openStore('leads', { context: 'dev', dataDir });
  const kept = await leads.list('leads/');
  return await Promise.all(kept.map(async ({ key }) => Lead.parse((await leads.get(key))?.value)));
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  // What else is refused, and in Spanish: tests/functions/callback.test.ts, languages.test.ts and pasted-contacts.test.ts.
  test('from a schedule button to a kept request: wrong answers come back with their sentences and all that was typed', async ({
    page,
    site,
  }) => {
    const field = (label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}`) });
    const send = () => page.getByRole('button', { name: 'Request a Callback' }).click();
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Schedule Consultation' }).first().click();
    await expect(page).toHaveURL('/book');
    await expect(page.getByRole('main').getByRole('button')).toHaveText(['Request a Callback']);
    await field('Name').fill(' J ');
    await field('Phone').fill('555');
    await field('ZIP code').fill('3474"><b>');
    await page.getByLabel('Preferred contact').selectOption('Email');
    await page.getByLabel('Notes').fill('</textarea><script>alert(1)</script>');
    const answer = page.waitForResponse('**/api/callback');
    await send();
    expect((await answer).status()).toBe(400);
    await expect(page.getByRole('alert')).toHaveText('Please check the 3 answers marked below.');
    for (const [label, problem] of [
      ['Name', 'Please enter your name'],
      ['Phone', 'Phone number must be at least 10 digits. Please provide either a valid phone or email'],
      ['ZIP code', 'Please enter a valid ZIP code'],
    ] as const)
      await expect(field(label)).toHaveAccessibleDescription(problem);
    await expect(field('Name')).toBeFocused();
    await expect(field('ZIP code')).toHaveValue('3474"><b>');
    await expect(page.getByLabel('Preferred contact')).toHaveValue('email');
    await expect(page.getByLabel('Notes')).toHaveValue('</textarea><script>alert(1)</script>');
    expect(await leadsOf(site)).toEqual([]);

    await field('Name').fill('Elise Romero');
    await field('Phone').fill('(407) 555-0188');
    await field('ZIP code').fill('33837-1234');
    await page.getByLabel('Preferred contact').selectOption('Text Message');
    await page.getByLabel('Notes').fill('Two skylights\nand a shy dog');
    await send();
    await expect(page).toHaveURL('/thank-you');
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
    expect(await leadsOf(site)).toMatchObject([
      {
        source: 'form',
        status: 'new',
        isSpam: false,
        request: {
          name: 'Elise Romero',
          phone: '(407) 555-0188',
          zipCode: '33837-1234',
          city: callbackCity('33837'),
          serviceInterest: 'General Inquiry',
          preferredContact: 'text',
          message: 'Two skylights\nand a shy dog',
        },
      },
    ]);
  });
});

test('Back brings everything that was typed, also where the browser keeps no page, and the page that comes back is sound', async ({
  page,
}) => {
  const breaches = await breachesOf(page);
  await page.goto(pathIn(siteLanguages.at(-1) ?? 'en', '/book'));
  const fields = page.locator('#request input:visible');
  for (const field of await fields.all()) await field.fill(`${await field.getAttribute('name')}1`);
  // The steps take the form's place.
  await expect(page.locator('#request > form')).toHaveCount(0);
  const texts = () => fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  await expect.poll(texts).toHaveLength(4);
  const before = await texts();
  await page.goto('/privacy');
  await page.goBack();
  await expect.poll(texts).toEqual(before);

  // Where the steps cannot be loaded, the form stays. On a site in one language only another page between loads it anew.
  await page.goto('/privacy');
  await page.route(/\/_astro\/BookingPage\./, (route) => route.abort());
  await page.goto('/book#request');
  const zipCode = page.getByLabel('ZIP code');
  await page.getByLabel('Name').fill(' ');
  await zipCode.fill('x');
  await page.getByRole('button', { name: 'Request a Callback' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectAccessible(page, 'the page that comes back');
  await zipCode.fill('33837');
  await page.mouse.wheel(0, 100);
  await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(zipCode).toHaveValue('33837');
  await expect(page.getByRole('button', { name: 'Request a Callback' })).toBeVisible();
  expect(breaches).toEqual([]);
});

const STRANGE = `utm_term=${'x'.repeat(2000)}&utm_medium=%00%F0%9F%90%95&gclid[]=1&__proto__=2`;

test('where the steps cannot be loaded, the form sends what was typed and what led there, as an offer; a strange link refuses nobody', async ({
  page,
  site,
}) => {
  await page.route('https://friend.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<meta name="referrer" content="unsafe-url"><a href="${site.url}/book?utm_source=flyer&${STRANGE}">x</a>`,
    }),
  );
  await page.route(/\/_astro\/BookingPage\./, (route) => route.abort());
  await page.goto('https://friend.example/page?secret=1');
  await page.getByRole('link').click();
  // With its scripts: before them the button sends the plain form.
  await page.waitForURL(/\/book/);
  await page.evaluate(() => localStorage.setItem('claimed-offer', `{ "about": "Offer: Fall", "at": ${Date.now()} }`));
  await page.getByLabel('Name').fill('Elise Romero');
  await page.getByRole('textbox', { name: /^Phone/ }).fill('(407) 555-0188');
  await page.getByLabel('ZIP code').fill('33837');
  await page.getByRole('button', { name: 'See Available Times' }).click();
  await page.getByLabel('Notes').fill('Two skylights');
  await page.getByRole('button', { name: 'Request a Callback' }).click();
  await expect(page).toHaveURL('/thank-you');
  const [lead] = await leadsOf(site);
  expect(lead?.request).toMatchObject({
    ...{ message: 'Two skylights', about: 'Offer: Fall' },
    attribution: {
      utm_source: 'flyer',
      utm_medium: '🐕',
      landing: '/book',
      referrer: 'https://friend.example/page',
    },
  });
});
