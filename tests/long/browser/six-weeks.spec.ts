import { LeadPage } from '#lead/answers';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { Insights } from '#contracts/insights';
import { leadStatusLabels } from '#contracts/lead-status';
import { withoutPopup } from '#tests/support/browser/home';
import { SiteProcess } from '#tests/support/site-process';
import { newVisitor } from '#tests/support/visitor';
import { dollars } from '#lib/dollars';
import { addDays } from '#lib/time/dates';
import { zonedInstant } from '#lib/time/zone';
import { visitor } from '#tests/e2e/booking-site';
import { PHONE } from '#tests/e2e/fingers';
import { ownerEnv, signIn } from '#tests/e2e/gallery-site';
import { leadsPage, receive, visitLink } from '#tests/e2e/leads-site';
import {
  byName,
  figuresOf,
  ledger,
  type Line,
  lived,
  mondaysFrom,
  newLine,
  noteOutcome,
  noteVisit,
  soldFor,
} from './ledger.ts';
import { type Act, asks, courses } from './courses.ts';

/** A Monday before the clocks go on. Each third day is lived. */
const FIRST = '2027-02-01';
const TURNS = 15;

/** The cells of a CSV file, without the line of headings. */
const rowsOf = (csv: string) =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((row) => [...row.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell));

