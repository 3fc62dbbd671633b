import { readFile } from 'node:fs/promises';
import { readContents } from '#server/backups/contents';
import { unsealed } from '#server/backups/sealed-file';
import { expectCleanAt } from '#tests/support/browser/axe';
import { expectFingerSized, PHONE } from './fingers.ts';
import { ownerEnv } from './gallery-site.ts';
import { expect, receive, signIn, test } from './leads-site.ts';

const key = 'a key of twenty letters';
const desktop = { viewport: { width: 1440, height: 900 } };

for (const device of [PHONE, desktop]) {
  test.describe(`at ${device.viewport.width} px`, () => {
    test.use({ ...device, siteEnv: { ...ownerEnv, BACKUP_KEY: key } });

    test('the owner downloads last night’s backup, which opens with the key', async ({ page }) => {
      const id = await receive(page.request, { name: 'Elise Romero' });
      await signIn(page.request);
      await page.goto('/admin/alerts');
      const backups = page.getByRole('region', { name: 'Backups' });
      await expect(backups).toContainText('The first one is made tonight.');
      for (let night = 0; night < 2; night += 1) {
        await expect(await page.request.post('/.netlify/functions/backup')).toBeOK();
        // A backup is named by its second.
        await page.waitForTimeout(1100);
      }
      await page.reload();
      await expect(backups).toContainText(/Today, .+[AP]M\d+ records, \d+ kB/);
      await backups.getByText('One earlier night').click();
      await expectFingerSized(page);
      await expectCleanAt(page, [320, device.viewport.width], 'alerts with backups');
      const download = page.waitForEvent('download');
      await backups
        .getByRole('link', { name: /^Download the backup of today/ })
        .first()
        .click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^backup-[\d-]+t[\d-]+z\.bin$/);
      const { saved } = readContents(await unsealed(await readFile(await file.path()), key));
      const lead = saved.find(({ key: place }) => place === `leads/${id}`);
      expect(lead?.value).toMatchObject({ request: { name: 'Elise Romero' } });
    });
  });
}

test('without BACKUP_KEY the desk says so', async ({ page }) => {
  await signIn(page.request);
  await page.goto('/admin/alerts');
  await expect(page.getByRole('region', { name: 'Backups' })).toContainText('No backups: set BACKUP_KEY');
});
