import type { Locator, Page } from '@playwright/test';
import { changeLead } from '#server/leads/lead';
import { openStore } from '#server/storage/stores';
import { slotKey } from '#server/slots/records';
import type { SiteProcess } from '#tests/support/site-process';
import { expectCleanAt } from '#tests/support/browser/axe';
import { expectFingerSized, PHONE } from './fingers.ts';
import { expect, leadsPage, receive, signIn, test, toast } from './leads-site.ts';
import { business } from '#business';
import { consultation } from '#tests/support/visitor';

const HOUR = 60 * 60_000;

/** What stands in storage of a visit at that moment, ms. */
async function standsAt({ dataDir }: SiteProcess, id: string, start: number): Promise<void> {
  const place = { context: 'dev', dataDir };
  const slot = new Date(start).toISOString();
  await changeLead(openStore('leads', place), id, (lead) => ({ ...lead, slot, status: 'booked' }));
  await openStore('calendar', place).put(slotKey(start), { state: 'booked', eventNumber: 0, writes: 1, lead: id });
}

/** A day with a visit in four days, one who waits within the promise and one beyond it. */
async function fill(page: Page, site: SiteProcess) {
  const { request } = page;
  const visit = await receive(request, {
    name: 'Ana Duarte',
    phone: '(321) 555-0123',
    address: '12 Palm Way',
    about: 'Product: Roller shades',
    message: 'Two windows over the tub.',
  });
  await standsAt(site, visit, Math.ceil(Date.now() / HOUR) * HOUR + 96 * HOUR);
  const late = await receive(request, { name: 'Ruth Okafor' });
  const createdAt = new Date(Date.now() - 30.5 * HOUR).toISOString();
  const leads = openStore('leads', { context: 'dev', dataDir: site.dataDir });
  await changeLead(leads, late, (lead) => ({ ...lead, createdAt }));
  await receive(request, { name: 'Ben Sato', phone: '', email: 'ben@example.com', preferredContact: 'email' });
  return { visit, late };
}

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });

