import { readFile } from 'node:fs/promises';
import { LEADS_A_PAGE } from '#contracts/lead-query';
import { leadId } from '#server/leads/lead-id';
import { openStore } from '#server/storage/stores';
import { expectCleanAt } from '#tests/support/browser/axe';
import { consultation } from '#tests/support/visitor';
import { owner } from './gallery-site.ts';
import { expect, leadOf, leadsPage, receive, signIn, test, toast } from './leads-site.ts';
import { complaintsOf } from './upload-files.ts';
import { callbackCity } from '#tests/support/addresses';

const LIST = '/api/leads';
const callback = { serviceInterest: 'General Inquiry', city: callbackCity(consultation.zipCode) } as const;

test('the leads, newest first; one of them, by the keyboard and on a phone; search, filter and CSV; clean at every width', async ({
  page,
}) => {
  const { request } = page;
  await signIn(request);
  await receive(request, { name: '=HYPERLINK("http://evil.example")', message: '@SUM(A1)' });
  const dental = await receive(request, { name: 'Lakeside Dental', serviceInterest: 'Commercial Treatments' });
  await request.put(`${LIST}/${dental}`, { data: { status: 'closed' } });
  await receive(request, { name: 'Ana Duarte', zipCode: '34786', phone: '321-555-0123' });
  await receive(request, { name: 'Harold Finch', ...callback, message: 'Please call.' });
  const complaints = complaintsOf(page);
  const { open, openLead, names, row, list, search, filter } = leadsPage(page);
  // The button for the CSV comes to life only after a search.
  const exporting = Promise.withResolvers<void>();
  await page.route('**/_astro/LeadsExport*', async (route) => {
    await exporting.promise;
    await route.fallback();
  });
  await open();
  await expect(list.getByText('4 of 4 leads, newest first. Times are Eastern.')).toBeVisible();
  expect((await names()).slice(0, 3)).toEqual(['Harold Finch', 'Ana Duarte', 'Lakeside Dental']);
  await expect(row('Harold Finch').getByRole('cell')).toHaveText([
    `Harold FinchGeneral Inquiry, ${callback.city}`,
    'New',
    'Callback asked',
    /^(Today|Yesterday), \d+:\d\d\s[AP]M$/,
  ]);
  const bar = page.getByRole('navigation', { name: 'Admin' });
  await expect(bar.getByRole('link', { name: 'Leads' })).toHaveAttribute('aria-current', 'page');

  await test.step('a lead, by the keyboard alone', async () => {
    await search.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Harold Finch' })).toBeFocused();
    const detail = leadsPage(page).detail('Harold Finch');
    await expect(
      detail.getByText(
        new RegExp(`^General Inquiry, ${callback.city}, received (today|yesterday) at \\d+:\\d\\d [AP]M ET$`),
      ),
    ).toBeVisible();
    const href = (name: string) => detail.getByRole('link', { name }).getAttribute('href');
    expect(await href('Call (407) 555-0188')).toBe('tel:+14075550188');
    expect(await href('Email')).toBe('mailto:elise.romero@example.com');
    await expect(detail.getByText('Please call.')).toBeVisible();
    await expect(detail.getByText('Not booked')).toBeVisible();
    await expect(row('Harold Finch').getByRole('link')).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Shift+Tab');
    await expect(detail.getByRole('button', { name: 'All leads' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row('Harold Finch').getByRole('link')).toBeFocused();
    await expect(detail).toBeHidden();
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
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('search, filter, and the way back from nothing', async () => {
    await search.fill('(321) 555');
    await expect(list.getByText('1 of 1 lead that matches, newest first. Times are Eastern.')).toBeVisible();
    await expect.poll(names).toEqual(['Ana Duarte']);
    await search.fill('34999');
    await expect(list.getByText('No leads match “34999”.')).toBeVisible();
    await list.getByRole('button', { name: 'Clear the search' }).click();
    await expect(list.getByRole('link')).toHaveCount(4);
    await expect(search).toBeFocused();
    await filter.selectOption('Closed');
    await expect(list.getByRole('link')).toHaveText(['Lakeside Dental']);
    await filter.selectOption('Booked');
    await expect(list.getByText('No leads have this status.')).toBeVisible();
    await list.getByRole('button', { name: 'Show all statuses' }).click();
    await expect(list.getByRole('link')).toHaveCount(4);
  });

  await test.step('the CSV holds what is looked for, and no formula', async () => {
    await search.fill('hyperlink');
    await expect(list.getByRole('link')).toHaveCount(1);
    exporting.resolve();
    const button = page.getByRole('link', { name: 'Export CSV' });
    await expect(button).toHaveAttribute('href', '/api/leads/export?search=hyperlink');
    const download = page.waitForEvent('download');
    await button.click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
    const [head = '', line = '', ...rest] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(head.startsWith('\ufeff"Received (Eastern)","Status","Name"')).toBe(true);
    expect(line).toContain(`"New","'=HYPERLINK(""http://evil.example"")","(407) 555-0188"`);
    expect(line).toContain(`"'@SUM(A1)"`);
    expect(rest).toEqual(['']);
    await search.fill('');
  });

  await test.step('axe finds nothing at any width, nothing is too wide, also at 200% text', async () => {
    const lead = await openLead('Harold Finch');
    await lead.getByLabel('Add a note').fill('x');
    await expectCleanAt(page, [375, 1440], 'a lead');
    await lead.getByLabel('Add a note').fill('');
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectCleanAt(page, [375], 'a lead at 200% text');
    await page.goBack();
    await expect(list).toBeVisible();
    await expectCleanAt(page, [375, 1440], 'the list at 200% text');
    expect(complaints).toEqual([]);
  });

  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Export CSV' }).click();
  await expect(page).toHaveURL('/login?back=%2Fadmin%2Fleads');
});

test('skeletons; a list that fails says so, and Try again mends it; nothing yet; more than a page', async ({
  page,
  wire,
  site,
}) => {
  await signIn(page.request);
  const held = Promise.withResolvers<void>();
  wire.always(LIST, { holdAnswer: held.promise, answer: { status: 503, body: { error: 'Not now' } } });
  const { open, list } = leadsPage(page);
  await open();
  await expect(page.locator('[data-skeleton]')).toHaveCount(6);
  held.resolve();
  await expect(page.getByText('The leads could not be loaded.')).toBeVisible();
  wire.calm();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No leads yet. Every request and booking will stand here.')).toBeVisible();

  const leads = openStore('leads', { context: 'dev', dataDir: site.dataDir });
  for (let count = 0; count < LEADS_A_PAGE + 2; count += 1) {
    const id = leadId(`Visitor ${count}`);
    const at = new Date(Date.now() - (LEADS_A_PAGE - count) * 1000).toISOString();
    const stamps = { createdAt: at, updatedAt: at, source: 'dialog', status: 'new', isSpam: false };
    const request = { ...consultation, name: `Visitor ${count}` };
    await leads.put(`leads/${id}`, { id, ...stamps, request, changes: 0, moves: 0, notes: '' });
  }
  await page.reload();
  await expect(list.getByText('50 of 52 leads')).toBeVisible();
  await list.getByRole('button', { name: 'Show more' }).click();
  await expect(list.getByRole('link', { name: 'Visitor 1', exact: true })).toBeFocused();
  await expect(list.getByText('52 of 52 leads')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Show more' })).toBeHidden();
});

test('from a mail behind the sign-in; status and note are kept, also when they cannot be saved, or the session ends', async ({
  page,
  wire,
}) => {
  const { request } = page;
  const harold = await receive(request, { name: 'Harold Finch', ...callback });
  await receive(request, { name: 'Ana Duarte' });
  const { openLead, search, row, detail, list, signInAgain } = leadsPage(page);
  await page.goto(`/admin/leads#${harold}`);
  await expect(page).toHaveURL(`/login?back=%2Fadmin%2Fleads%23${harold}`);
  await signInAgain();
  await expect(page).toHaveURL(`/admin/leads#${harold}`);
  const lead = detail('Harold Finch');
  const note = lead.getByLabel('Add a note');
  const saveNote = lead.getByRole('button', { name: 'Save note' });
  await lead.getByLabel('Status').selectOption('Contacted');
  await expect(toast(page)).toHaveText('Status changed to Contacted');
  await expect(row('Harold Finch').getByText('Contacted')).toBeVisible();
  await note.fill('Two dogs.\nCall after four.');
  await expect(lead.getByText('Not saved yet.')).toBeVisible();
  await saveNote.click();
  await expect(toast(page)).toHaveText('Note saved');
  const saved = { status: 'contacted', notes: [{ text: 'Two dogs.\nCall after four.', by: owner.username }] };
  expect(await leadOf(request, harold)).toMatchObject(saved);
  await expect(note).toHaveValue('');
  await page.reload();
  await expect(lead.getByLabel('Status')).toHaveValue(saved.status);
  await expect(lead.getByRole('list', { name: 'Notes' })).toContainText('Two dogs.\nCall after four.');

  await test.step('what cannot be saved is said, and stays, also while another lead is looked at', async () => {
    wire.always(`${LIST}/${harold}`, { cut: true });
    await note.fill('Not to be lost');
    await saveNote.click();
    await expect(toast(page)).toHaveText('ErrorThe change could not be saved. Please try again.');
    await expect(lead.getByText('This note is not saved. Your text is still here.')).toBeVisible();
    await openLead('Ana Duarte');
    wire.calm();
    // The page reads a lead that is opened once more, and a session that ended before that would end the page.
    const read = page.waitForResponse(`**${LIST}/${harold}`);
    await openLead('Harold Finch');
    await read;
    await expect(note).toHaveValue('Not to be lost');
  });

  await test.step('a session that ends in the middle: sign in, and nothing typed or looked for is lost', async () => {
    await search.fill('a');
    await expect(list.getByText('2 of 2 leads that match')).toBeVisible();
    await page.context().clearCookies();
    await saveNote.click();
    await expect(page).toHaveURL(`/login?back=%2Fadmin%2Fleads%3Fsearch%3Da%23${harold}`);
    await signInAgain();
    await expect(note).toHaveValue('Not to be lost');
    await expect(search).toHaveValue('a');
    await saveNote.click();
    await expect(toast(page)).toHaveText('Note saved');
    expect((await leadOf(request, harold)).notes.at(-1)?.text).toBe('Not to be lost');
  });

  await page.goto(`/admin/leads#${'0'.repeat(32)}`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'There is no such lead.' })).toBeFocused();
});

test('the windows of /sun that a request tells of are a small drawing beside their directions and hours', async ({
  page,
}) => {
  await signIn(page.request);
  const message = 'A shy dog.\n\nThe sun at my windows:\nDen: west 270°, 6 h 30 min of direct sun in June, worst 4 PM';
  await receive(page.request, { name: 'Ana Duarte', message });
  await receive(page.request, { name: 'Harold Finch', message: 'Please call.' });
  const { open, openLead } = leadsPage(page);
  await open();
  const lead = await openLead('Ana Duarte');
  await expect(lead.getByRole('figure').getByRole('listitem')).toHaveText(['Den: 270°, 6 h 30 min']);
  await expect(lead.locator('.sun-compass g')).toHaveAttribute('transform', 'rotate(270 50 50)');
  await expectCleanAt(page, [1440], 'a lead with its windows');
  await open();
  const other = await openLead('Harold Finch');
  await expect(other.getByRole('figure')).toHaveCount(0);
});
