import type { Locator, Request } from '@playwright/test';
import { Availability, type Slot } from '#contracts/calendar';
import { byZonedDay, zonedDay, zonedTime } from '#lib/time/zone';
import { slotKey } from '#server/slots/records';
import { changeLead, findLead } from '#server/leads/lead';
import { visitSecret, visitToken } from '#server/leads/visit-link';
import { openStore } from '#server/storage/stores';
import { expectAccessible, expectCleanAt, expectFits } from '#tests/support/browser/axe';
import { expect, test as host } from '#tests/support/host';
import { tabTo } from '#tests/support/browser/keyboard';
import type { SiteProcess } from '#tests/support/site-process';
import { consultation } from '#tests/support/visitor';
import { business } from '#business';

const test = host.extend<{ visits: ReturnType<typeof visitsOf> }>({
  visits: async ({ site }, use) => use(visitsOf(site)),
});

/** What a test does beside the page: requests, bookings, and a look at what is kept. */
function visitsOf({ url, dataDir }: SiteProcess) {
  const place = { context: 'dev', dataDir };
  const leads = openStore('leads', place);

  async function post(path: string, body: object): Promise<{ id: string }> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(201);
    return await answer.json();
  }

  async function openSlots(): Promise<Slot[]> {
    return Availability.parse(await (await fetch(`${url}/api/calendar/availability`)).json()).slots;
  }

  async function pick(index: number): Promise<Slot> {
    const slot = (await openSlots())[index];
    if (!slot) throw new Error('No such slot');
    return slot;
  }

  /** A kept request and the link to its visit. */
  async function request(address = '612 Sycamore Street'): Promise<{ id: string; link: string }> {
    const { id } = await post('/api/consultation-requests', { ...consultation, address });
    return { id, link: `/visit/${visitToken(await visitSecret(openStore('auth', place)), id)}` };
  }

  async function booked(slot: Slot, address?: string): Promise<{ id: string; link: string }> {
    const kept = await request(address);
    await post('/api/calendar/book', { consultationId: kept.id, slotStart: slot.start, slotEnd: slot.end });
    return kept;
  }

  /** A visit that began a day ago. */
  async function past(): Promise<{ id: string; link: string }> {
    const kept = await request();
    const start = Math.floor(Date.now() / 86_400_000 - 1) * 86_400_000;
    await changeLead(leads, kept.id, (lead) => ({ ...lead, slot: new Date(start).toISOString(), status: 'booked' }));
    await openStore('calendar', place).create(slotKey(start), {
      state: 'booked',
      eventNumber: 0,
      writes: 1,
      lead: kept.id,
    });
    return kept;
  }

  const lead = async (id: string) => (await findLead(leads, id))?.lead;
  return { openSlots, pick, request, booked, past, lead };
}

const shown = ({ start }: Slot) => `${zonedDay(start)} at ${zonedTime(start)} ET`;

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  // What becomes of the lead and of the slots is in tests/functions/visit.test.ts.
  test('nothing is sent before a time is chosen; one that was taken meanwhile comes back with a sentence; by keyboard the visit is moved, and cancelled in a second step', async ({
    page,
    visits,
  }) => {
    const main = page.getByRole('main');
    const times = page.getByRole('radio');
    const move = page.getByRole('button', { name: 'Move My Visit' });
    // Not the first ones: the hour may take them away meanwhile.
    const [before, theirs] = [await visits.pick(5), await visits.pick(7)];
    const { id, link } = await visits.booked(before);
    await page.goto(link);
    await expect(main).toContainText(shown(before));
    await expect(main).toContainText(
      `612 Sycamore Street, ${consultation.city}, ${business.address.state} ${consultation.zipCode}`,
    );
    await move.click();
    await expect(times.first()).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);

    await visits.booked(theirs);
    const taken = page.locator(`input[value="${theirs.start}"]`);
    await taken.check();
    await move.click();
    await expect(page.getByRole('alert')).toHaveText('Somebody has just taken that time. Please choose another.');
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(taken).toHaveCount(0);
    await expect(main).toContainText(shown(before));
    expect(await visits.lead(id)).toMatchObject({ slot: before.start, status: 'booked' });

    await tabTo(page, times.first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(times.nth(2)).toBeChecked();
    const start = await times.nth(2).inputValue();
    const chosen = (await visits.openSlots()).find((slot) => slot.start === start);
    if (!chosen) throw new Error('The page offers what is not open');
    await expect(times.nth(2)).toHaveAccessibleName(`${zonedTime(chosen.start)} 60 minutes`);
    await page.keyboard.press('Tab');
    await expect(move).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText(`Done: we will see you on ${shown(chosen)}.`);
    await expect(page.getByRole('status')).toBeFocused();
    expect(await visits.lead(id)).toMatchObject({ slot: chosen.start, status: 'booked' });

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
    await page.getByRole('link', { name: 'Book Again' }).click();
    await expect(page).toHaveURL('/book');
  });
});

