import type { Locator, Page } from '@playwright/test';
import { changeLead } from '#server/leads/lead';
import { openStore } from '#server/storage/stores';
import { slotKey } from '#server/slots/records';
import type { SiteProcess } from '#tests/support/site-process';
import { expectCleanAt } from '#tests/support/browser/axe';
import { HOUR } from '#lib/time/units';
import { expectFingerSized, PHONE } from './fingers.ts';
import { expect, leadOf, leadsPage, receive, signIn, test, toast } from './leads-site.ts';
import { business } from '#business';
import { consultation } from '#tests/support/visitor';

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
  const createdAt = new Date(Date.now() - 80.5 * HOUR).toISOString();
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
  await page.getByText('1 visit later').click();
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
  await expect(waiting.getByRole('heading', { level: 3 })).toHaveText(['Ben Sato', 'Ruth Okafor']);
  await expect(card(page, 'Ruth Okafor')).toContainText(/Waits 3 days, \d+ (hours|days) longer than promised/);
  await expect(card(page, 'Ben Sato')).toContainText(/Waits \d minutes?, \d+ (hours|days) left/);

  await test.step('whoever was called comes back, which can be taken back; focus stays there', async () => {
    const called = page.getByRole('button', { name: 'Reached Ruth Okafor' });
    const counts = page.getByRole('navigation', { name: 'Your day' });
    await expect(counts.getByRole('link')).toHaveText(['2 waiting']);
    wire.always(`/api/leads/${late}`, { answer: { status: 503, body: { error: 'The storage is away.' } } });
    await called.click();
    await expect(toast(page)).toHaveText('ErrorThe storage is away.');
    wire.calm();
    await called.click();
    const line = page.getByText(/^Ruth Okafor comes back on \w+day\.$/);
    await expect(line).toBeFocused();
    await expect(counts.getByRole('link')).toHaveText(['1 waiting']);
    await page.getByRole('button', { name: 'Undo Ruth Okafor' }).click();
    await expect(page.getByRole('heading', { name: 'Ruth Okafor' })).toBeFocused();
    await page.getByRole('button', { name: 'Left a message Ruth Okafor' }).click();
    await expect(page.getByText('Ruth Okafor comes back tomorrow.')).toBeFocused();
    await page.getByRole('button', { name: 'Another day for Ruth Okafor' }).click();
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/^Ruth Okafor comes back on \w+day, \w+ \d+\.$/)).toBeVisible();
    await page.reload();
    await expect(card(page, 'Ben Sato')).toBeVisible();
    await expect(card(page, 'Ruth Okafor')).toHaveCount(0);
  });

  await page.getByText('1 visit later').click();
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
    await page.getByText('1 visit later').tap();
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
      const last = page.getByRole('link', { name: 'Details Ana Duarte' });
      expect(await bottomOf(last)).toBeLessThan((await action.boundingBox())?.y ?? 0);
    }
    await expectFingerSized(page);
    await expectCleanAt(page, [320, 1440], 'the day');
    await page.setViewportSize(PHONE.viewport);
    await bar.getByRole('link', { name: 'Leads' }).tap();
    await expect(page).toHaveURL('/admin/leads');
  });
});

/** A lead whose visit of an hour is over since some hours. */
async function visited(page: Page, site: SiteProcess, name: string, hours: number) {
  const id = await receive(page.request, { name });
  const start = Math.floor(Date.now() / HOUR) * HOUR - (hours + 1) * HOUR;
  await standsAt(site, id, start);
  return { id, visit: new Date(start).toISOString() };
}

