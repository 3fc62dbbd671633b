import type { Page, Request } from '@playwright/test';
import { Availability, type Slot } from '#contracts/calendar';
import { easternDay, easternTime } from '#lib/eastern-time';
import { slotKey } from '#server/slots/records';
import { changeLead, findLead, visitSecret, visitToken } from '#server/leads/lead';
import { openStore } from '#server/storage/stores';
import { expectCleanAt } from '#tests/support/browser/axe';
import { expect, test as host } from '#tests/support/host';
import { tabTo } from '#tests/support/browser/keyboard';
import type { SiteProcess } from '#tests/support/site-process';
import { consultation } from '#tests/support/visitor';

const test = host.extend<{ visits: Visits }>({
  visits: async ({ site }, use) => use(new Visits(site)),
});

/** What a test does beside the page: requests, bookings, and a look at what is kept. */
class Visits {
  readonly #site: SiteProcess;
  readonly #place: { context: string; dataDir: string };

  constructor(site: SiteProcess) {
    this.#site = site;
    this.#place = { context: 'dev', dataDir: site.dataDir };
  }

  async openSlots(): Promise<Slot[]> {
    const answer = await fetch(`${this.#site.url}/api/calendar/availability`);
    return Availability.parse(await answer.json()).slots;
  }

  async pick(index: number): Promise<Slot> {
    const slot = (await this.openSlots())[index];
    if (!slot) throw new Error('No such slot');
    return slot;
  }

