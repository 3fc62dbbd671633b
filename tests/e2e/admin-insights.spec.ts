import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { LeadPage } from '#lead/answers';
import { leadId } from '#server/leads/lead-id';
import { openStore } from '#server/storage/stores';
import { bookedVisit } from '#tests/support/visits';
import { expectCleanAt } from '#tests/support/browser/axe';
import type { SiteProcess } from '#tests/support/site-process';
import { consultation } from '#tests/support/visitor';
import { DAY, HOUR, MINUTE } from '#lib/time/units';
import { expectFingerSized, PHONE } from './fingers.ts';
import { expect, ownersTest as test } from './leads-site.ts';

/** Leads that came in `ages` days ago, all the same but for that. */
async function fill({ dataDir }: SiteProcess, ages: readonly number[], fields: object = {}, attribution?: object) {
  const leads = openStore('leads', { context: 'dev', dataDir });
  for (const [index, age] of ages.entries()) {
    const at = new Date(Date.now() - age * DAY - MINUTE).toISOString();
    const id = leadId(`${JSON.stringify([fields, attribution])} ${age} ${index}`);
    const request = { ...consultation, ...(attribution && { attribution }) };
    const stamps = { createdAt: at, updatedAt: at, source: 'dialog', status: 'new', isSpam: false };
    await leads.put(`leads/${id}`, { id, ...stamps, request, ...fields });
  }
}

const ad = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'Fall shades', landing: '/' };

/** Four requests in the last 30 days, of which one has booked, two in the 30 before, and two long ago. */
async function fillAll(site: SiteProcess) {
  const moment = new Date(Date.now() - 5 * DAY).toISOString();
  const visit = bookedVisit('a', new Date(Date.now() - 3 * DAY).toISOString());
  await fill(site, [6], { status: 'booked', bookedAt: moment, visits: [visit] }, ad);
  await fill(site, [6], {}, ad);
  const calledAt = new Date(Date.now() - 7 * DAY + 2 * HOUR - MINUTE).toISOString();
  await fill(site, [7], { status: 'contacted', calledAt });
  const nextdoor = { landing: '/blog', referrer: 'https://www.nextdoor.com/' };
  await fill(
    site,
    [7],
    { status: 'won', closedAt: moment, amount: 12_400, job: { orderedOn: moment.slice(0, 10) } },
    nextdoor,
  );
  await fill(site, [41], { status: 'quoted', amount: 8200 }, { gclid: 'x' });
  await fill(site, [8], { isSpam: true });
  await fill(site, [40, 200]);
  const long = 'a-campaign-with-a-name-as-long-as-no-table-has-room-for-it'.repeat(3);
  await fill(site, [300], {}, { utm_campaign: long });
}

const headline = (page: Page, name: string) =>
  page.locator('dl').first().getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
const range = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const figure = (page: Page, name: string) =>
  page.getByRole('figure').filter({ has: page.getByRole('heading', { level: 2, name }) });

