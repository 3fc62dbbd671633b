import { GalleryList } from '#contracts/gallery';
import { expectCleanAt } from '#tests/support/browser/axe';
import { addItem, ALL, manager } from '#tests/e2e/gallery-site';
import { expect, leadOf, leadsPage, receive, signIn, test, toast } from '#tests/e2e/leads-site';

test('a lead on two devices: both notes stand, one is corrected; of two statuses the owner keeps one', async ({
  page: phone,
  context,
}) => {
  const { request } = phone;
  await signIn(request);
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
  await expect(choice).toContainText(/Last saved (today|yesterday), \d+:\d\d [AP]M ET\./);
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

test('an item on two devices: title and description both stand; of the same field the owner keeps one', async ({
  page,
  site,
}) => {
  await signIn(page.request);
  const { id } = await addItem(site, { title: 'Sunroom' });
  const { open, card } = manager(page);
  const dialog = page.getByRole('dialog', { name: 'Edit Gallery Item' });
  const edit = (title: string) => page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
  const save = () => page.getByRole('button', { name: 'Update Gallery Item' }).click();
  const elsewhere = async (data: object) =>
    await expect(await page.request.put(`/api/gallery/${id}`, { data })).toBeOK();
  const items = async () => GalleryList.parse(await (await page.request.get(ALL)).json());
  await open();
  await edit('Sunroom');
  await elsewhere({ title: 'Lanai' });
  await dialog.getByLabel('Description').fill('Linen, behind a sofa.');
  await save();
  await expect(card('Lanai')).toBeVisible();
  expect(await items()).toMatchObject([{ title: 'Lanai', description: 'Linen, behind a sofa.' }]);

  await edit('Lanai');
  const theirs = 'Roller shades in a sunroom with twelve windows, lowered to the sill at noon.';
  const mine = 'Twelve windows of a sunroom by the lake. The shades are woven, and hold back most of the heat.';
  await elsewhere({ title: 'Sunroom at noon', description: theirs });
  await dialog.getByLabel('Title').fill('Twelve windows');
  await dialog.getByLabel('Description').fill(mine);
  await save();
  const choice = dialog.getByRole('region', { name: 'Changed since you opened it' });
  await expect(choice.getByRole('group')).toHaveText([
    /^TitleSaved nowSunroom at noon.*YoursTwelve windows/,
    /^DescriptionSaved nowRoller.*YoursTwelve windows/,
  ]);
  await expectCleanAt(page, [375], 'the choice of an edit');
  await choice.getByRole('button', { name: 'Keep this Title' }).click();
  await expect(choice.getByText('Changed since you opened it')).toBeFocused();
  await expect(dialog.getByLabel('Title')).toHaveValue('Sunroom at noon');
  await choice.getByRole('button', { name: 'Keep mine Description' }).click();
  await expect(toast(page)).toHaveText('Gallery item updated successfully');
  await expect(dialog).toBeHidden();
  expect(await items()).toMatchObject([{ title: 'Sunroom at noon', description: mine }]);
});
