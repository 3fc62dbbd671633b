import { changeLead } from '#server/leads/lead-records';
import type { Locator, Page } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '#server/storage/stores';
import type { SiteProcess } from '#tests/support/site-process';
import { expectCleanAt } from '#tests/support/browser/axe';
import { answerRule } from '#business';
import { zonedToday } from '#lib/time/dates';
import { HOUR } from '#lib/time/units';
import { expectFingerSized, PHONE } from './fingers.ts';
import {
  command,
  expect,
  leadOf,
  leadsPage,
  receive,
  signIn,
  standsAt,
  startOf,
  ownersTest as test,
  toast,
} from './leads-site.ts';
import { consultation } from '#tests/support/visitor';

test.use(PHONE);

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });

/** Who is to be called again is a line until it is pressed. */
const openLine = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Call again' }).getByRole('heading', { name }).tap();

test('what comes from elsewhere appears by itself, and leaves the form that the owner is in', async ({
  page,
  site,
}) => {
  const id = await receive(page.request, { name: 'Ruth Okafor' });
  const leads = openStore('leads', { context: 'dev', dataDir: site.dataDir });
  await changeLead(leads, id, (lead) => ({ ...lead, status: 'contacted', followUp: '2026-01-05' }));
  await page.clock.install();
  await page.goto('/admin');
  await openLine(page, 'Ruth Okafor');
  await page.getByRole('button', { name: 'Lost Ruth Okafor' }).tap();
  const reason = page.getByLabel('Why?');
  await reason.selectOption({ index: 1 });
  await reason.focus();
  await changeLead(leads, id, (lead) => ({ ...lead, status: 'lost' }));
  await receive(page.request, { name: 'Ben Sato' });
  await page.route('**/api/today', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isCallFirst: true } });
  });
  await page.clock.fastForward('01:01');
  await expect(card(page, 'Ben Sato')).toBeVisible();
  await expect(reason).toBeFocused();
  await expect(reason).not.toHaveValue('');
  await expect(page.getByText('Half of your open times are booked')).toContainText('set their status to Contacted');
  await page.unroute('**/api/today');
  await page.context().setOffline(true);
  await page.clock.fastForward('01:01');
  await page.clock.fastForward('06:00');
  await expect(page.getByText('It could not be renewed since.')).toBeVisible();
  await expectCleanAt(page, [1440, 390], 'an old state');
  await page.context().setOffline(false);
  await expect(page.getByText('It could not be renewed since.')).toHaveCount(0);
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the last state of the day and of the week can be read, until the owner signs out', async ({ page, site }) => {
    const ruth = await receive(page.request, { name: 'Ruth Okafor', phone: '(321) 555-0123' });
    await standsAt(site, ruth, Date.now());
    for (const path of ['/admin/week', '/admin']) {
      await page.goto(path);
      await expect(page.getByText('Ruth Okafor').first()).toBeVisible();
      await page.evaluate(async (scope) => {
        while (!(await navigator.serviceWorker.getRegistration(scope))?.active)
          await new Promise(requestAnimationFrame);
      }, path);
    }
    await page.context().setOffline(true);
    await page.goto('/admin');
    for (const next of ['Week', 'Try again']) {
      await expect(page.getByRole('status')).toContainText('There is no network. This is from');
      await expect(card(page, 'Ruth Okafor').first().getByRole('link', { name: '(321) 555-0123' })).toBeVisible();
      await expectCleanAt(page, [1440, 390], `the kept page that leads to ${next}`);
      await page.getByRole('link', { name: next }).tap();
    }
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).tap();
    await page.getByRole('button', { name: 'Log out' }).tap();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  });

  test('signed out is signed out: no day that comes around then stays in the browser, in either tab', async ({
    page,
    context,
    site,
    wire,
  }) => {
    await standsAt(site, await receive(page.request, { name: 'Ruth Okafor' }), Date.now());
    const tabs = [page, await context.newPage()];
    const owners = ['/api/today', `/api/week?from=${zonedToday(Date.now())}`];
    for (const delay of [-40, -5, 0, 5, 20, 40]) {
      const [day, out] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await signIn(page.request);
      // Chromium would have the second call of the same address wait for the first.
      for (const [index, tab] of tabs.entries()) {
        await tab.goto(['/admin', '/admin/week'][index] ?? '');
        await expect(tab.getByText('Ruth Okafor').first()).toBeVisible();
      }
      await page.evaluate(keepAsEditor);
      wire.calm();
      for (const path of owners) wire.always(path, { holdAnswer: day.promise });
      wire.always('/api/auth/logout', { holdAnswer: out.promise });
      for (const tab of tabs) await tab.evaluate(() => void window.dispatchEvent(new Event('online')));
      for (const path of owners) await expect.poll(() => wire.to(path).length).toBe(1);
      await page.getByRole('button', { name: 'Log out' }).tap();
      await expect.poll(() => wire.to('/api/auth/logout').length).toBe(1);
      const [first, last] = delay < 0 ? [day, out] : [out, day];
      first.resolve();
      await pause(Math.abs(delay));
      last.resolve();
      for (const tab of tabs) {
        await expect(tab).toHaveURL('/login');
        expect(await tab.evaluate(keptHere), `${delay} ms`).toEqual([expect.stringMatching(/^admin-signed-out/)]);
      }
    }
  });
});

