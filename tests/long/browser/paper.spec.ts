import { siteLanguages } from '#i18n/site-languages';
import { addItem } from '#tests/e2e/gallery-site';
import { ownersTest, receiveBooked } from '#tests/e2e/leads-site';
import { areaPage, articlePage } from '#tests/support/addresses';
import { withoutPopup } from '#tests/support/browser/home';
import { expect, test } from '#tests/support/host';

test('on paper every picture is printed, text is dark, no shade covers a picture, and the thanks are one sheet', async ({
  page,
}) => {
  await withoutPopup(page);
  for (const address of ['/', areaPage, articlePage, '/gallery', '/thank-you']) {
    await page.goto(address);
    await page.emulateMedia({ media: 'print' });
    const colors = await page
      .locator('.night :is(h2, p, dd, a)')
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))]);
    expect(colors, address).toEqual(['rgb(0, 0, 0)']);
    for (const shade of await page.locator('.window > i').all()) await expect(shade, address).toBeHidden();
    await expect(page.getByRole('slider'), address).toBeHidden();
    // The browser loads pictures further down when it prints.
    const pdf = await page.pdf({ format: 'Letter' });
    const missing = await page
      .getByRole('img')
      .evaluateAll((all) => all.filter((one) => one instanceof HTMLImageElement && !one.naturalWidth).length);
    expect(missing, address).toBe(0);
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g);
    if (address === '/thank-you') expect(sheets).toHaveLength(1);
  }
});

test('on paper each work of the gallery has its title below its picture, in every language', async ({ page, site }) => {
  const { title } = await addItem(site, { title: 'Shade '.repeat(20).trim(), titleEs: 'Persiana '.repeat(16).trim() });
  for (const language of siteLanguages) {
    await page.goto(language === 'en' ? '/gallery' : `/${language}/gallery`);
    await page.emulateMedia({ media: 'print' });
    const words = page.locator('.work .words', { hasText: language === 'en' ? title : 'Persiana' });
    await expect(words).toHaveCSS('opacity', '1');
    const isCut = (one: Element) => one.scrollHeight > one.clientHeight;
    expect(await words.locator('b').evaluate(isCut), language).toBe(false);
    const [picture, below] = [await page.locator('.work-media').first().boundingBox(), await words.boundingBox()];
    expect(below?.y, language).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0));
  }
});

ownersTest(
  'a lead, the day and the week have on paper nothing to press, and no empty sheet at their end',
  async ({ page }) => {
    const { id } = await receiveBooked(page.request, 'Ana Duarte');
    await page.setViewportSize({ width: 816, height: 300 });
    await page.emulateMedia({ media: 'print' });
    for (const [address, text] of [
      [`/admin/leads#${id}`, 'Ana Duarte'],
      ['/admin', 'Ana Duarte'],
      ['/admin/week', 'Nothing booked'],
    ] as const) {
      await page.goto(address);
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
      await expect(page.getByRole('button'), address).toHaveCount(0);
      const empty = await page.getByRole('main').evaluate((main) => {
        const ends = [...main.querySelectorAll('*')].map((one) => one.getBoundingClientRect().bottom + scrollY);
        return document.documentElement.scrollHeight - Math.max(...ends);
      });
      expect(empty, address).toBeLessThanOrEqual(1);
    }
  },
);
