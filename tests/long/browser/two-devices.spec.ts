import { expectCleanAt } from '#tests/support/browser/axe';
import { expect, leadOf, leadsPage, receive, ownersTest as test, toast } from '#tests/e2e/leads-site';

// The fields of an item: src/islands/admin/gallery/gallery-admin.test.ts.
test('a lead on two devices: both notes stand, one is corrected; of two statuses the owner keeps one', async ({
  page: phone,
  context,
}) => {
  const { request } = phone;
  const id = await receive(request, { name: 'Harold Finch' });
  const laptop = await context.newPage();
  const [one, other] = [phone, laptop].map((page) => leadsPage(page).detail('Harold Finch'));
  if (!one || !other) throw new Error('Two devices');
  for (const page of [phone, laptop]) await page.goto(`/admin/leads#${id}`);
  const write = async (lead: typeof one, text: string) => {
    await lead.getByRole('textbox', { name: /a note$/ }).fill(text);
    await lead.getByRole('button', { name: 'Save note' }).click();
    await expect(lead.getByRole('list', { name: 'Notes' })).toContainText(text);
  };

  await write(one, 'Quoted 3,200, wants\nmotors for the two tall windows.');
  await write(other, 'Gate code 4711');
  const notes = other.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(notes).toHaveText([/^(Today|Yesterday), .* ET, owner.*Gate code 4711$/, /Quoted 3,200/]);
  await notes.first().getByRole('button', { name: 'Correct' }).click();
  await expect(other.getByLabel('Correct a note')).toBeFocused();
  await expect(other.getByLabel('Correct a note')).toHaveValue('Gate code 4711');
  await expect(notes.getByRole('button')).toHaveCount(0);
  await write(other, 'Gate code 4712');
  await expect(notes.nth(1)).toContainText(', corrected');
  await expect(notes.nth(1).locator('s')).toHaveText('Gate code 4711');

  await one.getByLabel('Status').selectOption('Lost');
  await expect(toast(phone)).toHaveText('Status changed to Lost');
  await other.getByLabel('Add a note').fill('Half a note');
  await other.getByLabel('Status').selectOption('Contacted');
  const choice = other.getByRole('region', { name: 'Changed since you opened it' });
  await expect(choice.getByText('Changed since you opened it')).toBeFocused();
  await expect(choice.getByRole('group', { name: 'Status' })).toContainText(/Saved nowLost.*YoursContacted/);
  await expect(choice).toContainText(/Last saved (today|yesterday), \d+:\d\d\s[AP]M\sET\./);
  await expectCleanAt(laptop, [375, 1440], 'the choice of a status');
  await choice.getByRole('button', { name: 'Keep mine Status' }).click();
  await expect(toast(laptop)).toHaveText('Status changed to Contacted');
  await expect(other.getByLabel('Status')).toBeFocused();
  await expect(other.getByLabel('Add a note')).toHaveValue('Half a note');

  await one.getByLabel('Status').selectOption('Booked');
  await one.getByRole('button', { name: 'Keep this Status' }).click();
  await expect(one.getByLabel('Status')).toHaveValue('contacted');
  expect((await leadOf(request, id)).status).toBe('contacted');
});
