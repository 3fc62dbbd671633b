import { business } from '#business';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import { areaPage, articlePage, guidePages } from '#tests/support/addresses';
import { expectAccessible } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { withoutPopup } from '#tests/support/browser/home';
import { expect, test, walked } from '#tests/support/host';

/** One page of each kind: the others are of the same components. */
const kinds = [...guidePages, areaPage, '/privacy', '/unknown'];
/** Axe looks at each state of these in their own tests. */
const others = ['/', '/gallery', '/book', '/sun', '/thank-you', '/visit'];

test.beforeEach(({ page }) => withoutPopup(page));

/** What large text breaks on the page: the header's row, the page's width, words and buttons. */
function faultsOf(sizes: readonly string[]): string[] {
  const found: string[] = [];
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const range = document.createRange();
  const topOf = (node: Node, start = 0, end = node.nodeValue?.length ?? 0) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].map(({ top }) => top);
  };
  for (const fontSize of sizes) {
    document.documentElement.style.fontSize = fontSize;
    const note = (fault: string) => found.push(`${fontSize}: ${fault}`);
    const header = document.querySelector('header > .wrap');
    if (!header || header.getBoundingClientRect().height > 90) note('the header has two rows');
    const tooWide = document.documentElement.scrollWidth - innerWidth;
    if (tooWide > 0) note(`${tooWide} px too wide`);
    for (const box of document.querySelectorAll('a, button, summary, label')) {
      const bursts =
        box.scrollWidth > box.clientWidth + 1 || (box.matches('.btn') && box.scrollHeight > box.clientHeight + 1);
      if (isSeen(box) && getComputedStyle(box).display !== 'inline' && bursts) note(`${box.textContent} bursts`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest('script, style, noscript, .sr-only') || !isSeen(parent)) continue;
      if (new Set(topOf(node)).size < 2) continue;
      // An address may break anywhere. Behind a soft hyphen there is a hyphen.
      for (const { 0: part, index } of `${node.nodeValue}`.matchAll(/(?<!\S)[^\s@]+(?!\S)/g)) {
        if (/\w\.\w/.test(part) || new Set(topOf(node, index, index + part.length)).size < 2) continue;
        for (const { index: at } of part.matchAll(/(?<=[\p{L}\d])[\p{L}\d]/gu)) {
          const before = topOf(node, index + at - 1, index + at).at(-1) ?? 0;
          const after = topOf(node, index + at, index + at + 1).at(-1) ?? 0;
          if (after - before > 4) note(`${part.slice(0, at)}|${part.slice(at)}`);
        }
      }
    }
  }
  document.documentElement.style.removeProperty('font-size');
  return found;
}

for (const language of walked(siteLanguages))
  test(`axe finds nothing on any kind of page, which fits every width, also in large text, and keeps to its policy; ${language}`, async ({
    page,
  }) => {
    const complaints = await complaintsOf(page);
    for (const kind of [...kinds, ...others]) {
      const address = pathIn(language, kind);
      await page.setViewportSize({ width: language === 'en' ? 1440 : 375, height: 800 });
      await page.goto(address);
      if (kinds.includes(kind)) await expectAccessible(page, address);
      await page.evaluate(async () => {
        for (const folded of document.querySelectorAll<HTMLDetailsElement>('main details')) folded.open = true;
        await document.fonts.ready;
      });
      for (const width of walked([1440, 768, 375, 320, 1024], 4)) {
        await page.setViewportSize({ width, height: 800 });
        // In a wide window the header is what large text breaks, and it is the same on all pages.
        const isLarge = width === 375 || ([1440, 768].includes(width) && (kind === '/' || process.env['SEEDS']));
        const sizes = isLarge ? walked(['200%', '130%']) : [];
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([tooWide, ...(await page.evaluate(faultsOf, sizes))], `${address} at ${width} px`).toEqual([0]);
      }
    }
    expect(complaints).toEqual([]);
  });

test('whatever becomes of the scripts, each kind of page is there to its end, and its buttons lead on', async ({
  page,
}) => {
  await page.route('**/*.js', (route) => route.abort());
  for (const address of ['/gallery', '/book', articlePage, areaPage, '/']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const parts = page.locator('main section, main article, main > div, footer');
    const hidden = await parts.evaluateAll((all) => all.filter((part) => part.getBoundingClientRect().height === 0));
    expect(hidden, address).toEqual([]);
  }
  await page.getByRole('main').getByRole('link', { name: 'Schedule Consultation' }).first().click();
  await expect(page).toHaveURL('/book');
});

test('the keyboard opens an article from the list, past the skip link; there the phone, the dialog and the list are at hand', async ({
  page,
}) => {
  test.skip(guidePages.length === 0, 'The dealer writes no articles.');
  const main = page.getByRole('main');
  await page.goto('/blog');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const first = main.getByRole('listitem').first().getByRole('link');
  await expect(first).toBeFocused();
  const title = (await first.textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(main.getByRole('link', { name: business.phone.display })).toHaveAttribute('href', business.phone.href);
  await main.getByRole('link', { name: 'Schedule Consultation' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Schedule Your Free Consultation' })).toBeVisible();
  await page.keyboard.press('Escape');
  await main.getByRole('link', { name: 'Back to Guides' }).press('Enter');
  await expect(page).toHaveURL('/blog');
});

test('the keyboard’s place is never behind a bar, forwards and backwards', async ({ page }) => {
  for (const [address, width, height, keys] of walked([
    ['/', 375, 667, ['Tab', 'Shift+Tab']],
    [areaPage, 1366, 650, ['Shift+Tab', 'Tab']],
  ] as const)) {
    await page.setViewportSize({ width, height });
    await page.goto(address);
    for (const key of walked(keys)) {
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
