import { LeadPage } from '#lead/answers';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openStores, storeNames } from '#server/storage/stores';
import { ownerEnv, signIn } from '#tests/e2e/gallery-site';
import { expect, leadsPage, ownersTest as test, receive, receiveBooked } from '#tests/e2e/leads-site';

const key = 'a key of twenty letters';

test.use({ siteEnv: { ...ownerEnv, BACKUP_KEY: key } });

// What a backup holds is in tests/functions/backups.test.ts.
test('the owner downloads a backup; from the file an emptied store has all of it back', async ({ page, site }) => {
  const { request } = page;
  const total = async () => LeadPage.parse(await (await request.get('/api/leads')).json()).total;
  const ben = await receive(request, { name: 'Ben Sato', message: 'Gate code 4711' });
  await receiveBooked(request, 'Ana Duarte');
  await page.goto('/admin/alerts');
  const backups = page.getByRole('region', { name: 'Backups' });
  await expect(backups).toContainText('The first one is made tonight.');
  const second = () => Math.floor(Date.now() / 1000);
  const backUp = async () => await expect(await request.post('/.netlify/functions/backup')).toBeOK();
  await backUp();
  // A backup is named by its second.
  await expect.poll(second).toBeGreaterThan(second());
  await backUp();
  await page.reload();
  await expect(backups).toContainText(/(Today|Yesterday), .+[AP]M\d+ records, \d+ kB/);
  await expect(backups.getByText('One earlier night')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await backups
    .getByRole('link', { name: /^Download the backup of/ })
    .first()
    .click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^backup-[\d-]+t[\d-]+z\.bin$/);
  const stores = openStores({ context: 'dev', dataDir: site.dataDir });
  for (const name of storeNames)
    for (const { key: place } of await stores[name].list('')) await stores[name].delete(place);
  // The session went with the store.
  await signIn(request);
  expect(await total()).toBe(0);
  const env = { ...process.env, DATA_DIR: site.dataDir, BACKUP_KEY: key };
  await promisify(execFile)(process.execPath, ['scripts/restore.ts', await download.path()], { env });
  expect(await total()).toBe(2);
  const { openLead, detail } = leadsPage(page);
  await page.goto(`/admin/leads#${ben}`);
  await expect(detail('Ben Sato')).toContainText('Gate code 4711');
  await expect((await openLead('Ana Duarte')).getByText('Booked').first()).toBeVisible();
});
