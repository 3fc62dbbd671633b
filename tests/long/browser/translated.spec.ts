import type { Page } from '@playwright/test';
import { makePushKeys } from '#local/push-keys';
import { otherArea } from '#tests/support/addresses';
import { complaintsOf } from '#tests/support/browser/complaints';
import { hold } from '#tests/support/browser/network';
import { translateAsBrowsersDo, translated } from '#tests/support/browser/translator';
import { addItem, expect, manager, ownerEnv, signIn, test as base, toast } from '#tests/e2e/gallery-site';
import { leadsPage, receive, receiveBooked } from '#tests/e2e/leads-site';

// The public pages are in public-walk.spec.ts.
const test = base.extend<{ complaints: string[] }>({
  siteEnv: { ...ownerEnv, ...makePushKeys() },
  complaints: async ({ page }, use) => {
    await translateAsBrowsersDo(page);
    const complaints = await complaintsOf(page);
    await use(complaints);
    expect(complaints).toEqual([]);
  },
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const goto = async (page: Page, address: string) => {
  await page.goto(address);
  await translated(page);
};

test('leads go on: one after the other, each with its own facts; status, a visit, search, a new one; and who is called leaves the list of today', async ({
  page,
  complaints: _,
}) => {
  const { request } = page;
  await signIn(request);
  await receive(request, { name: 'Harold Finch', message: 'A shy dog.', phone: '321-555-0123' });
  await receive(request, { name: 'Ana Duarte', language: 'es', city: otherArea.name, address: '12 Sycamore Street' });
  await receiveBooked(request, 'Elise Romero');
  await test.step('today', async () => {
    await goto(page, '/admin');
    const waiting = page.getByRole('region', { name: 'Waiting for a call' });
    const names = waiting.getByRole('heading', { level: 3 });
    await expect(names).toHaveText(['Harold Finch', 'Ana Duarte']);
    const answer = await hold(page, '**/api/leads/*');
    await waiting.getByRole('button', { name: 'Reached Harold Finch' }).click();
    await expect(waiting.getByRole('button', { name: 'Saving... Harold Finch' })).toBeVisible();
    answer();
    await expect(names).toHaveText(['Ana Duarte']);
    await expect(waiting.getByText(`${otherArea.name}. Prefers`)).toBeVisible();
    await expect(page.getByText('1 visit to come, 1 request waits for a call')).toBeAttached();
  });

  const { openLead, detail, list, row, search } = leadsPage(page);
  const facts = (name: string) => detail(name).locator('dl').first();
  await goto(page, '/admin/leads');
  const harold = await openLead('Harold Finch');
  await expect(facts('Harold Finch')).toContainText('A shy dog.');
  await harold.getByLabel('Status').selectOption('Lost');
  await expect(row('Harold Finch')).toContainText('Lost');
  await expect(toast(page)).toBeVisible();
  const ana = await openLead('Ana Duarte');
  await expect(ana.getByText('Call in Spanish')).toBeVisible();
  await expect(facts('Ana Duarte')).toContainText('12 Sycamore Street');
  await expect(page.getByText('A shy dog.')).toHaveCount(0);
  const elise = await openLead('Elise Romero');
  await expect(facts('Elise Romero')).not.toContainText('Sycamore');
  await expect(elise.locator('.badge').first()).toHaveText('Booked');
  await elise.getByText('What was mailed').click();
  await elise.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText('Change the visit');
  await dialog.getByRole('button', { name: 'Choose from the open times' }).click();
  await dialog.getByLabel('Day').selectOption({ index: 2 });
  await dialog.getByRole('button', { name: 'Back' }).click();
  await elise.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Cancel the visit' }).click();
  await expect(elise.getByText(/cancelled/i).first()).toBeVisible();
  await expect(elise.getByRole('button', { name: 'Book a visit' })).toBeVisible();
  await expect(row('Elise Romero').locator('.badge')).toHaveText('New');

  await search.fill('shy dog');
  await expect(list.getByRole('link')).toHaveText(['Harold Finch']);
  await search.fill('nobody');
  await expect(list.getByText('No leads match “nobody”.')).toBeVisible();
  await press(page, 'Clear the search');
  await expect(list.getByRole('link')).toHaveCount(3);

  await goto(page, '/admin/leads#new');
  await press(page, 'Add the lead');
  const problem = page.locator('#field-lead-name-problems');
  await expect(problem).toBeVisible();
  await page.locator('#field-lead-name').fill('Zoe Park');
  await expect(problem).toHaveCount(0);
});

test('the owner’s other pages go on: a day’s hours, a time that is blocked and opened, figures of another range, an address made and taken back, items edited and removed', async ({
  page,
  site,
  complaints: _,
}) => {
  await signIn(page.request);
  await goto(page, '/admin/hours');
  const week = page.getByRole('region', { name: 'Visiting hours', exact: true });
  const monday = week.getByRole('group', { name: /^Monday/ });
  await monday.getByLabel('Monday, from').selectOption('10:30 AM');
  await expect(monday).toHaveAccessibleName('Monday, 10:30 AM to 6:00 PM');
  await expect(week.getByRole('status')).toHaveText('Not saved yet.');
  await monday.getByLabel('Monday', { exact: true }).uncheck();
  await expect(monday.getByText('No visits')).toBeVisible();
  await press(page, 'Fill in the usual hours');
  await expect(monday).toHaveAccessibleName('Monday, 9:00 AM to 6:00 PM');
  await monday.getByLabel('Monday', { exact: true }).uncheck();
  await press(page, 'Save visiting hours');
  await expect(week.getByRole('status')).toHaveText('Saved. Visitors are offered these times.');
  const form = page.getByRole('region', { name: 'Block a time' });
  const day = await form.getByLabel('First day').getAttribute('min');
  await form.getByLabel('Some hours').check();
  await expect(form.locator('label[for="field-away-first"]')).toHaveText('Day');
  await form.getByLabel('Whole days').check();
  await press(page, 'Block this time');
  await expect(form.locator('.error').first()).toBeVisible();
  await form.getByLabel('First day').fill(day ?? '');
  await press(page, 'Block this time');
  const away = page.getByRole('region', { name: 'Time off' });
  await away.getByRole('button', { name: /^Open again/ }).click();
  await away.getByRole('button', { name: /^Yes, open it/ }).click();
  await expect(away.getByRole('button', { name: /^Open again/ })).toHaveCount(0);

  await receive(page.request, { name: 'Harold Finch' });
  await goto(page, '/admin/insights');
  await expect(page.getByText(/compared with the 30 days before/)).toBeVisible();
  await press(page, '90 days');
  await expect(page.getByText(/compared with the 90 days before/)).toBeVisible();

  await goto(page, '/admin/alerts');
  await press(page, 'Make an address');
  await expect(page.getByText(/^Made today/)).toBeVisible();
  await press(page, 'New address');
  await press(page, 'Make a new one');
  await press(page, 'Turn off');
  await press(page, 'Turn it off');
  await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible();

  await addItem(site, { title: 'Nursery', category: 'drapery', displayOrder: 2 });
  await addItem(site, { title: 'IMG_2041', category: 'shutters', displayOrder: 1 });
  const { card, titles, uploader } = manager(page);
  await goto(page, '/admin/gallery');
  await expect(page.getByText('2 items, 2 published')).toBeVisible();
  await card('Nursery').getByRole('switch').click();
  await expect(page.getByText('2 items, 1 published')).toBeVisible();
  await expect(card('Nursery').getByText('Unpublished')).toBeVisible();
  await press(page, 'Published');
  await expect.poll(titles).toEqual(['IMG_2041']);
  await press(page, 'All');
  await card('Nursery').getByRole('button', { name: 'Edit Nursery' }).click();
  await page.getByLabel('Title', { exact: true }).fill('A nursery');
  await press(page, 'Update Gallery Item');
  await expect.poll(titles).toEqual(['IMG_2041', 'A nursery']);
  await press(page, 'Select all');
  const bar = page.getByRole('region', { name: 'Selection' });
  await page.getByRole('checkbox', { name: 'Select IMG_2041' }).click();
  await expect(bar.getByRole('status')).toHaveText('1 selected');
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('“A nursery” and its file are removed for good.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(titles).toEqual(['IMG_2041']);
  await press(page, 'Upload files');
  await expect(uploader.getByRole('tab', { name: 'My Device' })).toBeVisible();
});

base('what cannot be drawn is one part of the page, which says so and offers to reload it', async ({ page }) => {
  await signIn(page.request);
  await receive(page.request, { name: 'Harold Finch' });
  const { open, openLead, list } = leadsPage(page);
  await open();
  // As an extension of the browser may do.
  await page.getByText('Choose a lead to see everything about it.').evaluate((element) => element.remove());
  await list.getByRole('link', { name: 'Harold Finch' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'This part of the page has stopped working.' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Harold Finch' })).toBeVisible();
  await page.goto('/admin/leads');
  await openLead('Harold Finch');
});
