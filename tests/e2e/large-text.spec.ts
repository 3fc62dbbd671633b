import { areaPage, articlePage } from '#tests/support/addresses';
import { withoutPopup } from '#tests/support/browser/home';
import { builtPages } from '#tests/support/built-pages';
import { expect, test } from '#tests/support/host';

const addresses = (await builtPages()).map(({ address }) => address).filter((one) => !/^\/(admin|login)/.test(one));

test.beforeEach(({ page }) => withoutPopup(page));

/** What large text breaks on the page: the header's row, the page's width, words and buttons. */
function faultsOf(fontSize: string): string[] {
  document.documentElement.style.fontSize = fontSize;
  const found: string[] = [];
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const header = document.querySelector('header > .wrap');
  if (!header || header.getBoundingClientRect().height > 90) found.push('the header has two rows');
  const tooWide = document.documentElement.scrollWidth - innerWidth;
  if (tooWide > 0) found.push(`${tooWide} px too wide`);
  for (const box of document.querySelectorAll('a, button, summary, label')) {
    const bursts =
      box.scrollWidth > box.clientWidth + 1 || (box.matches('.btn') && box.scrollHeight > box.clientHeight + 1);
    if (isSeen(box) && getComputedStyle(box).display !== 'inline' && bursts) found.push(`${box.textContent} bursts`);
  }
  const range = document.createRange();
  const topOf = (node: Node, start: number, end: number) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].map(({ top }) => top);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest('script, style, noscript, .sr-only') || !isSeen(parent)) continue;
    // An address may break anywhere. Behind a soft hyphen there is a hyphen.
    for (const { 0: part, index } of `${node.nodeValue}`.matchAll(/(?<!\S)[^\s@]+(?!\S)/g)) {
      if (/\w\.\w/.test(part) || new Set(topOf(node, index, index + part.length)).size < 2) continue;
      for (const { index: at } of part.matchAll(/(?<=[\p{L}\d])[\p{L}\d]/gu)) {
        const before = topOf(node, index + at - 1, index + at).at(-1) ?? 0;
        const after = topOf(node, index + at, index + at + 1).at(-1) ?? 0;
        if (after - before > 4) found.push(`${part.slice(0, at)}|${part.slice(at)}`);
      }
    }
  }
  return found;
}

for (const [name, isSpanish] of [
  ['English', false],
  ['Spanish', true],
] as const) {
  test(`no ${name} page with large text breaks a word, bursts a button, scrolls sideways or has a second row in its header`, async ({
    page,
  }) => {
    await page.route('**/*.{avif,webp}', (route) => route.abort());
    for (const address of addresses.filter((one) => /^\/es($|\/)/.test(one) === isSpanish)) {
      await page.goto(address);
      await page.evaluate(async () => {
        for (const folded of document.querySelectorAll<HTMLDetailsElement>('main details')) folded.open = true;
        await document.fonts.ready;
      });
      for (const width of [375, 768, 1440]) {
        await page.setViewportSize({ width, height: 700 });
        for (const size of ['130%', '200%'])
          expect(await page.evaluate(faultsOf, size), `${address} at ${width} px, ${size}`).toEqual([]);
      }
    }
  });
}

for (const [width, height] of [
  [375, 667],
  [1366, 650],
] as const) {
  test(`at ${width} by ${height} the keyboard’s place is never behind a bar, forwards and backwards`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const address of ['/', articlePage, areaPage, '/gallery', '/book']) {
      await page.goto(address);
      for (const key of ['Tab', 'Shift+Tab']) {
        const hidden: string[] = [];
        for (let step = 0, isInside = true; isInside || step < 5; step += 1) {
          expect(step, `${address} has an end`).toBeLessThan(200);
          await page.keyboard.press(key);
          const behind = await page.evaluate(() => {
            const focused = document.activeElement;
            if (!focused || focused === document.body) return null;
            if (focused.closest('header, .dock')) return '';
            const { left, top, bottom } = focused.getBoundingClientRect();
            if (bottom - top > innerHeight / 2) return '';
            const isCovered = [top + 2, bottom - 2].some((y) => {
              const bar = document.elementFromPoint(Math.max(left, 0) + 4, y)?.closest('header, .dock, .dialog-foot');
              return y < 0 || y > innerHeight || (bar && !bar.contains(focused));
            });
            return isCovered ? `${focused.tagName} ${focused.textContent}` : '';
          });
          isInside = behind !== null;
          if (behind) hidden.push(behind);
        }
        expect(hidden, `${address} by ${key}`).toEqual([]);
      }
    }
  });
}

test('a Spanish visitor of a low window sees a button', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  await page.goto('/es');
  await expect(page.getByRole('main').locator('[data-book]').first()).toBeInViewport({ ratio: 1 });
});

test('on paper every picture is printed, text is dark, no shade covers a picture, and the thanks are one sheet', async ({
  page,
}) => {
  for (const address of ['/', areaPage, articlePage, '/gallery', '/es/thank-you', '/thank-you']) {
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
    if (address.endsWith('/thank-you'))
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), address).toHaveLength(1);
  }
});

test('in forced colors the slider’s thumb and the hours’ names are as bright as text', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto('/');
  const slider = page.getByRole('slider');
  const text = await page.locator('h1').evaluate((one) => getComputedStyle(one).color);
  await expect(slider).toHaveCSS('color', text);
  await expect(slider.locator('+ p')).toHaveCSS('color', text);
  await expect(slider).toHaveCSS('forced-color-adjust', 'none');
});
