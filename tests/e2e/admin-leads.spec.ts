import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { LEADS_A_PAGE } from '#contracts/lead';
import { leadId } from '#server/leads/lead';
import { openStore } from '#server/storage/stores';
import { expectCleanAt } from '#tests/support/browser/axe';
import { consultation } from '#tests/support/visitor';
import { expect, leadOf, leadsPage, receive, signIn, test, toast } from './leads-site.ts';

const LIST = '/api/leads';
const callback = { serviceInterest: 'General Inquiry', city: 'Orlando Area' } as const;

/** Three leads, in this order. */
async function fill(page: Page) {
  const { request } = page;
  await signIn(request);
  const dental = await receive(request, { name: 'Lakeside Dental', serviceInterest: 'Commercial Treatments' });
  const ana = await receive(request, { name: 'Ana Duarte', zipCode: '34786', phone: '321-555-0123' });
  const harold = await receive(request, { name: 'Harold Finch', ...callback, message: 'Please call.' });
  return { dental, ana, harold };
}

/** The page reads a lead that is opened once more. Whoever ends the session before that sends the page to the sign-in. */
const readAgain = (page: Page, id: string) => page.waitForResponse(`**${LIST}/${id}`);

test('the leads: newest first, with status, visit and when they came; one of them: to call and to mail; by the keyboard; on a phone', async ({
  page,
}) => {
  await fill(page);
  const { open, openLead, names, row, list, search } = leadsPage(page);
  await open();
  await expect(list.getByText('3 of 3 leads, newest first. Times are Eastern.')).toBeVisible();
  expect(await names()).toEqual(['Harold Finch', 'Ana Duarte', 'Lakeside Dental']);
  await expect(row('Harold Finch').getByRole('cell')).toHaveText([
    'Harold FinchGeneral Inquiry, Orlando Area',
    'New',
    'Callback asked',
    /^(Today|Yesterday), \d+:\d\d\s[AP]M$/,
  ]);
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Leads' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const detail = await openLead('Harold Finch');
  await expect(
    detail.getByText(/^General Inquiry, Orlando Area, received (today|yesterday) at \d+:\d\d [AP]M ET$/),
  ).toBeVisible();
  await expect(detail.getByRole('link', { name: 'Call (407) 555-0188' })).toHaveAttribute('href', 'tel:+14075550188');
  await expect(detail.getByRole('link', { name: 'Email' })).toHaveAttribute('href', 'mailto:elise.romero@example.com');
  await expect(detail.getByText('Please call.')).toBeVisible();
  await expect(detail.getByText('Not booked')).toBeVisible();
  await expect(row('Harold Finch').getByRole('link')).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(row('Harold Finch').getByRole('link')).toBeFocused();
  await expect(detail).toBeHidden();

  await test.step('by the keyboard alone', async () => {
    await search.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Harold Finch' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(detail.getByRole('button', { name: 'All leads' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row('Harold Finch').getByRole('link')).toBeFocused();
  });

  await test.step('on a phone the lead is a view of its own, and the way back is a button', async () => {
    await page.setViewportSize({ width: 375, height: 700 });
    const lead = await openLead('Lakeside Dental');
    await expect(list).toBeHidden();
    await expect(search).toBeHidden();
    await lead.getByRole('button', { name: 'All leads' }).click();
    await expect(lead).toBeHidden();
    await expect(row('Lakeside Dental').getByRole('link')).toBeFocused();
    await expect(page).toHaveURL('/admin/leads');
  });
});

test('skeletons, then the sentence of an empty list; a list that fails says so, and Try again mends it', async ({
  page,
  wire,
}) => {
  await signIn(page.request);
  let load = () => {};
  wire.always(LIST, {
    holdAnswer: new Promise<void>((done) => {
      load = done;
    }),
  });
  await leadsPage(page).open();
  await expect(page.locator('[data-skeleton]')).toHaveCount(6);
  load();
  await expect(page.getByText('No leads yet. Every request and booking will stand here.')).toBeVisible();

  await fill(page);
  wire.always(LIST, { answer: { status: 503, body: { error: 'Not now' } } });
  const { open, list } = leadsPage(page);
  await open();
  await page.reload();
  await expect(page.getByText('The leads could not be loaded.')).toBeVisible();
  wire.calm();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(list.getByRole('link')).toHaveCount(3);
});

