import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { LeadPage } from '#contracts/lead-query';
import { leadId } from '#server/leads/lead-id';
import { VISITS } from '#server/leads/visit';
import { firstVisit, slotKey } from '#server/slots/records';
import { toSlot } from '#server/slots/times';
import { openStores, storeNames } from '#server/storage/stores';
import type { SiteProcess } from '#tests/support/site-process';
import { consultation } from '#tests/support/visitor';
import { HOUR } from '#lib/time/units';
import { PHONE } from '#tests/e2e/fingers';
import { files, LIST, manager, ownerEnv, signIn } from '#tests/e2e/gallery-site';
import { expect, leadsPage, sunday, test, toast } from '#tests/e2e/leads-site';
import { photo } from '#tests/e2e/upload-files';

const key = 'a key of twenty letters';
const ad = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'Fall shades', landing: '/' };

/** Six weeks: 59 leads of former days, one visit that is over, and two people who wait. */
async function fillSixWeeks({ dataDir }: SiteProcess): Promise<void> {
  const { leads, calendar } = openStores({ context: 'dev', dataDir });
  const put = async (name: string, age: number, fields: object) => {
    const at = new Date(Date.now() - age).toISOString();
    const id = leadId(name);
    const stamps = { createdAt: at, updatedAt: at, source: 'dialog', isSpam: false, notes: [] };
    await leads.put(`leads/${id}`, { id, ...stamps, request: { ...consultation, name, attribution: ad }, ...fields });
    return id;
  };
  const former = ['won', 'lost', 'quoted', 'contacted'];
  for (let count = 0; count < 59; count += 1) {
    const status = former[count % former.length];
    await put(`Visitor ${count}`, (count + 3) * 16 * HOUR, { status });
  }
  await put('Ruth Okafor', 30 * HOUR, { status: 'new' });
  await put('Ben Sato', HOUR, { status: 'new' });
  const start = Math.floor(Date.now() / HOUR) * HOUR - 2 * HOUR;
  const time = toSlot({ start, end: start + HOUR });
  const lead = await put('Ana Duarte', 72 * HOUR, { status: 'booked', bookedAt: time.start });
  const [slot, visit] = [slotKey(start), firstVisit(lead)];
  await leads.put(VISITS + visit, { id: visit, lead, slot, ...time });
  await calendar.put(slot, { state: 'booked', eventNumber: 0, writes: 1, lead, visit, end: start + HOUR });
}

async function totalOf({ request }: Page): Promise<number> {
  return LeadPage.parse(await (await request.get('/api/leads')).json()).total;
}

