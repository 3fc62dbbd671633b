import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { leadId } from '#server/leads/lead';
import { openStore } from '#server/storage/stores';
import { expectCleanAt } from '#tests/support/browser/axe';
import type { SiteProcess } from '#tests/support/site-process';
import { consultation } from '#tests/support/visitor';
import { expectFingerSized, PHONE } from './fingers.ts';
import { expect, signIn, test } from './leads-site.ts';

const DAY = 24 * 60 * 60_000;

/** Leads that came in `ages` days ago, all the same but for that. */
async function fill({ dataDir }: SiteProcess, ages: readonly number[], fields: object = {}, attribution?: object) {
  const leads = openStore('leads', { context: 'dev', dataDir });
  for (const [index, age] of ages.entries()) {
    const at = new Date(Date.now() - age * DAY - 60_000).toISOString();
    const id = leadId(`${JSON.stringify([fields, attribution])} ${age} ${index}`);
    const request = { ...consultation, ...(attribution && { attribution }) };
    const stamps = { createdAt: at, updatedAt: at, source: 'dialog', status: 'new', isSpam: false };
    await leads.put(`leads/${id}`, { id, ...stamps, request, changes: 0, moves: 0, notes: '', ...fields });
  }
}

const ad = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'Fall shades', landing: '/' };

/** Four requests in the last 30 days, of which one has booked, two in the 30 before, and one long ago. */
async function fillAll(page: Page, site: SiteProcess) {
  await signIn(page.request);
  const moment = new Date(Date.now() - 5 * DAY).toISOString();
  await fill(site, [6], { status: 'booked', bookedAt: moment, slot: new Date(Date.now() - 3 * DAY).toISOString() }, ad);
  await fill(site, [6], {}, ad);
  const calledAt = new Date(Date.now() - 7 * DAY + 2 * 60 * 60_000 - 60_000).toISOString();
  await fill(site, [7], { status: 'contacted', calledAt });
  const nextdoor = { landing: '/blog', referrer: 'https://www.nextdoor.com/' };
  await fill(site, [7], { status: 'closed', closedAt: moment }, nextdoor);
  await fill(site, [8], { isSpam: true });
  await fill(site, [40, 41, 200]);
}

const headline = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
const range = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const figure = (page: Page, name: string) =>
  page.getByRole('figure').filter({ has: page.getByRole('heading', { level: 2, name }) });

test('what works: the figures beside those before, drawn, and as tables; of other days, and as a file', async ({
  page,
  site,
  wire,
}) => {
  await fillAll(page, site);
  await page.goto('/admin/insights');
  await expect(page.getByRole('heading', { level: 1, name: 'What Works' })).toBeVisible();
  await expect(headline(page, 'Requests')).toHaveText(['4', '2 more than before']);
  for (const name of ['Bookings', 'Visits', 'Closed']) {
    await expect(headline(page, name)).toHaveText(['1', '1 more than before']);
  }
  await expect(headline(page, 'Request to first call')).toHaveText(['2 h', 'nobody was called before, 1 call']);
  await expect(page.getByText('Left out: 1 request that robots most likely sent.')).toBeVisible();

  const weeks = figure(page, 'By week');
  await expect(weeks.getByRole('img')).toHaveCount(4);
  await expect(weeks.getByRole('img').first()).toHaveAccessibleName(
    /^Requests by week: 4 in all, between 0 and \d a week\.$/,
  );
  const sources = figure(page, 'Where requests come from');
  await expect(sources.getByRole('img')).toHaveAccessibleName(
    'Where requests come from. google / cpc: 2 requests, 1 booked; nextdoor.com: 1 request, 0 booked; Not known: 1 request, 0 booked.',
  );
  const colors = await sources.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return new Set(Array.from({ length: data.length / 4 }, (_, index) => data.slice(index * 4, index * 4 + 4).join()))
      .size;
  });
  expect(colors).toBeGreaterThan(3);
  await expect(sources.getByRole('table')).toBeHidden();
  await sources.getByText('Table').click();
  await expect(sources.getByRole('row')).toHaveText([
    'SourceRequestsBookingsVisitsClosed',
    'google / cpc2110',
    'nextdoor.com1001',
    'Not known1000',
  ]);
  await figure(page, 'Campaigns').getByText('Table').click();
  await expect(figure(page, 'Campaigns').getByRole('row').nth(1)).toHaveText('Fall shades2110');
  await page.getByText('What is counted').click();
  await expect(page.getByText('Whoever booked a visit before that, or came by phone, is left out.')).toBeVisible();

  await test.step('other days: focus stays, the change is said, and the address leads back to it', async () => {
    await range(page, '90 days').click();
    await expect(headline(page, 'Requests').first()).toHaveText('6');
    await expect(range(page, '90 days')).toBeFocused();
    await expect(range(page, '90 days')).toHaveAttribute('aria-pressed', 'true');
    await expect(range(page, '30 days')).toHaveAttribute('aria-pressed', 'false');
    await expect(
      page.getByRole('status').filter({ hasText: '6 requests, 1 booking, 1 visit and 1 closed' }),
    ).toHaveText(/in the last 90 days$/);
    await page.reload();
    await expect(range(page, '90 days')).toHaveAttribute('aria-pressed', 'true');
    await expect(headline(page, 'Requests').first()).toHaveText('6');

    wire.always('/api/insights?days=365', { answer: { status: 503, body: { error: 'Not now' } } });
    await range(page, '1 year').click();
    await expect(page.getByText('The figures could not be loaded.')).toBeVisible();
    wire.calm();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(headline(page, 'Requests').first()).toHaveText('7');
    await expect(page.getByRole('heading', { name: 'Figures of' })).toBeFocused();
  });
  await test.step('the file holds the days that are shown', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^insights-365-days-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toMatch(/\r\n"Period","","[\d-]+","[\d-]+","7","1","1","1","120"\r\n/);
    expect(text).toContain('"Source","google / cpc"');
  });
});