test('status and notes are kept, and each says so; notes that cannot be saved stay', async ({ page, wire }) => {
  const { harold } = await fill(page);
  const { open, openLead, row, detail } = leadsPage(page);
  await open();
  const lead = await openLead('Harold Finch');
  await lead.getByLabel('Status').selectOption('Called back');
  await expect(toast(page)).toHaveText('Status changed to Called back');
  await expect(row('Harold Finch').getByText('Called back')).toBeVisible();
  await lead.getByLabel('Notes').fill('Two dogs.\nCall after four.');
  await expect(lead.getByText('Not saved yet.')).toBeVisible();
  await lead.getByLabel('Status').focus();
  await expect(toast(page)).toHaveText('Notes saved');
  await page.reload();
  await expect(detail('Harold Finch').getByLabel('Status')).toHaveValue('called back');
  await expect(detail('Harold Finch').getByLabel('Notes')).toHaveValue('Two dogs.\nCall after four.');
  expect(await leadOf(page.request, harold)).toMatchObject({
    status: 'called back',
    notes: 'Two dogs.\nCall after four.',
  });

  await test.step('what cannot be saved is said, and stays, also while another lead is looked at', async () => {
    wire.always(`${LIST}/${harold}`, { cut: true });
    await lead.getByLabel('Notes').fill('Not to be lost');
    await lead.getByRole('button', { name: 'Save notes' }).click();
    await expect(toast(page)).toHaveText('ErrorThe change could not be saved. Please try again.');
    await expect(lead.getByText('These notes are not saved. Your text is still here.')).toBeVisible();
    await openLead('Ana Duarte');
    await openLead('Harold Finch');
    await expect(lead.getByLabel('Notes')).toHaveValue('Not to be lost');
    wire.calm();
    await lead.getByRole('button', { name: 'Save notes' }).click();
    await expect(toast(page)).toHaveText('Notes saved');
  });
});

test('search, filter, and the way back from nothing', async ({ page }) => {
  const { dental } = await fill(page);
  const { open, search, filter, list, names } = leadsPage(page);
  await page.request.put(`${LIST}/${dental}`, { data: { status: 'closed' } });
  await open();
  await search.fill('(321) 555');
  await expect(list.getByText('1 of 1 lead that matches, newest first. Times are Eastern.')).toBeVisible();
  await expect.poll(names).toEqual(['Ana Duarte']);
  await search.fill('34999');
  await expect(list.getByText('No leads match “34999”.')).toBeVisible();
  await list.getByRole('button', { name: 'Clear the search' }).click();
  await expect(list.getByRole('link')).toHaveCount(3);
  await expect(search).toBeFocused();
  await filter.selectOption('Closed');
  await expect(list.getByRole('link')).toHaveText(['Lakeside Dental']);
  await filter.selectOption('Booked');
  await expect(list.getByText('No leads have this status.')).toBeVisible();
  await list.getByRole('button', { name: 'Show all statuses' }).click();
  await expect(list.getByRole('link')).toHaveCount(3);
});

