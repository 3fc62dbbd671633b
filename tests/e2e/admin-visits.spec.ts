import type { Page } from '@playwright/test';
import { visitRules } from '#business';
import { MINUTE } from '#lib/time/units';
import { zonedDayBriefly, zonedInstant, zonedTime, zoneNames } from '#lib/time/zone';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { expectFingerSized, PHONE } from './fingers.ts';
import {
  agree,
  expect,
  leadOf,
  leadsPage,
  openSlots,
  receive,
  receiveBooked,
  startOf,
  sunday,
  ownersTest as test,
  toast,
} from './leads-site.ts';
import { consultation } from '#tests/support/visitor';

test.use(PHONE);

const ZONED_TIME = `Time (${zoneNames.adjective})`;

/** The dialog in which a visit changes. */
function visitDialog(page: Page, name: string) {
  const dialog = page.getByRole('dialog', { name });
  async function chooseTime(start: string): Promise<void> {
    await dialog.getByLabel('Day').selectOption(zonedDayBriefly(start));
    await dialog.getByLabel(ZONED_TIME).selectOption(zonedTime(start));
  }
  const press = (button: string) => dialog.getByRole('button', { name: button, exact: true }).click();
  return { dialog, chooseTime, press };
}

async function mailed(page: Page, id: string): Promise<string[]> {
  const { mails } = await (await page.request.get(`/api/leads/${id}/mails`)).json();
  return mails.map(({ about, to }: { about: string; to: string }) => `${about} ${to}`).sort();
}

test('a visit is changed and the visitor told, then cancelled without a word; times and mails that fail are tried again', async ({
  page,
  wire,
}) => {
  const { id } = await receiveBooked(page.request, 'Ana Duarte');
  const to = (await openSlots(page.request)).at(-1)?.start ?? '';
  const { open, detail } = leadsPage(page);
  await open(`/admin/leads#${id}`);
  const lead = detail('Ana Duarte');
  await expectCallAtHand(page);
  const away = { answer: { status: 503, body: { slots: [], error: 'The storage is away.' } } };
  wire.meddle(`/api/times?kind=consultation&minutes=${visitRules.visitMinutes}`, away);
  wire.meddle(`/api/leads/${id}/mails`, away);
  await lead.getByText('What was mailed').click();
  await expect(lead.getByText('The mails could not be loaded.')).toBeVisible();
  await lead.getByRole('button', { name: 'Change' }).click();
  const change = visitDialog(page, 'Change the visit');
  await expect(change.dialog.getByLabel('Day')).toBeFocused();
  await change.press('Choose from the open times');
  await expect(change.dialog.getByText('The times could not be loaded.')).toBeVisible();
  await change.press('Try again');
  await expect(change.dialog.getByLabel('Day')).toBeVisible();
  await change.press('Change the visit');
  await expect(change.dialog.getByText('Please choose a day and a time')).toBeVisible();
  await expectCleanAt(page, [320, 1440], 'changing a visit');
  await page.setViewportSize(PHONE.viewport);
  await change.chooseTime(to);
  await expect(change.dialog.getByLabel('Tell elise.romero@example.com by mail once mail works')).toBeChecked();
  await expect(change.dialog.getByText('so please tell them yourself too')).toBeVisible();
  await change.press('Change the visit');
  await expect(toast(page)).toHaveText('Visit changed. Visitors get no mail: please tell them yourself.');
  await expect(change.dialog).toBeHidden();
  await expect(lead.getByRole('heading', { name: 'Visit to come' })).toBeFocused();
  expect(await startOf(page.request, id)).toBe(to);
  const messages = ['booked owner', 'booked visitor', 'booked visitor', 'request owner'];
  await expect.poll(() => mailed(page, id)).toEqual(messages);

  await lead.getByRole('button', { name: 'Cancel' }).click();
  const cancel = visitDialog(page, 'Cancel the visit');
  await expect(cancel.dialog.getByRole('button', { name: 'Back' })).toBeFocused();
  await expectAccessible(page, 'cancelling a visit');
  await cancel.dialog.getByLabel(/^Tell /).uncheck();
  await cancel.press('Cancel the visit');
  await expect(toast(page)).toHaveText('Visit cancelled. The visitor was not told.');
  await expect(lead.getByText(/^The visit was cancelled (today|yesterday) at/)).toBeVisible();
  await expect(lead.getByRole('heading', { name: 'Visits to come' })).toBeFocused();
  await expect(lead.getByRole('button', { name: 'Book a visit' })).toBeVisible();
  expect(await mailed(page, id)).toEqual(messages);
  await lead.getByRole('button', { name: 'Try again' }).click();
  await expect(lead.getByRole('listitem')).toHaveCount(messages.length);
  const first = lead.getByRole('listitem').first();
  await expect(first).toHaveText(/^The visit’s time, to the visitorwaits since (Today|Yesterday), /);
  await expectCleanAt(page, [320, 1440], 'a lead with its mails');
});

