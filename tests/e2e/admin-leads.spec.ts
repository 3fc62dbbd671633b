import { cityList, services } from '#contracts/consultation';
import { zoneNames } from '#lib/time/zone';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { hold } from '#tests/support/browser/network';
import { callbackCity, sharedZipCode } from '#tests/support/addresses';
import { consultation } from '#tests/support/visitor';
import { PHONE } from './fingers.ts';
import { owner } from './gallery-site.ts';
import { expect, leadOf, leadsPage, receive, signIn, test, toast } from './leads-site.ts';

const LIST = '/api/leads';
const callback = { serviceInterest: 'General Inquiry', city: callbackCity(consultation.zipCode) } as const;

test('the leads, newest first, by pages; one of them, by the keyboard and on a phone; search and filters in the address; CSV', async ({
  page,
  wire,
}) => {
  const { request } = page;
  await signIn(request);
  await receive(request, { name: 'Lakeside Dental', serviceInterest: services.at(-1) ?? '' });
  const flyer = { attribution: { utm_source: 'Flyer', utm_campaign: 'Fall' } };
  await receive(request, {
    name: 'Ana Duarte',
    zipCode: sharedZipCode,
    phone: '321-555-0123',
    language: 'es',
    ...flyer,
  });
  await receive(request, { name: 'Harold Finch', ...callback });
  const complaints = await complaintsOf(page);
  const { open, openLead, names, row, list, search } = leadsPage(page);
  // The button for the CSV comes to life only after a search.
  const bringExport = await hold(page, '**/_astro/LeadsExport*');
  // More than a page.
  const { leads, ...counts } = await (await request.get(LIST)).json();
  const next = `${leads[1].createdAt}_${leads[1].id}`;
  const answer = (body: object) => ({ answer: { status: 200, body: { ...counts, ...body } } });
  wire.meddle(LIST, answer({ leads: leads.slice(0, 2), next }));
  wire.meddle(`${LIST}?${new URLSearchParams({ after: next })}`, answer({ leads: leads.slice(2) }));
  await open();
  await expect(list.getByText('2 of 3 leads')).toBeVisible();
  await list.getByRole('button', { name: 'Show more' }).click();
  await expect(list.getByRole('link', { name: 'Lakeside Dental' })).toBeFocused();
  await expect(list.getByRole('button', { name: 'Show more' })).toBeHidden();
  await expect(list.getByText(`3 of 3 leads, newest first. Times are ${zoneNames.adjective}.`)).toBeVisible();
  expect(await names()).toEqual(['Harold Finch', 'Ana Duarte', 'Lakeside Dental']);
  await expect(row('Harold Finch').getByRole('cell')).toHaveText([
    `Harold FinchGeneral Inquiry, ${callback.city}`,
    'New',
    'Callback asked',
    /^(Today|Yesterday), \d+:\d\d\s[AP]M$/,
  ]);

  await test.step('a lead, by the keyboard alone', async () => {
    await search.focus();
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Harold Finch' })).toBeFocused();
    const detail = leadsPage(page).detail('Harold Finch');
    const received = new RegExp(
      `^General Inquiry, ${callback.city}, received (today|yesterday) at [\\d:]+\\s[AP]M\\s${zoneNames.short}$`,
    );
    await expect(detail.getByText(received)).toBeVisible();
    const href = (name: string) => detail.getByRole('link', { name }).getAttribute('href');
    expect(await href('Call (407) 555-0188')).toBe('tel:+14075550188');
    expect(await href('Email')).toBe('mailto:elise.romero@example.com');
    await expectAccessible(page, 'the list beside a lead');
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
    await expect(row('Lakeside Dental').getByRole('link')).toBeFocused();
    await expect(page).toHaveURL('/admin/leads');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('filters stand in the address, survive a reload and Back, and are chips to take away', async () => {
    await open('/admin/leads?step=requests&from=2020-01-01&campaign=fall&visit=none');
    const active = page.getByRole('list', { name: 'Filters' }).getByRole('button');
    const when = 'When: received, without robots, from Jan 1, 2020';
    const chips = [when, 'Campaign: fall', 'Visit: none'].map((words) => `Remove the filter ${words}`);
    await expect(active).toHaveText([...chips, 'Clear all']);
    await expect.poll(names).toEqual(['Ana Duarte']);
    await active.filter({ hasText: 'When' }).click();
    await active.filter({ hasText: 'Campaign' }).click();
    await expect(page).toHaveURL('/admin/leads?visit=none');
    await page.getByText('More filters').click();
    const bringFound = await hold(page, '**/api/leads?*Flyer*');
    await page.getByLabel('Came from').selectOption('Flyer');
    await expect(list.getByText('Searching...')).toBeVisible();
    await expectAccessible(page, 'the filters');
    bringFound();
    await expect(page).toHaveURL('/admin/leads?source=Flyer&visit=none');
    await expect(await openLead('Ana Duarte')).toContainText('Call in Spanish');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Ana Duarte' })).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/admin/leads?source=Flyer&visit=none');
    await expect.poll(names).toEqual(['Ana Duarte']);
    await search.fill('nobody');
    await list.getByRole('button', { name: 'Clear all filters' }).click();
    await expect(page).toHaveURL('/admin/leads');
    await expect.poll(names).toHaveLength(3);
  });

  await test.step('the search, the way back from nothing, and the CSV of what is looked for', async () => {
    await search.fill('34999');
    await expect(list.getByText('No leads match “34999”.')).toBeVisible();
    await list.getByRole('button', { name: 'Clear the search' }).click();
    await expect(search).toBeFocused();
    await page.getByRole('search').getByLabel('Status').selectOption('Booked');
    await expect(list.getByText('No leads have this status.')).toBeVisible();
    await list.getByRole('button', { name: 'Show all statuses' }).click();
    await expect.poll(names).toHaveLength(3);
    await search.fill('(321) 555');
    await expect(
      list.getByText(`1 of 1 lead that matches, newest first. Times are ${zoneNames.adjective}.`),
    ).toBeVisible();
    await expect.poll(names).toEqual(['Ana Duarte']);
    bringExport();
    const button = page.getByRole('link', { name: 'Export CSV' });
    await expect(button).toHaveAttribute('href', '/api/leads/export?search=%28321%29+555');
    const download = page.waitForEvent('download');
    await button.click();
    expect((await download).suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
    expect(complaints).toEqual([]);
  });

  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Export CSV' }).click();
  await expect(page).toHaveURL('/login?back=%2Fadmin%2Fleads%3Fsearch%3D%2528321%2529%2B555');
});

test('from a mail behind the sign-in; status and note are kept, also when they cannot be saved, or the session ends', async ({
  page,
  wire,
}) => {
  const { request } = page;
  const harold = await receive(request, { name: 'Harold Finch', ...callback });
  const { search, row, detail, list, signInAgain } = leadsPage(page);
  await page.goto(`/admin/leads#${harold}`);
  await expect(page).toHaveURL(`/login?back=%2Fadmin%2Fleads%23${harold}`);
  await signInAgain();
  await expect(page).toHaveURL(`/admin/leads#${harold}`);
  const lead = detail('Harold Finch');
  const note = lead.getByLabel('Add a note');
  const saveNote = lead.getByRole('button', { name: 'Save note' });
  const amount = lead.getByLabel('Amount in dollars');
  await amount.fill('7,400');
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
  await expect(amount).toHaveValue('7,400');
  await page.reload();
  await expect(lead.getByLabel('Status')).toHaveValue(saved.status);
  await expect(lead.getByRole('list', { name: 'Notes' })).toContainText('Two dogs.\nCall after four.');

  await test.step('a line that is cut, then a session that ends: nothing typed or looked for is lost', async () => {
    await search.fill('harold');
    await expect(list.getByText('1 of 1 lead that matches')).toBeVisible();
    wire.always(`${LIST}/${harold}`, { cut: true });
    await note.fill('Not to be lost');
    await saveNote.click();
    await expect(toast(page)).toHaveText('ErrorThe change could not be saved. Please try again.');
    await expect(lead.getByText('This note is not saved. Your text is still here.')).toBeVisible();
    wire.calm();
    await page.context().clearCookies();
    await saveNote.click();
    await expect(page).toHaveURL(`/login?back=%2Fadmin%2Fleads%3Fsearch%3Dharold%23${harold}`);
    await signInAgain();
    await expect(note).toHaveValue('Not to be lost');
    await expect(amount).toHaveValue('7,400');
    await expect(search).toHaveValue('harold');
    await saveNote.click();
    await expect(toast(page)).toHaveText('Note saved');
    expect((await leadOf(request, harold)).notes.at(-1)?.text).toBe('Not to be lost');
  });

  await page.goto(`/admin/leads#${'0'.repeat(32)}`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'There is no such lead.' })).toBeFocused();
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a lead is corrected in place; mistakes stand by their fields, a newer correction is the owner’s choice', async ({
    page,
  }) => {
    await signIn(page.request);
    const id = await receive(page.request, { name: 'Jon Smit' });
    await page.goto(`/admin/leads#${id}`);
    const lead = leadsPage(page).detail('Jon Smit');
    await lead.getByRole('button', { name: 'Correct the details' }).press('Enter');
    const form = lead.getByRole('form', { name: 'Correct the details' });
    const field = (name: string) => form.getByLabel(name, { exact: true });
    const save = () => form.getByRole('button', { name: 'Save' }).click();
    await expect(field('Name')).toBeFocused();
    await field('Phone').fill('');
    await field('Email').fill('');
    await save();
    await expect(field('Phone')).toBeFocused();
    await expect(field('Phone')).toHaveAccessibleDescription('Please enter a phone number or an email');
    await expectCleanAt(page, [320], 'a correction with a mistake');

    await field('Name').fill('John Smith');
    await field('Phone').fill('321.555.0142');
    const { name = '', zipCodes } = cityList.find((city) => city.zipCodes && city.name !== consultation.city) ?? {};
    await field('City').selectOption('Another city');
    await form.getByLabel('ZIP code').fill(zipCodes?.[0]?.slice(0, 5) ?? '');
    await expect(field('City')).toHaveValue(name);
    await field('City').selectOption('Another city');
    // On the way to its own name, a town may have that of a city of the list.
    for (const town of [name, `${name} 9`, 'Port Example']) await field('Town').fill(town);
    const data = { do: 'correct', request: { phone: '(407) 555-0199' } };
    await expect(await page.request.post(`${LIST}/${id}`, { data })).toBeOK();
    await save();
    const choice = form.getByRole('region', { name: 'Changed since you opened it' });
    await expect(choice).toContainText('(407) 555-0199');
    await choice.getByRole('button', { name: 'Keep mine Phone' }).click();
    await expect(toast(page)).toHaveText('The lead is corrected');
    const corrected = leadsPage(page).detail('John Smith');
    await expect(corrected.getByRole('button', { name: 'Correct the details' })).toBeFocused();
    await corrected.getByText('What was changed in the request (2)').click();
    await expect(corrected.getByRole('list', { name: 'Changes' })).toContainText('Corrected: name was Jon Smit');
    const { request } = await leadOf(page.request, id);
    expect(request).toMatchObject({ name: 'John Smith', phone: '(321) 555-0142', city: 'Port Example' });
    expect(request).not.toHaveProperty('email');
  });
});