test('skeletons, a failure, nothing; the day: where to go, whom to call, and how long they have waited; whoever was called leaves the list', async ({
  page,
  site,
  wire,
}) => {
  await signIn(page.request);
  const held = Promise.withResolvers<void>();
  wire.always('/api/today', { holdAnswer: held.promise, answer: { status: 503, body: { error: 'Not now' } } });
  await page.goto('/admin');
  await expect(page.locator('[data-skeleton]')).toHaveCount(3);
  held.resolve();
  await expect(page.getByText('Your day could not be loaded.')).toBeVisible();
  wire.calm();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No visits are booked. What visitors book stands here.')).toBeVisible();
  await expect(page.getByText('Nobody waits. Every request is answered.')).toBeVisible();

  const { visit, late } = await fill(page, site);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page.getByText('No visits today.')).toBeVisible();
  const week = page.getByRole('region', { name: 'This week' });
  await expect(week.getByRole('heading', { level: 3 })).toHaveText(/^\w+, \w+\s\d+, \d+:\d\d\s[AP]M Ana Duarte$/);
  const ana = card(page, 'Ana Duarte');
  await expect(ana).toContainText(consultation.serviceInterest);
  await expect(ana).toContainText('Asked about: Product: Roller shades');
  await expect(ana).toContainText('Two windows over the tub.');
  const href = (name: string) => ana.getByRole('link', { name }).getAttribute('href');
  const { city, zipCode } = consultation;
  const map = new URL((await href(`12 Palm Way, ${city} ${zipCode} (opens the map)`)) ?? '');
  expect(map.origin + map.pathname).toBe('https://www.google.com/maps/search/');
  expect(map.searchParams.get('query')).toBe(`12 Palm Way, ${city}, ${business.address.state} ${zipCode}`);
  expect(await href('Call Ana Duarte')).toBe('tel:+13215550123');
  expect(await href('Text Ana Duarte')).toBe('sms:+13215550123');
  expect(await href('Mail Ana Duarte')).toBe('mailto:elise.romero@example.com');
  expect(await href('Details Ana Duarte')).toBe(`/admin/leads#${visit}`);
  const waiting = page.getByRole('region', { name: 'Waiting for a call' });
  await expect(waiting.getByRole('heading', { level: 3 })).toHaveText(['Ruth Okafor', 'Ben Sato']);
  await expect(card(page, 'Ruth Okafor')).toContainText('Waits 30 hours, 6 hours longer than promised');
  await expect(card(page, 'Ben Sato')).toContainText(/Waits \d minutes?, 23 hours left/);

  await test.step('whoever was called leaves the list, and focus stays in it', async () => {
    const called = page.getByRole('button', { name: 'Called back Ruth Okafor' });
    wire.always(`/api/leads/${late}`, { answer: { status: 503, body: { error: 'The storage is away.' } } });
    await called.click();
    await expect(toast(page)).toHaveText('ErrorThe storage is away.');
    wire.calm();
    await called.click();
    await expect(toast(page)).toHaveText('Ruth Okafor is marked as called back');
    await expect(card(page, 'Ruth Okafor')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Waiting for a call' })).toBeFocused();
    await page.reload();
    await expect(card(page, 'Ben Sato')).toBeVisible();
    await expect(card(page, 'Ruth Okafor')).toHaveCount(0);
  });

  await test.step('on paper: what is to be done on the way', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(ana.getByText('(321) 555-0123, elise.romero@example.com')).toBeVisible();
    await expect(card(page, 'Ben Sato')).toBeHidden();
    for (const name of ['Add a lead', 'Print', 'View site']) {
      await expect(page.getByText(name, { exact: true }).first()).toBeHidden();
    }
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  await ana.getByRole('link', { name: 'Details Ana Duarte' }).click();
  await expect(leadsPage(page).detail('Ana Duarte')).toBeVisible();
});

test.describe('by one hand', () => {
  test.use(PHONE);

  test('the pages’ bar is at the bottom, and covers neither the page nor its main action, nor what is focused; accessible at every width', async ({
    page,
    site,
  }) => {
    await signIn(page.request);
    await fill(page, site);
    await page.goto('/admin');
    const bar = page.getByRole('navigation', { name: 'Admin' });
    const action = page.getByRole('main').getByRole('link', { name: 'Add a lead' }).last();
    const bottomOf = async (one: Locator) => {
      const box = await one.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 667 });
      await expect(card(page, 'Ben Sato')).toBeVisible();
      const links = await bar.getByRole('link').all();
      expect(links.length).toBeGreaterThanOrEqual(3);
      for (const link of links) {
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        // So six have room: none is wider than a sixth of the narrowest phone by its own content.
        const content = await link.evaluate((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return range.getBoundingClientRect().width;
        });
        expect(content).toBeLessThanOrEqual(320 / 6);
        expect(await bottomOf(link)).toBeGreaterThan(660);
      }
      await expect(bar.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page');
      const barTop = (await bar.boundingBox())?.y ?? 0;
      for (const name of ['Details Ana Duarte', 'Call Ruth Okafor', 'Details Ben Sato']) {
        const link = page.getByRole('link', { name });
        await link.focus();
        expect(await bottomOf(link)).toBeLessThanOrEqual(barTop);
      }
      await page.evaluate(() => scrollTo(0, 0));
      expect(await bottomOf(action)).toBeLessThanOrEqual(barTop);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      expect(await bottomOf(action)).toBeLessThanOrEqual(barTop);
      const last = page.getByRole('button', { name: 'Called back Ben Sato' });
      expect(await bottomOf(last)).toBeLessThan((await action.boundingBox())?.y ?? 0);
    }
    await expectFingerSized(page);
    await expectCleanAt(page, [320, 1440], 'the day');
    await page.setViewportSize(PHONE.viewport);
    await bar.getByRole('link', { name: 'Leads' }).tap();
    await expect(page).toHaveURL('/admin/leads');
  });
});