test.describe('with backups', () => {
  test.use({ siteEnv: { ...ownerEnv, BACKUP_KEY: key } });

  test('a day with 62 leads on a phone and a laptop; at its end a backup, an emptied store, and all of it back', async ({
    page: laptop,
    browser,
    site,
    baseURL,
  }, info) => {
    await fillSixWeeks(site);
    const device = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
    const phone = await device.newPage();
    await signIn(laptop.request);

    await test.step('signed in on the phone, which says whom to call first; the call is told', async () => {
      await phone.goto('/admin');
      await leadsPage(phone).signInAgain();
      await expect(phone).toHaveURL('/admin');
      expect(await totalOf(phone)).toBe(62);
      const waiting = phone.getByRole('region', { name: 'Waiting for a call' });
      await expect(waiting.getByRole('heading', { level: 3 })).toHaveText(['Ben Sato', 'Ruth Okafor']);
      await expect(phone.getByRole('link', { name: 'Call Ben Sato' })).toBeInViewport();
      await phone.getByRole('button', { name: 'Reached Ben Sato' }).tap();
      await expect(phone.getByText(/^Ben Sato comes back on \w+day\.$/)).toBeVisible();
    });

    const lead = leadsPage(laptop).detail('Ben Sato');
    await test.step('on the laptop a note, and the visit as it was agreed: 6 PM on a Sunday', async () => {
      await laptop.goto(`/admin/leads#${leadId('Ben Sato')}`);
      await lead.getByLabel('Add a note').fill('Gate code 4711');
      await lead.getByRole('button', { name: 'Save note' }).click();
      await expect(toast(laptop)).toHaveText('Note saved');
      await lead.getByRole('button', { name: 'Book a visit' }).click();
      const dialog = laptop.getByRole('dialog', { name: 'Book a visit' });
      await dialog.getByRole('button', { name: 'Another time' }).click();
      await dialog.getByLabel('Day').fill(sunday());
      await dialog.getByLabel(/^Time/).fill('18:00');
      await dialog.getByRole('button', { name: 'Book the visit' }).click();
      await expect(dialog.getByText('It is outside your visiting hours.')).toBeVisible();
      await dialog.getByRole('button', { name: 'Book it anyway' }).click();
      await expect(dialog).toBeHidden();
      await expect(lead.getByText(/Sun.*6:00 PM/).first()).toBeVisible();
    });

    await test.step('on the phone: how the visit went', async () => {
      await phone.reload();
      const over = phone.getByRole('region', { name: 'How did it go?' });
      await over.getByRole('button', { name: /^Sold/ }).tap();
      await over.getByLabel(/^Amount/).fill('4200');
      await over.getByRole('button', { name: /^Save/ }).tap();
      await expect(phone.getByText(/Ana Duarte.*\$4,200/).first()).toBeVisible();
    });

    await test.step('that Sunday is blocked after all: its visit is to be moved', async () => {
      await laptop.goto('/admin/hours');
      await laptop.getByLabel('First day').fill(sunday());
      await laptop.getByRole('button', { name: 'Block this time' }).click();
      await expect(toast(laptop)).toContainText('One visit stands in this time. Please move it.');
      const visit = laptop.getByRole('region', { name: 'Visits to move' }).getByRole('link');
      await expect(visit).toHaveAttribute('href', `/admin/leads#${leadId('Ben Sato')}`);
    });

    await test.step('a picture of the work is uploaded and published', async () => {
      const { openUploader, choose, uploader, card } = manager(laptop);
      await openUploader();
      await choose([await photo(info, files.nursery)]);
      await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
      await expect(toast(laptop)).toContainText('1 file(s) uploaded successfully.');
      await uploader.getByRole('button', { name: 'Done' }).click();
      await card('nursery').getByRole('switch').click();
      await expect(toast(laptop)).toContainText('Gallery item updated successfully');
      expect(await (await laptop.request.get(LIST)).json()).toMatchObject([{ title: 'nursery' }]);
    });

    await test.step('insights, in dollars', async () => {
      await laptop.goto('/admin/insights');
      await laptop.getByRole('button', { name: '90 days', exact: true }).click();
      await expect(laptop.getByRole('main').getByText('$4,200').first()).toBeVisible();
      await expect(laptop.getByRole('main').getByText('Google ad').first()).toBeVisible();
    });

    await test.step('a backup is downloaded, the store emptied, and restored', async () => {
      await laptop.goto('/admin/alerts');
      const backups = laptop.getByRole('region', { name: 'Backups' });
      await expect(backups).toContainText('The first one is made tonight.');
      for (let night = 0; night < 2; night += 1) {
        await expect(await laptop.request.post('/.netlify/functions/backup')).toBeOK();
        // A backup is named by its second.
        await laptop.waitForTimeout(1100);
      }
      await laptop.reload();
      await expect(backups).toContainText(/(Today|Yesterday), .+[AP]M\d+ records, \d+ kB/);
      await expect(backups.getByText('One earlier night')).toBeVisible();
      const download = laptop.waitForEvent('download');
      await backups
        .getByRole('link', { name: /^Download the backup of/ })
        .first()
        .click();
      expect((await download).suggestedFilename()).toMatch(/^backup-[\d-]+t[\d-]+z\.bin$/);
      const stores = openStores({ context: 'dev', dataDir: site.dataDir });
      for (const name of storeNames)
        for (const { key: place } of await stores[name].list('')) await stores[name].delete(place);
      expect(await totalOf(laptop)).toBe(0);
      const env = { ...process.env, DATA_DIR: site.dataDir, BACKUP_KEY: key };
      const file = await (await download).path();
      await promisify(execFile)(process.execPath, ['scripts/restore.ts', file], { env });
      expect(await totalOf(laptop)).toBe(62);
      await laptop.goto(`/admin/leads#${leadId('Ana Duarte')}`);
      await expect(leadsPage(laptop).detail('Ana Duarte').getByText('Won').first()).toBeVisible();
      await laptop.goto(`/admin/leads#${leadId('Ben Sato')}`);
      await expect(lead.getByText('Gate code 4711')).toBeVisible();
      await expect(lead.getByText(/Sun.*6:00 PM/).first()).toBeVisible();
    });
    await device.close();
  });
});