test('in six weeks on a phone and a laptop each figure is that of the test’s own ledger, and each link opens its lead', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const clock = `--import=${pathToFileURL(path.resolve('tests/support/clock.ts')).href}`;
  lived.today = FIRST;
  const at = () => Date.parse(zonedInstant(lived.today, '10:00') ?? '');
  const env = { ...ownerEnv, RATE_LIMIT: 'off', NODE_OPTIONS: clock, CLOCK_AHEAD: String(at() - Date.now()) };
  const site = await SiteProcess.open(env);
  const device = async (options: object) =>
    await (await browser.newContext({ baseURL: site.url, timezoneId: 'America/New_York', ...options })).newPage();
  const [laptop, phone, guest] = [await device({}), await device(PHONE), await device(PHONE)];
  const { request } = laptop;
  /** The next lived day begins: at 10 o’clock, with everybody signed in anew. */
  const begin = async (turn: number) => {
    lived.today = addDays(FIRST, 3 * turn);
    env.CLOCK_AHEAD = String(at() - Date.now());
    await site.stop();
    await site.start();
    for (const page of [laptop, phone, guest]) await page.clock.setFixedTime(at());
    for (const page of [laptop, phone]) await signIn(page.request);
  };

  const name = 'Hanna Reyes';
  const hanna = newLine(name, '', 'Direct');
  const ordered = ({ sales }: Line) => sales[0]?.job ?? {};
  const press = (page: Page, button: string) =>
    page.getByRole('button', { name: `${button} ${name}`, exact: true }).click();
  const openLine = (page: Page) =>
    page.getByRole('region', { name: 'Call again' }).getByRole('heading', { name }).click();
  const line = (page: Page, words: RegExp) => expect(page.getByText(words).first()).toBeVisible();
  const bookLate = async (page: Page, kind: string) => {
    const dialog = page.getByRole('dialog', { name: 'Book another visit' });
    await dialog.getByLabel('Kind').selectOption(kind);
    await dialog.getByRole('button', { name: 'Another time' }).click();
    await dialog.getByLabel('Day').fill(addDays(lived.today, 1));
    await dialog.getByLabel(/^Time/).fill('19:00');
    await dialog.getByRole('button', { name: 'Book the visit' }).click();
    await dialog.getByRole('button', { name: 'Book it anyway' }).click();
    await expect(dialog).toBeHidden();
    const start = zonedInstant(addDays(lived.today, 1), '19:00') ?? '';
    noteVisit(hanna, { start, end: start });
  };
  /** What one customer and the owner do by hand, by the number of the lived day. */
  const byHand: Readonly<Record<number, () => Promise<void>>> = {
    async 0() {
      const { reachTimes, slots, giveDetails, press: confirm } = visitor(guest);
      await withoutPopup(guest);
      await reachTimes({ Name: name, Phone: '(407) 555-0111', Email: 'hanna@example.com' });
      await slots.first().click();
      await giveDetails();
      await confirm('Confirm Booking');
      await expect(guest).toHaveURL('/thank-you');
      const { leads } = LeadPage.parse(await (await request.get('/api/leads?search=hanna')).json());
      hanna.id = leads[0]?.id ?? '';
      ledger.push(hanna);
      const [{ start = '', end = '' } = {}] = leads[0]?.visits ?? [];
      noteVisit(hanna, { start, end });
      await guest.goto(await visitLink(site, hanna.id));
      await expect(guest.getByRole('heading', { name: 'Your Visit', exact: true })).toBeVisible();
    },
    async 1() {
      await phone.goto('/admin');
      await press(phone, 'Sold');
      await phone.getByLabel('Amount in dollars').fill('5,200.40');
      await phone.getByLabel('Deposit, in dollars').fill('2600');
      await press(phone, 'Save');
      await line(phone, /^Hanna Reyes: Sold, \$5,200\.40, \$2,600 paid\./);
      noteOutcome(hanna, 'sold', 5200.4);
      hanna.paid = 2600;
    },
    async 2() {
      await phone.goto('/admin');
      await openLine(phone);
      await press(phone, 'Ordered');
      await phone.getByRole('button', { name: 'In 2 weeks' }).click();
      await press(phone, 'Save');
      await line(phone, /^Hanna Reyes: Ordered\. Comes back on/);
      ordered(hanna).ordered = lived.today;
    },
    async 7() {
      await phone.goto('/admin');
      await line(phone, /^Arrived\? The order of \w+\s\d+ is due\.$/);
      await openLine(phone);
      await press(phone, 'Arrived');
      ordered(hanna).arrived = lived.today;
      await phone.getByRole('link', { name: `Book the installation ${name}` }).click();
      await bookLate(phone, 'installation');
    },
    async 8() {
      await laptop.goto('/admin');
      await press(laptop, 'Done');
      noteOutcome(hanna, 'done');
      await line(laptop, /^Hanna Reyes: Done/);
      await laptop.reload();
      await line(laptop, /^Installed\. Still owed: \$2,600\.40 of \$5,200\.40\.$/);
      await openLine(laptop);
      await press(laptop, 'Paid');
      await line(laptop, /^Hanna Reyes: Paid\.$/);
      hanna.paid = soldFor(hanna);
    },
    async 9() {
      await laptop.goto(`/admin/leads#${hanna.id}`);
      await laptop.getByRole('button', { name: 'Book another visit' }).click();
      await bookLate(laptop, 'service');
    },
    async 10() {
      await phone.goto('/admin');
      await press(phone, 'Done');
      await line(phone, /^Hanna Reyes: Done/);
      noteOutcome(hanna, 'done');
    },
  };

  const going: { line: Line; acts: Act[] }[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    await begin(turn);
    await byHand[turn]?.();
    for (let count = 0; turn < 10 && count < 5; count += 1) {
      const number = 5 * turn + count;
      going.push({ line: await asks(request, number), acts: [...(courses[number % courses.length] ?? [])] });
    }
    for (const { line: one, acts } of going)
      if (!one.visit || Date.parse(one.visit.end) < at()) await acts.shift()?.(one, request, site);
  }
  const robot = await receive(request, { ...newVisitor(), name: 'A robot', company: 'Robots' } as never);

  const insights = Insights.parse(await (await request.get('/api/insights?days=90')).json());
  const own = figuresOf(mondaysFrom(FIRST, 7));
  const { weeks, sources: shares, ...figures } = insights;
  expect({ ...figures, weeks: weeks.slice(-7), sources: shares.toSorted(byName) }).toMatchObject({ ...own, robots: 1 });
  const rows = rowsOf(await (await request.get('/api/insights?days=90&as=csv')).text());
  expect(rows[0]?.slice(4, 9)).toEqual(Object.values(own.period).map(String));
  const file = await (await request.get('/api/leads/export')).text();
  const amountAt = file.split('\r\n', 1)[0]?.split(',').indexOf('"Amount"') ?? 0;
  const inFile = rowsOf(file).map((row) => {
    const [, status, who] = row;
    return [who, status, row[amountAt], row[amountAt + 1]?.match(/^\d/gm)?.length ?? 0].join();
  });
  const inLedger = ledger.map((one) => {
    const amount = one.sales.length > 0 ? soldFor(one) : one.quote;
    return [one.name, leadStatusLabels[one.status], amount?.toFixed(2), one.visits].join();
  });
  expect(inFile.sort()).toEqual([...inLedger, 'A robot,New,,0'].sort());

  for (const page of [laptop, phone]) {
    await page.goto('/admin/insights');
    await page.getByRole('button', { name: '90 days', exact: true }).click();
    const shown = page.locator('dl').first();
    const { requests, bookings, visits, won } = own.period;
    for (const figure of [requests, bookings, visits, won]) await expect(shown).toContainText(`${figure}: the leads`);
    await expect(shown).toContainText(dollars(own.period.dollars));
    await expect(page.getByRole('main')).toContainText(dollars(own.jobs.unpaid));
  }

  const ids = [robot, ...ledger.map(({ id }) => id)].sort();
  const links = laptop.locator('main :is(li a[href*="/admin/leads#"], tbody a)');
  const linked = async () => {
    await expect(links.first()).toBeAttached();
    const all = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    return all.map((href) => /[0-9a-f]{32}/.exec(href)?.[0]);
  };
  for (const place of ['', ...mondaysFrom(FIRST, 7).map((monday) => `/week?${monday}#${monday}`)]) {
    await laptop.goto(`/admin${place}`);
    expect(ids).toEqual(expect.arrayContaining(await linked()));
  }
  await laptop.goto('/admin/leads');
  await laptop.getByRole('button', { name: 'Show more' }).click();
  await expect(links).toHaveCount(ids.length);
  expect((await linked()).sort()).toEqual(ids);
  for (const { id, name: whose } of ledger) {
    await laptop.goto(`/admin/leads#${id}`);
    await expect(leadsPage(laptop).detail(whose)).toBeVisible();
  }
  await site.close();
});
