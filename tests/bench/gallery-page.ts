import { chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../scripts/chromium.ts';
import { seedStore } from '../../scripts/seed/gallery.ts';
import { untilQuiet } from '../support/quiet.ts';
import { SiteProcess } from '../support/site-process.ts';
import type { Row } from './row.ts';

const ITEMS = 100;
/** Lighthouse's phone. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** What a phone fetches of /gallery with a hundred items before it is scrolled, as it comes over the wire. */
export async function galleryPageRows(): Promise<Row[]> {
  const site = await SiteProcess.open({ RATE_LIMIT: 'off' });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
  try {
    await seedStore(site.dataDir, ITEMS);
    const page = await (await browser.newContext({ ...phone, baseURL: site.url })).newPage();
    const weighed = await weigh(page);
    await page.goto('/gallery');
    await page
      .locator('button.work')
      .nth(ITEMS - 1)
      .waitFor({ state: 'attached' });
    await untilQuiet(page);
    const weights = weighed();
    const all = [...weights.values()].reduce((sum, bytes) => sum + bytes, 0);
    return [...weights, ['all', all] as const].map(([kind, bytes]) => ({
      what: `/gallery of ${ITEMS} items, ${kind}`,
      measured: bytes / 1000,
      unit: 'kB',
    }));
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Bytes that have come over the wire, by what they are. A film that is not read to its end counts as far as it was. */
async function weigh(page: Page): Promise<() => Map<string, number>> {
  const kinds = new Map<string, string>();
  const bytes = new Map<string, number>();
  const wire = await page.context().newCDPSession(page);
  wire.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  wire.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    bytes.set(requestId, (bytes.get(requestId) ?? 0) + encodedDataLength),
  );
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));
  await wire.send('Network.enable');
  return () => {
    const weights = new Map<string, number>();
    for (const [id, weight] of bytes) {
      const kind = kinds.get(id) ?? 'Other';
      weights.set(kind, (weights.get(kind) ?? 0) + weight);
    }
    return weights;
  };
}