test('the figures beside those before, the funnel, dollars by source that open their leads; other days; files; and all of it by one hand', async ({
  page,
  site,
  wire,
}) => {
  await fillAll(site);
  await page.goto('/admin/insights');
  await expect(headline(page, 'Requests')).toHaveText(['4: the leads', '2 more than before']);
  for (const name of ['Booked', 'Visited', 'Won']) {
    await expect(headline(page, name).first()).toHaveText('1: the leads');
  }
  await expect(headline(page, 'Sales').first()).toHaveText('$12,400');
  const quoted = page.getByRole('link', { name: 'Quoted, open: $8,200' });
  await expect(quoted).toHaveAttribute('href', '/admin/leads?status=quoted');
  await expect(headline(page, 'Request to first call')).toHaveText([
    '2 h',
    'nobody was called before, 1 call',
    'The slowest tenth: 2 h or longer',
  ]);
  await expect(page.getByText('Left out: 1 request that robots most likely sent.')).toBeVisible();

  const weeks = figure(page, 'By week');
  const charts = weeks.getByRole('img');
  await expect(charts).toHaveCount(5);
  await expect(charts.first()).toHaveAccessibleName(/^Requests by week: 4 in all, between 0 and \d a week\.$/);
  await expect(charts.last()).toHaveAccessibleName(/^Sales by week: \$12,400 in all,/);
  await expect(weeks.locator('.bar').first()).toBeAttached();
  await weeks.locator('[data-tone=won] .column').last().hover();
  await expect(weeks.locator('[data-tone=won] .value').last()).toBeVisible();
  const funnel = figure(page, 'From request to sale').getByRole('definition');
  await expect(funnel).toHaveText([/^4:/, /^25%1:/, /^25%1:/, /^25%1:/, '$12,400$12,400 a sale']);
  const shares = figure(page, 'What pays');
  const by = shares.getByLabel('By');
  await expect(shares.getByRole('row')).toHaveCount(4);
  const cells = (name: string) => shares.getByRole('row').filter({ hasText: name }).getByRole('cell');
  await expect(cells('Google ad')).toHaveText([/^2/, /^1/, /^1/, '0', '$0']);
  await expect(cells('Nextdoor')).toHaveText([/^1/, '0', '0', /^1/, /^\$12,400/]);

  await test.step('every figure opens as many leads as it says, by each choice of the table', async () => {
    await weeks.getByText('Table').click();
    const links = page.locator('.insights a[href^="/admin/leads?"]:has(.sr-only)');
    const figures = new Set<string>();
    for (const name of ['City', 'Source', 'Campaign']) {
      await by.selectOption(name);
      const shown = links.evaluateAll((all) =>
        all.map((link) => `${link.getAttribute('href')} ${link.querySelector('span')?.textContent}`),
      );
      for (const figure of await shown) figures.add(figure);
    }
    await expect(cells('Fall shades')).toHaveText([/^2/, /^1/, /^1/, '0', '$0']);
    expect(figures.size).toBeGreaterThan(20);
    for (const figure of figures) {
      const [address = '', shown = ''] = figure.split(' ');
      const { leads } = (await (await page.request.get(address.replace('/admin', '/api'))).json()) as LeadPage;
      const dollars = leads.reduce((sum, { amount = 0 }) => sum + amount, 0);
      const counted = shown.startsWith('$') ? `$${dollars.toLocaleString('en-US')}` : String(leads.length);
      expect(counted, address).toBe(shown);
    }
  });

  await test.step('other days: focus stays, the change is told, and the address leads back to it and to the table', async () => {
    await range(page, '90 days').click();
    await expect(range(page, '90 days')).toBeFocused();
    const news = page.getByRole('status').filter({ hasText: '6 requests, 1 booked, 1 visited, 1 won, $12,400' });
    await expect(news).toHaveText(/in the last 90 days$/);
    await page.reload();
    await expect(range(page, '90 days')).toHaveAttribute('aria-pressed', 'true');
    await expect(headline(page, 'Requests').first()).toContainText('6');
    await expect(by).toHaveValue('campaigns');
    wire.meddle('/api/insights?days=365', { answer: { status: 503, body: { error: 'Not now' } } });
    await range(page, '1 year').click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(headline(page, 'Requests').first()).toContainText('8');
    await expect(page.getByRole('heading', { name: 'Figures of' })).toBeFocused();
  });

  await test.step('the files hold the days that are shown', async () => {
    const download = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name, exact: true }).click(),
      ]);
      return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
    };
    const [name, text] = await download('Export CSV');
    expect(name).toMatch(/^insights-365-days-\d{4}-\d\d-\d\d\.csv$/);
    expect(text).toMatch(/\r\n"Period","","[\d-]+","[\d-]+","8","1","1","1","12400","120","120"\r\n/);
    expect((await download('Export for Google Ads'))[0]).toMatch(/^google-ads-365-days-/);
  });

  await test.step('by one hand the days are chosen at the bottom, and nothing is too small or too wide', async () => {
    await page.setViewportSize(PHONE.viewport);
    const edges = async (one: Locator) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await one.boundingBox()) ?? {};
      return { top: y, bottom: y + height, right: x + width };
    };
    const { top: bar } = await edges(page.getByRole('navigation', { name: 'Admin' }));
    const { top, bottom } = await edges(range(page, '1 year'));
    expect(bottom).toBeLessThanOrEqual(bar);
    expect(top).toBeGreaterThan(500);
    for (const chart of await charts.all()) expect((await edges(chart)).right).toBeLessThanOrEqual(375 - 20);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect((await edges(page.getByText('What is counted'))).bottom).toBeLessThan(top);
    await expectFingerSized(page);
    for (const summary of await page.locator('summary').all()) await summary.click();
    await expectCleanAt(page, [320, 1440], 'the figures');
    expect(await (await page.request.get('/admin/insights')).text()).not.toMatch(/\sstyle=/);
  });
});