/** In the browser: the editor's sign-in at the repository, and its drafts. */
async function keepAsEditor(): Promise<void> {
  localStorage.setItem('sveltia-cms.user', '{"token":"secret"}');
  const opening = indexedDB.open('github:owner/site');
  await new Promise((done) => Object.assign(opening, { onsuccess: done }));
  opening.result.close();
}

/** In the browser: all that it keeps for the site. */
async function keptHere(): Promise<string[]> {
  const entries = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage));
  const databases = (await indexedDB.databases()).map(({ name = '' }) => name);
  return [...entries.map((entry) => entry.join(': ')), ...(await caches.keys()), ...databases];
}

test('the day: where to go, whom to call, how long they have waited; whoever was called leaves the list; on paper; under the thumb', async ({
  page,
  site,
  wire,
}) => {
  const { request } = page;
  const contact = { name: 'Ana Duarte', phone: '(321) 555-0123', address: '12 Palm Way' };
  const words = { about: 'Product: Roller shades', message: 'Two windows over the tub.' };
  const visit = await receive(request, { ...contact, ...words });
  await standsAt(site, visit, Math.ceil(Date.now() / HOUR) * HOUR + 96 * HOUR);
  const late = await receive(request, { name: 'Ruth Okafor' });
  const createdAt = new Date(Date.now() - 80.5 * HOUR).toISOString();
  const leads = openStore('leads', { context: 'dev', dataDir: site.dataDir });
  await changeLead(leads, late, (lead) => ({ ...lead, createdAt }));
  await receive(request, { name: 'Ben Sato', phone: '', email: 'ben@example.com', preferredContact: 'email' });
  await page.goto('/admin');
  await expect(page.getByText('No visits today.')).toBeVisible();
  await page.getByText('1 visit later').tap();
  const ana = card(page, 'Ana Duarte');
  const when = ana.getByRole('heading', { level: 3 });
  await expect(when).toHaveText(/^\w+, \w+\s\d+, \d+:\d\d\s[AP]M Ana Duarte$/);
  for (const text of [
    'Consultation, 1 hour',
    consultation.serviceInterest,
    `Asked about: ${words.about}`,
    words.message,
  ]) {
    await expect(ana).toContainText(text);
  }
  for (const [name, href] of [
    ['(opens the map)', /^https:\/\/www\.google\.com\/maps\/search\/.*query=12.+Palm.+Way/],
    ['Call Ana Duarte', 'tel:+13215550123'],
    ['Text Ana Duarte', 'sms:+13215550123'],
    ['Mail Ana Duarte', 'mailto:elise.romero@example.com'],
    ['Details Ana Duarte', `/admin/leads#${visit}`],
  ] as const) {
    await expect(ana.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  const waiting = page.getByRole('region', { name: 'Waiting for a call' });
  const inOrder = ['Ben Sato', 'Ruth Okafor'];
  await expect(waiting.getByRole('heading', { level: 3 })).toHaveText(answerRule ? inOrder : inOrder.toReversed());
  const lateness = answerRule
    ? /Waits 3 days( \d+ h)?, \d+ (days?|h)( \d+ (h|min))? longer than promised/
    : /Waits 3 days/;
  await expect(card(page, 'Ruth Okafor')).toContainText(lateness);

  await test.step('the bar covers nothing that is read or focused, and the main action stands beside the title; all is large enough', async () => {
    await expectUnderThumb(page);
    await expectFingerSized(page);
    await expectCleanAt(page, [320, 1440], 'the day');
    await page.setViewportSize(PHONE.viewport);
  });

  await test.step('whoever was called comes back, which can be taken back; focus stays there', async () => {
    const press = (name: string) => page.getByRole('button', { name }).tap();
    const counts = page.getByRole('navigation', { name: 'Your day' }).getByRole('link');
    await expect(counts).toHaveText(['2 waiting']);
    wire.meddle(`/api/leads/${late}`, { answer: { status: 503, body: { error: 'The storage is away.' } } });
    await press('Reached Ruth Okafor');
    await expect(toast(page)).toHaveText('ErrorThe storage is away.');
    await press('Reached Ruth Okafor');
    await expect(page.getByText(/^Ruth Okafor comes back on \w+day\.$/)).toBeFocused();
    await expect(counts).toHaveText(['1 waiting']);
    await press('Undo Ruth Okafor');
    await expect(page.getByRole('heading', { name: 'Ruth Okafor' })).toBeFocused();
    for (const name of ['Left a message Ruth Okafor', 'Another day for Ruth Okafor', 'Next week', 'Save']) {
      await press(name);
    }
    await expect(page.getByText(/^Ruth Okafor comes back on \w+day, \w+\s\d+\.$/)).toBeVisible();
    await page.reload();
    await expect(card(page, 'Ben Sato')).toBeVisible();
    await expect(card(page, 'Ruth Okafor')).toHaveCount(0);
  });

  await test.step('on paper: what is to be done on the way', async () => {
    await page.getByText('1 visit later').tap();
    await page.emulateMedia({ media: 'print' });
    await expect(ana.getByText('(321) 555-0123, elise.romero@example.com')).toBeVisible();
    const others = ['Add a lead', 'Print', 'View site'].map((name) => page.getByText(name, { exact: true }).first());
    for (const hidden of [card(page, 'Ben Sato'), page.getByRole('navigation', { name: 'Admin' }), ...others]) {
      await expect(hidden).toBeHidden();
    }
  });
});

/** The pages' bar is at the bottom, of phones of both widths, and nothing of the day lies under it; the action is beside the title. */
async function expectUnderThumb(page: Page): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  const edges = async (one: Locator) => {
    const { y = 0, height = 0 } = (await one.boundingBox()) ?? {};
    return { top: y, bottom: y + height };
  };
  await expect(links.filter({ hasText: 'Today' })).toHaveAttribute('aria-current', 'page');
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 667 });
    for (const link of await links.all()) {
      const { top, bottom } = await edges(link);
      expect(bottom - top).toBeGreaterThanOrEqual(44);
      expect(bottom).toBeGreaterThan(660);
      // So seven have room: none is wider than a seventh of the narrowest phone by its own content.
      const content = await link.evaluate((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().width;
      });
      expect(content).toBeLessThanOrEqual(320 / 7);
    }
    const bar = (await edges(links.first())).top;
    for (const name of ['Details Ana Duarte', 'Call Ruth Okafor', 'Details Ben Sato']) {
      const link = page.getByRole('link', { name });
      await link.focus();
      expect((await edges(link)).bottom, name).toBeLessThanOrEqual(bar);
    }
    await page.evaluate(() => scrollTo(0, 0));
    const [title, action] = [page.getByRole('heading', { level: 1 }), page.getByRole('link', { name: 'Add a lead' })];
    expect((await edges(action)).top).toBeLessThan((await edges(title)).bottom);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect((await edges(page.getByRole('link', { name: 'Details Ana Duarte' }))).bottom).toBeLessThanOrEqual(bar);
  }
}

