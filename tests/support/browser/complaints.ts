import type { Page } from '@playwright/test';

/** What the page's content security policy blocks, from the next page on. */
export async function breachesOf(page: Page): Promise<string[]> {
  const breaches: string[] = [];
  await page.exposeFunction('hearBreach', (breach: string) => void breaches.push(breach));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      Reflect.get(window, 'hearBreach')(`${effectiveDirective} ${blockedURI}`),
    );
  });
  return breaches;
}

/**
 * Also the errors that nobody catches and that scripts log, and the scripts, styles, pictures and films that are not there.
 * Not the browser's own notes, which have no arguments, and Uppy's.
 */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints = await breachesOf(page);
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400 && /^\/(_astro|media|\.netlify\/images)\b/.test(pathname))
      complaints.push(`${response.status()} ${pathname}`);
  });
  page.on('console', (note) => {
    const isOwn = note.args().length > 0 && !note.text().startsWith('[Uppy]');
    if (note.type() === 'error' && isOwn) complaints.push(note.text());
  });
  return complaints;
}
