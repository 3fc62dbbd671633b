import { areaPage, articlePage } from '#tests/support/addresses';
import { withoutPopup } from '#tests/support/browser/home';
import { expect, test } from '#tests/support/host';

const pages = ['/', areaPage, articlePage, '/book', '/gallery', '/thank-you'].flatMap((page) => [
  page,
  `/es${page === '/' ? '' : page}`,
]);

test.beforeEach(({ page }) => withoutPopup(page));

for (const width of [375, 1440]) {
  test(`42.9: at ${width} px the header is one row with large text, headings keep their words whole, buttons hold theirs`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    for (const address of pages) {
      await page.goto(address);
      for (const size of ['130%', '200%']) {
        const faults = await page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize;
          const isSeen = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0;
          const found: string[] = [];
          const header = document.querySelector('header > .wrap');
          if (!header || header.getBoundingClientRect().height > 90) found.push('the header has two rows');
          const tooWide = document.documentElement.scrollWidth - innerWidth;
          if (tooWide > 0) found.push(`${tooWide} px too wide`);
          for (const button of document.querySelectorAll('.btn')) {
            if (isSeen(button) && button.scrollWidth > button.clientWidth + 1) found.push(`${button.textContent}`);
          }
          const text = document.createRange();
          for (const heading of document.querySelectorAll('h1, h2')) {
            for (const node of isSeen(heading) ? heading.childNodes : []) {
              for (const { 0: word, index } of `${node.nodeValue ?? ''}`.matchAll(/[^\s-]+/g)) {
                text.setStart(node, index);
                text.setEnd(node, index + word.length);
                if (new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
              }
            }
          }
          return found;
        }, size);
        expect(faults, `${address} at ${size}`).toEqual([]);
      }
    }
  });
}

test('42.9: the keyboard’s place is never behind a bar', async ({ page }) => {
  for (const [width, height] of [
    [375, 667],
    [1366, 650],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const hidden: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const behind = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused.closest('header, .dock')) return '';
        const { left, top, bottom } = focused.getBoundingClientRect();
        const edges = bottom - top > innerHeight / 2 ? [] : [top + 2, bottom - 2];
        const bars = edges.map((y) => document.elementFromPoint(Math.max(left, 0) + 4, y)?.closest('header, .dock'));
        return bars.some(Boolean) ? (focused.textContent ?? '') : '';
      });
      if (behind) hidden.push(behind);
    }
    expect(hidden, `${width} px`).toEqual([]);
  }
});

test('42.9: a Spanish visitor of a low window sees a button', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  await page.goto('/es');
  await expect(page.getByRole('main').locator('[data-book]').first()).toBeInViewport({ ratio: 1 });
});

test('42.9: on paper, text is dark, no shade covers a picture, and the thanks are one sheet', async ({ page }) => {
  for (const address of ['/', '/es/thank-you', '/thank-you']) {
    await page.goto(address);
    await page.emulateMedia({ media: 'print' });
    const colors = await page
      .locator('.night :is(h2, p, dd, a)')
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))]);
    expect(colors, address).toEqual(['rgb(0, 0, 0)']);
    await expect(page.locator('.window > i').first(), address).toBeHidden();
    const pdf = await page.pdf({ format: 'Letter' });
    if (address !== '/') expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), address).toHaveLength(1);
  }
});
