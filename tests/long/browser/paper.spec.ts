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
