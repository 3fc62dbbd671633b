import { leadId } from '#server/leads/lead-id';
import { openStore } from '#server/storage/stores';
import { consultation } from '#tests/support/visitor';
import { addItem, LIST } from '#tests/e2e/gallery-site';
import { expect, leadOf, leadsPage, ownersTest as test, toast } from '#tests/e2e/leads-site';

test('a lead and an item of former rules are shown in their own words, and can be changed', async ({ page, site }) => {
  const place = { context: 'dev', dataDir: site.dataDir };
  const id = leadId('Visitor of former rules');
  const at = new Date().toISOString();
  const former = { serviceInterest: 'Awnings', preferredContact: 'Fax', language: 'Portuguese', zipCode: 'XX-9' };
  const record = { id, createdAt: at, updatedAt: at, source: 'Kiosk', status: 'Measured', isSpam: false };
  await openStore('leads', place).put(`leads/${id}`, { ...record, request: { ...consultation, ...former } });
  const { name } = consultation;
  await page.goto('/admin');
  await expect(page.getByText(`Awnings, ${consultation.city}. Prefers Fax.`)).toBeVisible();
  const { open, openLead, row } = leadsPage(page);
  await open();
  await expect(row(name)).toContainText('Measured');
  const detail = await openLead(name);
  for (const words of ['Call in Portuguese', 'Fax', 'Kiosk', 'XX-9'])
    await expect(detail.getByText(words)).toBeVisible();
  const status = detail.getByLabel('Status');
  await expect(status).toHaveValue('Measured');
  await detail.getByLabel('Add a note').fill('Wants a price');
  await detail.getByRole('button', { name: 'Save note' }).click();
  await expect(toast(page)).toHaveText('Note saved');
  expect(await leadOf(page.request, id)).toMatchObject({ status: 'Measured', notes: [{ text: 'Wants a price' }] });
  await status.selectOption('Lost');
  await expect(toast(page)).toHaveText('Status changed to Lost');
  await expect(status.getByRole('option', { name: 'Measured' })).toHaveCount(0);

  const item = await addItem(site, { title: 'Porch', isPublished: true });
  const kept = { ...item, title: `Porch ${'of ours '.repeat(30).trim()}`, category: 'Awnings', mediaType: 'panorama' };
  await openStore('gallery', place).put(`items/${item.id}`, kept);
  await page.goto('/admin/gallery');
  await expect(page.locator('[data-item]').getByText('Awnings')).toBeVisible();
  await page.getByRole('button', { name: /^Edit Porch/ }).click();
  await expect(page.getByLabel('Category', { exact: true })).toHaveValue('Awnings');
  await page.getByLabel('Alt text').fill('A porch at noon');
  await page.getByRole('button', { name: 'Update Gallery Item' }).click();
  await expect(toast(page)).toHaveText('Gallery item updated successfully');
  const changed = { ...kept, alt: 'A porch at noon', updatedAt: expect.any(String) };
  expect(await (await page.request.get(LIST)).json()).toEqual([changed]);
  await page.goto('/gallery');
  await page.getByRole('button', { name: /^A porch at noon Porch/ }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'A porch at noon' })).toBeVisible();
});