/** A lead whose visit of an hour is over since some hours. */
async function visited(page: Page, site: SiteProcess, name: string, hours: number): Promise<string> {
  const id = await receive(page.request, { name });
  await standsAt(site, id, Math.floor(Date.now() / HOUR) * HOUR - (hours + 1) * HOUR);
  return id;
}

test('the first screen says the next visit and whom to call; how a visit went is noted and taken back, also over another device', async ({
  page,
  site,
}) => {
  const id = await visited(page, site, 'Carl Dietz', 1);
  await visited(page, site, 'Lena Park', 2);
  await standsAt(
    site,
    await receive(page.request, { name: 'Ana Duarte' }),
    Math.ceil(Date.now() / HOUR) * HOUR + 96 * HOUR,
  );
  await receive(page.request, { name: 'Ben Sato' });
  await page.goto('/admin');
  const counts = page.getByRole('navigation', { name: 'Your day' });
  await expect(counts.getByRole('link')).toHaveText(['1 waiting', '2 to tell: how did it go?']);
  const trouble = page.getByText('Visitors get no mail yet.').first();
  await expect(trouble).toBeVisible();
  await page.setViewportSize({ width: 390, height: 664 });
  const call = await page.getByRole('link', { name: 'Call Ben Sato' }).boundingBox();
  await expect(page.getByText(/^Next visit on .*: Ana Duarte$/)).toBeInViewport();
  const bar = await page.getByRole('navigation', { name: 'Admin' }).boundingBox();
  expect((call?.y ?? Infinity) + (call?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await trouble.tap();
  await expect(page.getByText('Please tell visitors of their times yourself.')).toBeVisible();

  await counts.getByRole('link', { name: 'how did it go?' }).tap();
  await expect(page.getByRole('heading', { name: 'How did it go?' })).toBeInViewport();
  const carl = card(page, 'Carl Dietz');
  const amount = carl.getByLabel('Amount in dollars');
  const press = (name: string) => page.getByRole('button', { name }).tap();
  await press('Quoted Carl Dietz');
  await amount.fill('about 3,000');
  await press('Save Carl Dietz');
  // What is typed is kept over a reload.
  await page.reload();
  await expect(amount).toHaveValue('about 3,000');
  await press('Save Carl Dietz');
  await expect(carl.getByText('Please enter an amount such as 3,200')).toBeVisible();
  await expectFingerSized(page);
  await expectCleanAt(page, [375], 'noting how a visit went');
  await amount.fill('$3,200');
  await carl.getByRole('button', { name: 'Next week' }).tap();
  await press('Save Carl Dietz');
  await expect(page.getByText(/^Carl Dietz: Quoted, \$3,200\. Comes back on \w+day, \w+\s\d+\.$/)).toBeFocused();
  expect(await leadOf(page.request, id)).toMatchObject({ status: 'quoted', amount: 3200 });
  await press('Undo Carl Dietz');
  await expect(page.getByRole('heading', { name: 'Carl Dietz' })).toBeFocused();
  expect(await leadOf(page.request, id)).not.toHaveProperty('amount');

  await test.step('who was not at home is to be called today', async () => {
    await press('Not home Lena Park');
    await expect(page.getByText('Lena Park: Not home. Comes back today.')).toBeFocused();
    await expect(counts.getByRole('link', { name: 'Call again: 1 for today' })).toBeVisible();
    await openLine(page, 'Lena Park');
    await press('Lost Lena Park');
    await page.getByLabel('Why?').selectOption('Never reached');
    await press('Save Lena Park');
    await expect(page.getByText('Lena Park: Lost, Never reached.')).toBeFocused();
  });

  await test.step('another device has noted something else', async () => {
    const visit = await startOf(page.request, id);
    await command(page.request, id, { do: 'change', outcome: { visit, result: 'not now' } });
    await press('Sold Carl Dietz');
    await amount.fill('2,950.50');
    await press('Save Carl Dietz');
    await expect(page.getByText('Changed since you opened it')).toBeFocused();
    await expect(carl).toContainText('Not now, Lost');
    await carl.getByRole('button', { name: 'Keep mine' }).tap();
    await expect(page.getByText('Carl Dietz: Sold, $2,950.50.')).toBeVisible();
    expect(await leadOf(page.request, id)).toMatchObject({ status: 'won', amount: 2950.5 });
  });

  await test.step('on the lead’s page: corrected, with the reason; the next visit is booked beside it', async () => {
    await page.goto(`/admin/leads#${id}`);
    const detail = leadsPage(page).detail('Carl Dietz');
    await detail.getByLabel(/^Consultation, /).selectOption('Not now');
    await expect(detail.getByLabel('Status')).toHaveValue('lost');
    await detail.getByLabel('Why it was lost').selectOption('Too expensive');
    await detail.getByRole('button', { name: 'Save', exact: true }).tap();
    await expect(toast(page)).toHaveText('Saved');
    expect(await leadOf(page.request, id)).toMatchObject({ lostReason: 'price', visits: [{ outcome: 'not now' }] });
    await expectFingerSized(page);
    await detail.getByRole('button', { name: 'Book another visit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book another visit' });
    await expect(dialog.getByLabel('Day')).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Book the visit' })).toBeVisible();
  });
});

test('a job goes from the sale and its deposit to the rest; each step asks for the next, and the lead’s page takes each back', async ({
  page,
  site,
}) => {
  const id = await visited(page, site, 'Carl Dietz', 1);
  const press = (name: string) => page.getByRole('button', { name: `${name} Carl Dietz`, exact: true }).tap();
  const again = page.getByRole('region', { name: 'Call again' });
  const line = (words: string | RegExp) => page.getByText(words, { exact: typeof words === 'string' });
  await page.goto('/admin');
  await press('Sold');
  await page.getByLabel('Amount in dollars').fill('5200');
  await page.getByLabel('Deposit, in dollars').fill('2600');
  await press('Save');
  await expect(line('Carl Dietz: Sold, $5,200, $2,600 paid.')).toBeFocused();
  await expect(again).toContainText('Sold. Order the shades?');
  await openLine(page, 'Carl Dietz');
  await press('Ordered');
  await again.getByRole('button', { name: 'In 2 weeks' }).tap();
  await press('Save');
  await expect(line(/^Carl Dietz: Ordered\. Comes back on \w+day, \w+\s\d+\.$/)).toBeFocused();

  const { job } = await leadOf(page.request, id);
  const [dueOn, followUp] = [job?.orderedOn, job?.orderedOn];
  await command(page.request, id, { do: 'change', job: { ...job, dueOn }, followUp });
  await page.reload();
  await expect(again).toContainText(/Arrived\? The order of \w+\s\d+ is due\./);
  await openLine(page, 'Carl Dietz');
  await press('Arrived');
  await expect(line('Carl Dietz: Arrived.')).toBeFocused();
  await again.getByRole('link', { name: 'Book the installation' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Book another visit' });
  await expect(dialog.getByLabel('Kind')).toHaveValue('installation');
  await expect(page).toHaveURL(`/admin/leads#${id}`);

  await page.goto('/admin');
  await openLine(page, 'Carl Dietz');
  await press('Installed');
  await expect(again).toContainText('Installed. Still owed: $2,600 of $5,200.');
  await press('Paid in part');
  const paid = page.getByLabel('Paid today, in dollars');
  await paid.fill('3200,50');
  await press('Save');
  await expect(paid).toHaveAccessibleDescription(/^Please enter an amount/);
  await expectFingerSized(page);
  await expectCleanAt(page, [375, 1440], 'a job');
  await page.setViewportSize(PHONE.viewport);
  await press('Paid');
  await expect(line('Carl Dietz: Paid.')).toBeFocused();
  const after = await leadOf(page.request, id);
  expect([after.amount, after.payments?.map(({ amount }) => amount)]).toEqual([5200, [2600, 2600]]);
  await page.goto(`/admin/leads#${id}`);
  const detail = leadsPage(page).detail('Carl Dietz');
  await detail.getByRole('button', { name: /^Take back Rest \$2,600, / }).tap();
  await expect(detail.getByRole('heading', { name: 'After the sale' })).toBeFocused();
  await expect(detail).toContainText('Installed. Still owed: $2,600 of $5,200.');
});