test.describe('on a first visit', () => {
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

const words = {
  en: {
    at: '',
    notes: ['Add address or gate code', 'Street address', 'Notes', 'Save', 'Saved. Whoever comes to you will see it.'],
    tooLong: 'Please use at most 200 characters.',
    move: ['Move My Visit', 'Done: we will see you on'],
    schedule: /^Schedule/,
  },
  es: {
    at: '/es',
    notes: [
      'Agregar dirección o código del portón',
      'Dirección',
      'Notas',
      'Guardar',
      'Guardado. Quien vaya a su casa lo verá.',
    ],
    tooLong: 'Por favor, use 200 caracteres como máximo.',
    move: ['Cambiar mi visita', 'Listo: nos vemos el'],
    schedule: /^(Schedule|Reserv|Program|Agend)/,
  },
} as const;

for (const [width, height, isTouch] of [
  [375, 667, true],
  [1366, 650, false],
] as const) {
  test.describe(`at ${width}x${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: isTouch, isMobile: isTouch });

    for (const language of ['en', 'es'] as const) {
      test(`one day's times with tabs, or all days where there is room; a note is added; no Schedule button; ${language}`, async ({
        page,
        visits,
      }) => {
        const { at, notes, tooLong, move, schedule } = words[language];
        const [add, address = '', message = '', save, saved = ''] = notes;
        const main = page.getByRole('main');
        const press = (locator: Locator) => (isTouch ? locator.tap() : locator.click());
        const { id, link } = await visits.booked(await visits.pick(5), '');
        await page.goto(at + link);
        await expect(page.getByRole('banner').or(page.getByRole('contentinfo')).locator('[data-book]')).toHaveCount(0);
        if (isTouch) await press(page.locator('[data-menu] summary'));
        await expect(page.getByRole('link', { name: schedule })).toHaveCount(0);
        if (isTouch) await press(page.locator('[data-menu] summary'));
        await expectAccessible(page, 'booked');

        const tabs = page.locator('.day-tab input');
        const times = page.locator('.slot input');
        const button = page.getByRole('button', { name: move[0] });
        const days = byZonedDay(await visits.openSlots());
        await expect(tabs).toHaveCount(days.length);
        await expect(button).toBeDisabled();
        if (isTouch) {
          await press(tabs.nth(1));
          await expect(times.filter({ visible: true })).toHaveCount(days[1]?.slots.length ?? 0);
          await press(times.filter({ visible: true }).first());
          await expect(button).toBeEnabled();
          // Another day: the chosen time goes out of sight, and is chosen no more.
          await press(tabs.nth(2));
          await expect(button).toBeDisabled();
          await expect(page.locator('.slot :checked')).toHaveCount(0);
          for (const box of await page.locator('.day-tab, .slot').filter({ visible: true }).all()) {
            const { width: wide = 0, height: high = 0 } = (await box.boundingBox()) ?? {};
            expect(Math.min(wide, high)).toBeGreaterThanOrEqual(44);
          }
          await page.keyboard.press('ArrowRight');
          await expect(tabs.nth(3)).toBeChecked();
        } else {
          await expect(tabs.first()).toBeHidden();
          await expect(times.filter({ visible: true })).toHaveCount((await visits.openSlots()).length);
          const { height: high = 0 } = (await page.locator('.day-list').boundingBox()) ?? {};
          expect(high).toBe(24 * 16);
        }
        await expectAccessible(page, 'a day');

        await press(main.getByText(add, { exact: true }));
        await main.getByLabel(address).fill('a'.repeat(201));
        await main.getByLabel(message).fill('Gate code 4711');
        await expectAccessible(page, 'notes');
        await press(main.getByRole('button', { name: save }));
        await expect(page.getByRole('alert')).toHaveText(tooLong);
        await expect(main.getByLabel(address)).toHaveAccessibleDescription(tooLong);
        await expect(main.getByLabel(message)).toHaveValue('Gate code 4711');
        await expectAccessible(page, 'too long');
        await main.getByLabel(address).fill('612 Sycamore Street');
        await press(main.getByRole('button', { name: save }));
        await expect(page.getByRole('status')).toHaveText(saved);
        await expect(page.getByRole('status')).toBeFocused();
        await expect(main).toContainText('612 Sycamore Street, ');
        await expect(main.locator('dd', { hasText: 'Gate code 4711' })).toBeVisible();
        const request = { address: '612 Sycamore Street', message: 'Gate code 4711' };
        expect(await visits.lead(id)).toMatchObject({ request });

        await press(times.filter({ visible: true }).last());
        await press(button);
        await expect(page.getByRole('status')).toContainText(move[1]);
        expect(await visits.lead(id)).toMatchObject({ request, moves: 1 });
      });
    }
  });
}

test('axe finds nothing in any state, and every state fits every width and 200 % text', async ({ page, visits }) => {
  const booked = await visits.booked(await visits.pick(3));
  const cancelled = await visits.booked(await visits.pick(3));
  const states = [
    ['booked', booked.link, 'Your Visit'],
    ['moved', `${booked.link}?done=moved`, 'Done'],
    ['none', (await visits.request()).link, 'no visit is booked'],
    ['past', (await visits.past()).link, 'can no longer be changed here'],
    ['cancelled', cancelled.link, 'Your Visit Is Cancelled'],
    ['lost', `${booked.link}x`, 'We Cannot Find This Visit'],
    ['without a key', '/visit', 'Open the link in your confirmation'],
  ] as const;
  const looksClean = async (state: string) => {
    await expectCleanAt(page, [375], state);
    await expectFits(page, state);
  };
  await page.goto(cancelled.link);
  await page.getByText('Cancel this visit').click();
  await page.getByRole('button', { name: 'Yes, Cancel My Visit' }).click();
  for (const [state, address, words] of states) {
    await page.goto(address);
    await expect(page.getByRole('main')).toContainText(words);
    if (state === 'booked') {
      await page.getByText('Cancel this visit').click();
      await page.getByRole('radio').nth(1).check();
      await expectCleanAt(page, [1440], state);
    }
    await looksClean(state);
  }
  await page.goto(booked.link);
  const slot = await visits.pick(0);
  await visits.booked(slot);
  await page.locator(`input[value="${slot.start}"]`).check();
  await page.getByRole('button', { name: 'Move My Visit' }).click();
  await page.getByRole('alert').waitFor();
  await looksClean('refused');
});