for (const { width, height, ...device } of [
  { ...PHONE, ...PHONE.viewport },
  { width: 1440, height: 900 },
]) {
  test.describe(`at ${width} px`, () => {
    test.use({ ...device, viewport: { width, height } });

    test('the first screen says whom to call; how a visit went is told, taken back, and told again over another device', async ({
      page,
      site,
      wire,
    }) => {
      await signIn(page.request);
      const { id } = await visited(page, site, 'Carl Dietz', 1);
      const missed = await visited(page, site, 'Lena Park', 2);
      await receive(page.request, { name: 'Ben Sato' });
      await page.goto('/admin');
      const counts = page.getByRole('navigation', { name: 'Your day' });
      await expect(counts.getByRole('link')).toHaveText(['1 waiting', '2 to tell: how did it go?']);
      const trouble = page.getByText('Visitors get no mail: it is not set up.').first();
      await expect(trouble).toBeVisible();
      const call = page.getByRole('link', { name: 'Call Ben Sato' });
      const action = page.locator('.page-action');
      const bottom = width < 832 ? ((await action.boundingBox())?.y ?? 0) : height;
      const box = await call.boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(bottom);
      await trouble.click();
      await expect(page.getByText('Please tell visitors of their times yourself.')).toBeVisible();

      await counts.getByRole('link', { name: 'how did it go?' }).click();
      await expect(page.getByRole('heading', { name: 'How did it go?' })).toBeInViewport();
      await page.getByRole('button', { name: 'Quoted Carl Dietz' }).click();
      const carl = card(page, 'Carl Dietz');
      const amount = carl.getByLabel('Amount in dollars');
      const save = page.getByRole('button', { name: 'Save Carl Dietz' });
      await amount.fill('about 3,000');
      await save.click();
      await expect(carl.getByText('Please enter an amount such as 3,200')).toBeVisible();
      await amount.fill('$3,200');
      await carl.getByRole('button', { name: 'Next week' }).click();
      wire.always(`/api/leads/${id}`, { answer: { status: 503, body: { error: 'The storage is away.' } } });
      await save.click();
      await expect(toast(page)).toHaveText('ErrorThe storage is away.');
      await expect(amount).toHaveValue('$3,200');
      wire.calm();
      await expectCleanAt(page, [width], 'telling how a visit went');
      if (width < 832) await expectFingerSized(page);
      await save.click();
      await expect(page.getByText(/^Carl Dietz: Quoted, \$3,200\. Comes back on \w+day, \w+ \d+\.$/)).toBeFocused();
      expect(await leadOf(page.request, id)).toMatchObject({ status: 'quoted', amount: 3200 });
      await page.getByRole('button', { name: 'Undo Carl Dietz' }).click();
      await expect(page.getByRole('heading', { name: 'Carl Dietz' })).toBeFocused();
      expect(await leadOf(page.request, id)).not.toHaveProperty('amount');

      await test.step('who was not at home is to be called today', async () => {
        await page.getByRole('button', { name: 'Not home Lena Park' }).click();
        await expect(page.getByText('Lena Park: Not home. Comes back today.')).toBeFocused();
        await expect(counts.getByRole('link', { name: '1 to call again' })).toBeVisible();
        await page.getByRole('button', { name: 'Lost Lena Park' }).click();
        await page.getByLabel('Why?').selectOption('Never reached');
        await page.getByRole('button', { name: 'Save Lena Park' }).click();
        await expect(page.getByText('Lena Park: Lost, Never reached.')).toBeFocused();
        expect(await leadOf(page.request, missed.id)).toMatchObject({ status: 'lost', lostReason: 'no answer' });
      });

      await test.step('another device has said something else', async () => {
        const { start } = (await leadOf(page.request, id)).visits[0] ?? { start: '' };
        const data = { outcome: { visit: start, result: 'not now' } };
        await expect(await page.request.put(`/api/leads/${id}`, { data })).toBeOK();
        await page.getByRole('button', { name: 'Sold Carl Dietz' }).click();
        await amount.fill('2,950.50');
        await save.click();
        await expect(page.getByText('Changed since you opened it')).toBeFocused();
        await expect(carl).toContainText('Not now, Lost');
        await carl.getByRole('button', { name: 'Keep mine' }).click();
        await expect(page.getByText('Carl Dietz: Sold, $2,950.50.')).toBeVisible();
        expect(await leadOf(page.request, id)).toMatchObject({ status: 'won', amount: 2950.5 });
      });

      await test.step('on the lead’s page: corrected, with the reason', async () => {
        await page.goto(`/admin/leads#${id}`);
        const detail = leadsPage(page).detail('Carl Dietz');
        await detail.getByLabel(/^Consultation, /).selectOption('Not now');
        await expect(detail.getByLabel('Status')).toHaveValue('lost');
        await expect(detail.getByLabel('Status')).not.toContainText('Closed');
        await detail.getByLabel('Why it was lost').selectOption('Too expensive');
        await detail.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(toast(page)).toHaveText('Saved');
        expect(await leadOf(page.request, id)).toMatchObject({
          ...{ status: 'lost', lostReason: 'price', visits: [{ outcome: 'not now' }] },
        });
        await expectCleanAt(page, [width], 'the lead');
        if (width < 832) await expectFingerSized(page);
      });
    });
  });
}
