import type { Page } from '@playwright/test';
import type { SiteProcess } from '#tests/support/site-process';
import { START, visitor } from './booking-site.ts';
import { addItem, expect } from './gallery-site.ts';

/** Called on every page of the walk, before anything is pressed. */
type Arrived = (path: string) => Promise<unknown>;

/** Every kind of public page, each with what changes on it: popup, booking, gallery, forms. It books one visit. */
export async function walkPublicPages(page: Page, site: SiteProcess, arrived: Arrived): Promise<void> {
  const dialog = page.getByRole('dialog');
  const go = async (path: string) => {
    await page.goto(path);
    await arrived(path);
  };
  await addItem(site, { title: 'Nursery', category: 'drapery', displayOrder: 2 });
  await addItem(site, { title: 'Kitchen', description: 'Over a sink.', category: 'shutters', displayOrder: 1 });

  await go('/');
  const popup = dialog.filter({ has: page.getByRole('button', { name: 'Not Now' }) });
  await expect(popup.getByRole('heading')).toBeVisible();
  await popup.getByRole('button', { name: 'Not Now' }).click();
  await expect(popup).toHaveCount(0);
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
  await page.getByRole('button', { name: 'Blinds', exact: true }).click();
  await expect(page.getByText('No gallery items yet')).toHaveCount(0);
  await page.getByRole('button', { name: 'Drapery', exact: true }).click();
  await expect(works.locator('b')).toHaveText(['Nursery']);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await works.first().click();
  await expect(dialog.getByRole('heading')).toHaveText('Kitchen');
  await expect(dialog.getByText('Over a sink.')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('heading')).toHaveText('Nursery');
  await expect(dialog.getByText('2 of 2')).toBeVisible();
  await expect(dialog.getByText('Over a sink.')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Ask about this' }).click();
  await expect(visitor(page).dialog.getByText('Gallery: Nursery')).toBeVisible();

  for (const path of ['/blog', '/privacy', '/visit', '/book', '/es', '/es/gallery', '/nowhere']) await go(path);
  await go(START);
  await walkBooking(page);
  await page.waitForURL('/thank-you');
  await arrived('/thank-you');
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
}

/** The booking dialog, through all of its steps, forth and back. */
async function walkBooking(page: Page): Promise<void> {
  const { dialog, days, slots, chosenTime, press, open, giveContact, giveDetails } = visitor(page);
  const step = dialog.locator('#booking-step');
  const problems = dialog.locator('.error');
  await open();
  await press('See Available Times');
  await expect(problems.getByText('Please enter your name')).toBeVisible();
  await giveContact({ Phone: '555' });
  await press('See Available Times');
  await expect(problems.getByText('Phone number must be at least 10 digits')).toBeVisible();
  await expect(problems.getByText('Please enter your name')).toHaveCount(0);
  await giveContact();
  await press('See Available Times');
  await expect(step).toHaveText('Select a convenient time for your consultation.');
  await expect(slots.first()).toBeVisible();
  await days.last().click();
  await press('No Good Time?');
  await expect(dialog.getByText('We will find a time together.')).toBeVisible();
  await press('Back');
  await days.last().click();
  await slots.last().click();
  await expect(chosenTime).toBeVisible();
  await press('Change Time');
  await days.first().click();
  await slots.first().click();
  await press('Confirm Booking');
  await expect(problems.getByText('Please select a service')).toBeVisible();
  await giveDetails();
  await expect(problems).toHaveCount(0);
  await press('Confirm Booking');
  await expect(step).toHaveText('Your consultation has been scheduled!');
}