test.describe('in another zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('a visit is booked as agreed, over what it overlaps after a warning; a second stands beside it; length and kind can change', async ({
    page,
  }) => {
    const { id } = await receiveBooked(page.request, 'Ann Fox');
    const date = sunday();
    const first = { slot: zonedInstant(date, '17:30'), from: await startOf(page.request, id) };
    await agree(page.request, id, first);
    const agreed = await receive(page.request, { name: 'Ana Duarte' });
    await leadsPage(page).open(`/admin/leads#${agreed}`);
    const lead = leadsPage(page).detail('Ana Duarte');
    await lead.getByRole('button', { name: 'Book a visit' }).click();
    const { dialog, press } = visitDialog(page, 'Book a visit');
    const time = dialog.getByLabel(ZONED_TIME);
    await press('Another time');
    await expect(dialog.getByLabel('Day')).toBeFocused();
    await press('Book the visit');
    await expect(dialog.getByText('Please choose a day and a time')).toBeVisible();
    await dialog.getByLabel('Day').fill(date);
    await time.fill('18:00');
    await dialog.getByLabel('Length').selectOption('4 hours');
    await dialog.getByLabel('Kind').selectOption('Installation');
    await dialog.getByLabel(/^Tell /).uncheck();
    await press('Book the visit');
    const until = zonedTime(new Date(Date.parse(first.slot ?? '') + visitRules.visitMinutes * MINUTE).toISOString());
    await expect(dialog.getByText(`Ann Fox’s visit is from 5:30 to ${until}.`)).toBeVisible();
    await expect(dialog.getByText('It is outside your visiting hours.')).toBeVisible();
    await expectCleanAt(page, [320], 'a time that is not free');
    expect(await startOf(page.request, agreed)).toBeUndefined();
    // Another choice is asked about once more.
    await time.fill('18:15');
    await press('Book the visit');
    await press('Book it anyway');
    await expect(toast(page)).toHaveText('Visit booked. The visitor was not told.');
    const [start, end] = ['18:15', '22:15'].map((clock) => zonedInstant(date, clock));
    expect((await leadOf(page.request, agreed)).visits).toMatchObject([{ start, end, kind: 'installation' }]);
    const visits = lead.getByRole('region', { name: 'to come' }).getByRole('listitem');
    await expect(visits).toHaveText(new RegExp(`6:15\\sPM\\s${zoneNames.short}Installation, 4 hours`));

    await lead.getByRole('button', { name: 'Book another visit' }).click();
    const further = visitDialog(page, 'Book another visit');
    await further.press('Another time');
    await further.dialog.getByLabel('Day').fill(date);
    await further.dialog.getByLabel(ZONED_TIME).fill('17:30');
    await further.dialog.getByLabel('Kind').selectOption('Measure');
    await further.press('Book the visit');
    await further.press('Book it anyway');
    await expect(visits).toHaveText([/5:30\sPM.*Measure/, /6:15\sPM.*Installation, 4 hours/]);

    const button = lead.getByRole('button', { name: 'Change Installation' });
    await button.click();
    const change = visitDialog(page, 'Change the visit');
    await expect(change.dialog.getByLabel(ZONED_TIME)).toHaveValue('18:15');
    await change.dialog.getByLabel('Length').selectOption('2 hours');
    await change.press('Change the visit');
    await change.press('Change it anyway');
    await expect(visits).toHaveText([/5:30\sPM.*Measure/, /6:15\sPM.*Installation, 2 hours/]);
    await expect(button).toBeFocused();
    await expectCleanAt(page, [320, 1440], 'a lead with two visits');

    await page.goto('/admin');
    await page.getByText('3 visits later').click();
    const cards = page.getByRole('listitem').filter({ hasText: 'Ana Duarte' });
    await expect(cards).toHaveText([/5:30\sPM.*Measure/, /6:15\sPM.*Installation, 2 hours/]);
  });
});