test('more than a page: Show more, and focus follows', async ({ page, site }) => {
  const leads = openStore('leads', { context: 'dev', dataDir: site.dataDir });
  for (let count = 0; count < LEADS_A_PAGE + 2; count += 1) {
    const id = leadId(`Visitor ${count}`);
    const at = new Date(Date.now() - (LEADS_A_PAGE - count) * 1000).toISOString();
    const stamps = { createdAt: at, updatedAt: at, source: 'dialog', status: 'new', isSpam: false };
    const request = { ...consultation, name: `Visitor ${count}` };
    await leads.put(`leads/${id}`, { id, ...stamps, request, changes: 0, moves: 0, notes: '' });
  }
  await signIn(page.request);
  const { open, list } = leadsPage(page);
  await open();
  await expect(list.getByText('50 of 52 leads')).toBeVisible();
  await list.getByRole('button', { name: 'Show more' }).click();
  await expect(list.getByRole('link', { name: 'Visitor 1', exact: true })).toBeFocused();
  await expect(list.getByText('52 of 52 leads')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Show more' })).toBeHidden();
});

test('the CSV holds what is looked for, and no formula', async ({ page }) => {
  await fill(page);
  await receive(page.request, { name: '=HYPERLINK("http://evil.example")', message: '@SUM(A1)' });
  const { open, search, list } = leadsPage(page);
  await open();
  await search.fill('hyperlink');
  await expect(list.getByRole('link')).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
  const [head = '', line = '', ...rest] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(head.startsWith('\ufeff"Received (Eastern)","Status","Name"')).toBe(true);
  expect(line).toContain(`"New","'=HYPERLINK(""http://evil.example"")","(407) 555-0188"`);
  expect(line).toContain(`"'@SUM(A1)"`);
  expect(rest).toEqual(['']);
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Export CSV' }).click();
  await expect(page).toHaveURL('/login?back=%2Fadmin%2Fleads');
});

test('the CSV is of what is looked for, also when its button is hydrated after the search', async ({ page }) => {
  await fill(page);
  let load = () => {};
  const loaded = new Promise<void>((done) => {
    load = done;
  });
  await page.route('**/_astro/LeadsExport*', async (route) => {
    await loaded;
    await route.fallback();
  });
  const { open, search, list } = leadsPage(page);
  await open();
  await search.fill('lakeside');
  await expect(list.getByRole('link')).toHaveCount(1);
  load();
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    '/api/leads/export?search=lakeside',
  );
});

test('the link of a mail opens the lead, behind the sign-in if need be', async ({ page }) => {
  const { ana } = await fill(page);
  const { open, detail, signInAgain } = leadsPage(page);
  await page.context().clearCookies();
  await page.goto(`/admin/leads#${ana}`);
  await expect(page).toHaveURL(`/login?back=%2Fadmin%2Fleads%23${ana}`);
  await signInAgain();
  await expect(page).toHaveURL(`/admin/leads#${ana}`);
  await expect(detail('Ana Duarte')).toBeVisible();
  await open(`/admin/leads#${'0'.repeat(32)}`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'There is no such lead.' })).toBeFocused();
});

test('a session that ends in the middle: sign in, and nothing typed or looked for is lost', async ({ page }) => {
  const { ana } = await fill(page);
  const { open, openLead, search, detail, list, signInAgain } = leadsPage(page);
  await open();
  await search.fill('a');
  await expect(list.getByText('3 of 3 leads that match')).toBeVisible();
  const anaRead = readAgain(page, ana);
  const lead = await openLead('Ana Duarte');
  await anaRead;
  await lead.getByLabel('Notes').fill('Written before the session ended');
  await page.context().clearCookies();
  await lead.getByRole('button', { name: 'Save notes' }).click();
  await expect(page).toHaveURL(`/login?back=%2Fadmin%2Fleads%23${ana}`);
  await signInAgain();
  await expect(detail('Ana Duarte').getByLabel('Notes')).toHaveValue('Written before the session ended');
  await expect(search).toHaveValue('a');
  await detail('Ana Duarte').getByRole('button', { name: 'Save notes' }).click();
  await expect(toast(page)).toHaveText('Notes saved');
  expect((await leadOf(page.request, ana)).notes).toBe('Written before the session ended');
});

test('axe finds nothing at any width, nothing is too wide, nothing breaks the content policy', async ({ page }) => {
  const widths = [375, 768, 1440];
  await fill(page);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const { open, openLead, list, search } = leadsPage(page);
  const checked = (state: string) => expectCleanAt(page, widths, state);
  await open();
  await expect(list.getByRole('link')).toHaveCount(3);
  await checked('the list');
  const lead = await openLead('Harold Finch');
  await lead.getByLabel('Notes').fill('x');
  await checked('a lead');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const small = await page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>('a, button, select, input, textarea')]
        .filter((control) => control.checkVisibility() && !control.matches('.lead-back'))
        .filter((control) => control.offsetHeight < 24 && !control.matches('td a'))
        .map((control) => control.outerHTML),
    );
    expect(small, `at ${width} px`).toEqual([]);
  }
  await lead.getByLabel('Notes').fill('');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await checked('a lead at 200% text');
  await page.goBack();
  await expect(list).toBeVisible();
  await checked('the list at 200% text');
  await search.fill('nobody');
  await expect(list.getByText('No leads match “nobody”.')).toBeVisible();
  await checked('nothing found');
  expect(complaints).toEqual([]);
});