test('skeletons, nothing yet, and charts that cannot be had', async ({ page, site, wire }) => {
  await signIn(page.request);
  const held = Promise.withResolvers<void>();
  wire.always('/api/insights?days=30', { holdAnswer: held.promise });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/admin/insights');
  await expect(page.locator('[data-skeleton]')).toHaveCount(5);
  expect(scripts.filter((url) => url.includes('/drawing'))).toEqual([]);
  held.resolve();
  await expect(page.getByText('No requests in the last 30 days yet.')).toBeVisible();
  expect(scripts.filter((url) => url.includes('/drawing'))).toEqual([]);

  wire.calm();
  await fillAll(page, site);
  await page.route('**/drawing*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('The charts could not be loaded. The tables hold the same figures.')).toBeVisible();
  await expect(figure(page, 'Cities').getByRole('cell').first()).toHaveText('4');
  expect(await (await page.request.get('/admin/insights')).text()).not.toMatch(/\sstyle=/);
  await expect(page.getByRole('img')).toHaveCount(0);
});

test.describe('by one hand', () => {
  test.use(PHONE);

  test('the days are chosen at the bottom, nothing is too small or too wide, and it is accessible at every width', async ({
    page,
    site,
  }) => {
    await fillAll(page, site);
    await fill(
      site,
      [300],
      {},
      { utm_campaign: 'a-campaign-with-a-name-as-long-as-no-table-has-room-for-it'.repeat(3) },
    );
    await page.goto('/admin/insights');
    await expect(figure(page, 'Cities').getByRole('img')).toBeVisible();
    const bar = (await page.getByRole('navigation', { name: 'Admin' }).boundingBox())?.y ?? 0;
    const box = await range(page, '1 year').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar);
    expect(box?.y).toBeGreaterThan(500);
    for (const canvas of await page.locator('canvas').all()) {
      const drawn = await canvas.boundingBox();
      expect((drawn?.x ?? 0) + (drawn?.width ?? 0)).toBeLessThanOrEqual(375 - 20);
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const last = await page.getByText('What is counted').boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(box?.y ?? 0);
    await range(page, '1 year').tap();
    await expect(headline(page, 'Requests').first()).toHaveText('8');
    await expectFingerSized(page);
    for (const summary of await page.locator('summary').all()) await summary.click();
    await expectCleanAt(page, [320, 1440], 'the figures');
  });
});