/** A lead's calls stay right above the pages' bar, and everything is large enough. */
async function expectCallAtHand(page: Page): Promise<void> {
  const lead = leadsPage(page).detail('Ana Duarte');
  const call = lead.getByRole('link', { name: /^Call/ });
  await expect(call).toBeVisible();
  const barTop = (await page.getByRole('navigation', { name: 'Admin' }).boundingBox())?.y ?? 0;
  for (const top of [0, 200, 10_000]) {
    await page.evaluate((to) => scrollTo(0, to), top);
    const box = await call.boundingBox();
    const bottom = (box?.y ?? 0) + (box?.height ?? 0);
    expect(bottom).toBeLessThanOrEqual(barTop);
    // At the end it rests in the lead's own panel, below everything else.
    if (top < 10_000) expect(bottom).toBeGreaterThan(barTop - 20);
  }
  const remove = await lead.getByRole('button', { name: 'Remove for good' }).boundingBox();
  expect((remove?.y ?? 0) + (remove?.height ?? 0)).toBeLessThan((await call.boundingBox())?.y ?? 0);
  await expectFingerSized(page);
}

test('a lead that came by phone is added, and its visit booked; it is removed for good only after two questions, and without a visit', async ({
  page,
}) => {
  const { open, detail, list } = leadsPage(page);
  await open();
  await page.getByRole('link', { name: 'Add a lead' }).filter({ visible: true }).click();
  const form = page.getByRole('region', { name: 'Add a lead' });
  const add = form.getByRole('button', { name: 'Add the lead' });
  await expect(form.getByRole('heading', { name: 'Add a lead' })).toBeFocused();
  await add.click();
  await expect(form.getByText('Please enter the name', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();
  await expectCleanAt(page, [320, 1440], 'a lead that is added');
  await page.setViewportSize(PHONE.viewport);
  await form.getByLabel('Name').fill('Came by Phone');
  await form.getByLabel('Phone', { exact: true }).fill('407.555.0199');
  await form.getByLabel('ZIP code').fill(consultation.zipCode);
  await expect(form.getByLabel('City')).toHaveValue(consultation.city);
  await form.getByLabel('ZIP code').fill('');
  await form.getByLabel('City').selectOption('Not known yet');
  await add.click();
  await expect(toast(page)).toHaveText('Came by Phone is added');
  const lead = detail('Came by Phone');
  await expect(lead.getByText('Service not known yet, received')).toBeVisible();
  await expect(lead.getByRole('link', { name: 'Call (407) 555-0199' })).toBeVisible();
  await lead.getByRole('button', { name: 'Book a visit' }).click();
  const book = visitDialog(page, 'Book a visit');
  await expect(book.dialog.getByText('There is no mail address, so please tell them yourself.')).toBeVisible();
  const start = (await openSlots(page.request))[4]?.start ?? '';
  await book.chooseTime(start);
  await book.press('Book the visit');
  await expect(toast(page)).toHaveText('Visit booked. The visitor was not told.');
  const id = page.url().split('#')[1] ?? '';
  expect(await leadOf(page.request, id)).toMatchObject({ source: 'phone', status: 'booked', visits: [{ start }] });

  const remove = async () => {
    await lead.getByRole('button', { name: 'Remove for good' }).click();
    const first = page.getByRole('alertdialog', { name: 'Remove Came by Phone for good?' });
    await expect(first.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await first.getByRole('button', { name: 'Remove', exact: true }).click();
    const second = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await expect(second.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await second.getByRole('button', { name: 'Remove for good' }).click();
  };
  await remove();
  await expect(page.getByText('A visit is still to come. Please cancel it first.')).toBeVisible();
  await expectAccessible(page, 'removing a lead');
  await page.keyboard.press('Escape');
  await lead.getByRole('button', { name: 'Cancel' }).click();
  await visitDialog(page, 'Cancel the visit').press('Cancel the visit');
  await expect(lead.getByRole('button', { name: 'Book a visit' })).toBeVisible();
  await remove();
  await expect(toast(page)).toHaveText('Came by Phone is removed for good');
  await expect(page).toHaveURL('/admin/leads');
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toBeFocused();
  await expect(list.getByRole('link')).toHaveCount(0);
  expect((await page.request.get(`/api/leads/${id}`)).status()).toBe(404);
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBe(0);
});
