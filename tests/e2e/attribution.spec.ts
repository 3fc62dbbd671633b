import type { Page } from '@playwright/test';
import type { AdminLead } from '#contracts/admin-lead';
import { LeadPage } from '#contracts/lead-query';
import { leadsPage, signIn } from './leads-site.ts';
import { expect, test, visitor } from './booking-site.ts';
import { ownerEnv } from './gallery-site.ts';
import { otherArea } from '#tests/support/addresses';
import { consultation } from '#tests/support/visitor';

test.use({ siteEnv: ownerEnv });

const CAMPAIGN = '?utm_source=google&utm_medium=cpc&utm_campaign=fall&gclid=Cj0K_1&utm_sauce=x';
const STRANGE = `utm_term=${'x'.repeat(2000)}&utm_medium=%00%F0%9F%90%95&gclid[]=1&__proto__=2`;

/** The visitor's one request. */
async function theLead(page: Page): Promise<AdminLead | undefined> {
  await signIn(page.request);
  const { leads } = LeadPage.parse(await (await page.request.get('/api/leads')).json());
  expect(leads).toHaveLength(1);
  return leads[0];
}

test('a campaign’s visitor, some pages later: the owner sees where the lead came from, and the visit that the dialog confirmed', async ({
  page,
}) => {
  const { chosenTime, press, reachDetails } = visitor(page);
  await page.goto('/gallery');
  await page.goto(`${otherArea.page}${CAMPAIGN}`);
  await page.goto('/blog?other=1');
  await reachDetails();
  const chosen = await chosenTime.textContent();
  const [, month = '', day = '', time = ''] = /(\w{3})\w* (\d+) at (\d+:\d\d [AP]M)/.exec(chosen ?? '') ?? [];
  await press('Confirm Booking');
  await expect(page).toHaveURL('/thank-you');
  // The campaign has taken the place of the first page, which no later page does.
  expect((await theLead(page))?.request.attribution).toEqual({
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: 'fall',
    gclid: 'Cj0K_1',
    landing: otherArea.page,
  });
  const { open, openLead, row } = leadsPage(page);
  await open();
  const cells = row('Elise Romero').getByRole('cell');
  await expect(cells.nth(1)).toHaveText('Booked');
  await expect(cells.nth(2)).toHaveText(new RegExp(`, ${month}\\s${day},.* ${time.replace(' ', '\\s')}$`));
  const lead = await openLead('Elise Romero');
  await expect(lead.getByText(`Google ad, “fall”, ${otherArea.page}`)).toBeVisible();
});

test('the plain form takes it along too, from another site’s page without its query; a strange link refuses nobody', async ({
  page,
}) => {
  await page.route('https://friend.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<meta name="referrer" content="unsafe-url"><a href="${new URL(page.url()).origin}/book?utm_source=flyer&${STRANGE}#request">x</a>`,
    }),
  );
  // Where the steps cannot be loaded, the form stays.
  await page.route(/\/_astro\/BookingPage\./, (route) => route.abort());
  await page.goto('/robots.txt');
  await page.goto('https://friend.example/page?secret=1');
  await page.getByRole('link').click();
  await expect(page).toHaveURL(/\/book/);
  await page.getByLabel('Name').fill('Elise Romero');
  await page.getByLabel('Phone', { exact: true }).fill('(407) 555-0188');
  await page.getByLabel('ZIP code').fill(consultation.zipCode);
  await page.getByRole('button', { name: 'Request a Callback' }).click();
  await expect(page).toHaveURL('/thank-you');
  expect((await theLead(page))?.request.attribution).toEqual({
    utm_source: 'flyer',
    utm_medium: '🐕',
    landing: '/book',
    referrer: 'https://friend.example/page',
  });
});

test('where storage is blocked, the dialog works, its request goes without, and the thanks stand alone', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('Blocked', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: blocked });
  });
  await page.goto(`${otherArea.page}${CAMPAIGN}`);
  const { press, reachDetails } = visitor(page);
  await reachDetails();
  await press('Confirm Booking');
  await expect(page).toHaveURL('/thank-you');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!');
  await expect(page.locator('[data-booked]')).toBeHidden();
  expect((await theLead(page))?.request.attribution).toBeUndefined();
});
