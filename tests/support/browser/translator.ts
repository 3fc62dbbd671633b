import type { Page } from '@playwright/test';

/**
 * Does to every page of the browser what its translator does: for each text, puts `<font>` with a new text in its place.
 * It begins before React has the built words, which it changes by a space. Of texts that are added later React goes on
 * holding the old node, which is in no page.
 */
export async function translateAsBrowsersDo(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const LEFT_ALONE = 'font, script, style, textarea, noscript, [translate="no"]';

    function translate(root: Node, ending = ''): void {
      const texts: Node[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let text: Node | null = walker.currentNode; text; text = walker.nextNode()) texts.push(text);
      for (const text of texts) {
        if (!(text instanceof Text) || !text.data.trim() || text.parentElement?.closest(LEFT_ALONE)) continue;
        const inner = document.createElement('font');
        const outer = document.createElement('font');
        inner.append(text.data + ending);
        outer.append(inner);
        text.replaceWith(outer);
      }
    }

    function start(): void {
      translate(document.body, ' ');
      new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) translate(node);
      }).observe(document.body, { childList: true, subtree: true });
      document.documentElement.classList.add('translated-ltr');
    }
    if (window === top) addEventListener('DOMContentLoaded', start);
  });
}

/** The translator has begun on this page. */
export const translated = (page: Page) => page.locator('html.translated-ltr').waitFor();