  /** A kept request and the link to its visit. */
  async request(): Promise<{ id: string; link: string }> {
    const { id } = await this.#post('/api/consultation-requests', { ...consultation, address: '612 Sycamore Street' });
    const secret = await visitSecret(openStore('auth', this.#place));
    return { id, link: `/visit/${visitToken(secret, id)}` };
  }

  async booked(slot: Slot): Promise<{ id: string; link: string }> {
    const request = await this.request();
    await this.#post('/api/calendar/book', { consultationId: request.id, slotStart: slot.start, slotEnd: slot.end });
    return request;
  }

  /** A visit that began a day ago. */
  async past(): Promise<{ id: string; link: string }> {
    const request = await this.request();
    const start = Math.floor(Date.now() / 86_400_000 - 1) * 86_400_000;
    const slot = new Date(start).toISOString();
    await changeLead(this.#leads, request.id, (lead) => ({ ...lead, slot, status: 'booked' }));
    const record = { state: 'booked', gen: 0, rev: 1, lead: request.id };
    await openStore('calendar', this.#place).create(slotKey(start), record);
    return request;
  }

  async lead(id: string) {
    return (await findLead(this.#leads, id))?.lead;
  }

  get #leads() {
    return openStore('leads', this.#place);
  }

  async #post(path: string, body: object): Promise<{ id: string }> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(this.#site.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(201);
    return await answer.json();
  }
}

const shown = ({ start }: Slot) => `${easternDay(start)} at ${easternTime(start)} ET`;

test.describe('with scripts off, by keyboard alone', () => {
  test.use({ javaScriptEnabled: false });

  test('the visit is moved, and the calendar follows', async ({ page, visits }) => {
    // Not the first one: the hour may take that away meanwhile.
    const before = await visits.pick(5);
    const { id, link } = await visits.booked(before);
    await page.goto(link);
    await expect(page.getByRole('main')).toContainText(shown(before));
    await expect(page.getByRole('main')).toContainText('612 Sycamore Street, Celebration, FL 34747');

    const times = page.getByRole('radio');
    await tabTo(page, times.first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(times.nth(2)).toBeChecked();
    const start = await times.nth(2).inputValue();
    const chosen = (await visits.openSlots()).find((slot) => slot.start === start);
    if (!chosen) throw new Error('The page offers what is not open');
    await expect(times.nth(2)).toHaveAccessibleName(`${easternTime(chosen.start)} 60 minutes`);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Move My Visit' })).toBeFocused();
    await page.keyboard.press('Enter');

    await expect(page.getByRole('status')).toHaveText(`Done: we will see you on ${shown(chosen)}.`);
    await expect(page.getByRole('status')).toBeFocused();
    expect(await visits.lead(id)).toMatchObject({ slot: chosen.start, status: 'booked' });
    const open = await visits.openSlots();
    expect(open).toContainEqual(before);
    expect(open).not.toContainEqual(chosen);
    await page.reload();
    await expect(page.getByRole('main')).toContainText(shown(chosen));
  });

  test('the visit is cancelled in a second step, and its time is free again', async ({ page, visits }) => {
    const slot = await visits.pick(5);
    const { id, link } = await visits.booked(slot);
    await page.goto(link);
    const confirm = page.getByRole('button', { name: 'Yes, Cancel My Visit' });
    await expect(confirm).toBeHidden();
    await tabTo(page, page.locator('summary', { hasText: 'Cancel this visit' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(confirm).toBeFocused();
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: 'Your Visit Is Cancelled' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(link);
    expect((await visits.lead(id))?.slot).toBeUndefined();
    expect(await visits.openSlots()).toContainEqual(slot);
    await page.getByRole('link', { name: 'Book Again' }).click();
    await expect(page).toHaveURL('/book');
  });

  test('a time that was taken meanwhile comes back with a sentence, and the visit stays', async ({ page, visits }) => {
    const [mine, theirs] = [await visits.pick(0), await visits.pick(4)];
    const { id, link } = await visits.booked(mine);
    await page.goto(link);
    await visits.booked(theirs);
    await page.locator(`input[value="${theirs.start}"]`).check();
    await page.getByRole('button', { name: 'Move My Visit' }).click();
    await expect(page.getByRole('alert')).toHaveText('Somebody has just taken that time. Please choose another.');
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.locator(`input[value="${theirs.start}"]`)).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText(shown(mine));
    expect(await visits.lead(id)).toMatchObject({ slot: mine.start, status: 'booked' });
  });

  test('nothing is sent before a time is chosen', async ({ page, visits }) => {
    const { link } = await visits.booked(await visits.pick(0));
    await page.goto(link);
    await page.getByRole('button', { name: 'Move My Visit' }).click();
    await expect(page.getByRole('radio').first()).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('on a first visit', () => {
  test.use({ isPageKept: false });

  test('the address goes to no other page, and nothing breaks the page’s policy', async ({ page, visits }) => {
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const { link } = await visits.booked(await visits.pick(0));
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await page.goto(link);
    await expect(page.locator('html')).toHaveAttribute('data-unmeasured');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our Work' }).click();
    await expect(page).toHaveURL('/gallery');
    expect(await page.evaluate(() => document.referrer)).toBe(`${new URL(page.url()).origin}/`);
    const asked = await Promise.all(requests.map((request) => request.allHeaders()));
    expect(requests.filter((request) => request.resourceType() === 'font')).not.toEqual([]);
    expect(asked.filter(({ referer }) => referer?.includes('/visit/'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test('without its key the page says where to find it', async ({ page }) => {
  await page.goto('/visit');
  await expect(page.getByRole('main')).toContainText('Open the link in your confirmation');
  const answer = await page.goto('/visit/none.at-all');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'We Cannot Find This Visit' })).toBeVisible();
});

test('axe finds nothing in any state, and every state fits 320 px and 200 % text', async ({ page, visits }) => {
  test.setTimeout(180_000);
  const booked = await visits.booked(await visits.pick(3));
  const cancelled = await visits.booked(await visits.pick(3));
  const states: Record<string, string> = {
    booked: booked.link,
    moved: `${booked.link}?done=moved`,
    none: (await visits.request()).link,
    past: (await visits.past()).link,
    cancelled: cancelled.link,
    lost: `${booked.link}x`,
    'without a key': '/visit',
  };
  await page.goto(cancelled.link);
  await page.getByText('Cancel this visit').click();
  await page.getByRole('button', { name: 'Yes, Cancel My Visit' }).click();
  for (const [state, address] of Object.entries(states)) {
    await page.goto(address);
    if (state === 'booked') {
      await page.getByText('Cancel this visit').click();
      await page.getByRole('radio').nth(1).check();
    }
    await looksClean(page, state);
  }
  await page.goto(booked.link);
  const slot = await visits.pick(0);
  await visits.booked(slot);
  await page.locator(`input[value="${slot.start}"]`).check();
  await page.getByRole('button', { name: 'Move My Visit' }).click();
  await page.getByRole('alert').waitFor();
  await looksClean(page, 'refused');
});

async function looksClean(page: Page, state: string): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expectCleanAt(page, [375, 1440], state);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(), `${state} at 320 px`).toBe(0);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await overflow(), `${state} with 200 % text`).toBe(0);
}
