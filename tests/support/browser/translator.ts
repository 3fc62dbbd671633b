import type { Page } from '@playwright/test';

/**
 * Does to every page of the browser what its translator does: once after load, and again for each added text, puts
 * `<font>` with a new text in the place of a text node. React goes on holding the old one, which is in no page.
 */
export async function translateAsBrowsersDo(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const LEFT_ALONE = 'font, script, style, textarea, noscript, [translate="no"]';

    function translate(root: Node): void {
      const texts: Node[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let text: Node | null = walker.currentNode; text; text = walker.nextNode()) texts.push(text);
      for (const text of texts) {
        if (!(text instanceof Text) || !text.data.trim() || text.parentElement?.closest(LEFT_ALONE)) continue;
        const inner = document.createElement('font');
        const outer = document.createElement('font');
        inner.append(text.data);
        outer.append(inner);
        text.replaceWith(outer);
      }
    }

    /** React has made the build's elements its own, which nobody is quick enough to translate before. */
    const isHydrated = (island: Element) =>
      island.firstElementChild === null ||
      Object.keys(island.firstElementChild).some((name) => name.startsWith('__react'));

    function begin(): void {
      const islands = [...document.querySelectorAll('astro-island[client="load"]')];
      if (!islands.every(isHydrated)) return void setTimeout(begin, 20);
      requestAnimationFrame(() => requestAnimationFrame(start));
    }

    function start(): void {
      translate(document.body);
      new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) translate(node);
      }).observe(document.body, { childList: true, subtree: true });
      document.documentElement.classList.add('translated-ltr');
    }
    if (window === top) addEventListener('load', begin);
  });
}

/** The translator has begun on this page. */
export const translated = (page: Page) => page.locator('html.translated-ltr').waitFor();
