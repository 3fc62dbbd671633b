import { categoryLabels, filterCategories } from '#contracts/gallery';
import { LeadPage } from '#lead/answers';
import type { Page } from '@playwright/test';
import { complaintsOf } from '#tests/support/browser/complaints';
import { translateAsBrowsersDo, translated } from '#tests/support/browser/translator';
import type { SiteProcess } from '#tests/support/site-process';
import { START, visitor } from '#tests/e2e/booking-site';
import { addItem, expect, FIRST, signIn, test } from '#tests/e2e/gallery-site';

test('where the browser blocks storage, public pages work and log nothing, and a request is sent without what led to it', async ({
  page,
  site,
}) => {
  const complaints = await complaintsOf(page);
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get });
  });
  await walkPublicPages(page, site);
  await expect(page.locator('[data-booked]')).toBeHidden();
  expect(complaints).toEqual([]);
  await signIn(page.request);
  const { leads } = LeadPage.parse(await (await page.request.get('/api/leads')).json());
  expect(leads.map(({ request }) => [request.name, request.attribution])).toEqual([['Elise Romero', undefined]]);
});

test('every public page goes on while the browser translates it', async ({ page, site }) => {
  await translateAsBrowsersDo(page);
  const complaints = await complaintsOf(page);
  await walkPublicPages(page, site, () => translated(page));
  expect(complaints).toEqual([]);
});

/**
 * Every kind of public page, each with what changes on it: popup, booking, gallery, forms. It books one visit. Calls
 * `arrived` on every page, before anything is pressed.
 */
async function walkPublicPages(page: Page, site: SiteProcess, arrived = async () => {}): Promise<void> {
  const dialog = page.getByRole('dialog');
  const go = async (path: string) => {
    await page.goto(path);
    await arrived();
  };
  await addItem(site, { title: 'Nursery', displayOrder: 2 });
  await addItem(site, { title: 'Kitchen', description: 'Over a sink.', category: 'general', displayOrder: 1 });

  await go('/');
  await dialog.getByRole('button', { name: 'Not Now' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('slider').first().press('ArrowRight');
  await page
    .getByRole('link', { name: /^Enlarge/ })
    .first()
    .click();
  await expect(dialog.getByRole('heading')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await go('/gallery');
  const works = page.getByRole('main').locator('button.work:visible');
  await expect(works.locator('b')).toHaveText(['Kitchen', 'Nursery']);
  for (const [filter, shown] of [
    [categoryLabels[filterCategories.at(-1) ?? 'general'] ?? '', []],
    [FIRST, ['Nursery']],
    ['All', ['Kitchen', 'Nursery']],
  ] as const) {
    await page.getByRole('button', { name: filter, exact: true }).click();
    await expect(works.locator('b')).toHaveText([...shown]);
  }
  await works.first().click();
  await expect(dialog.getByText('Over a sink.')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('heading')).toHaveText('Nursery');
  await expect(dialog.getByText('2 of 2')).toBeVisible();
  await expect(dialog.getByText('Over a sink.')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Ask about this' }).click();
  await expect(visitor(page).dialog.getByText('Gallery: Nursery')).toBeVisible();

  for (const path of ['/blog', '/visit', '/book', '/es', '/nowhere', START]) await go(path);
  await walkBooking(page);
  await page.waitForURL('/thank-you');
  await arrived();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
}

/** The booking dialog, through all of its steps, forth and back. */
async function walkBooking(page: Page): Promise<void> {
  const { dialog, days, slots, chosenTime, press, open, giveContact, giveDetails } = visitor(page);
  const step = dialog.locator('#booking-step');
  const problems = dialog.locator('.error');
  await open();
  await giveContact({ Name: '', Phone: '555' });
  await press('See Available Times');
  await expect(problems.getByText('Please enter your name')).toBeVisible();
  await giveContact();
  await expect(problems).toHaveCount(0);
  await press('See Available Times');
  await expect(step).toHaveText('Select a convenient time for your consultation.');
  await press('No Good Time?');
  await expect(dialog.getByText('We will find a time together.')).toBeVisible();
  await press('Back');
  await days.first().click();
  await slots.first().click();
  await expect(chosenTime).toBeVisible();
  await press('Change Time');
  await days.last().click();
  await slots.last().click();
  await press('Confirm Booking');
  await expect(problems.getByText('Please select a service')).toBeVisible();
  await giveDetails();
  await expect(problems).toHaveCount(0);
  await press('Confirm Booking');
}
