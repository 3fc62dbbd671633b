import type { APIRequestContext } from '@playwright/test';
import { business, visitRules } from '#business';
import type { Slot } from '#contracts/calendar';
import { siteLanguages } from '#i18n/site-languages';
import { tellsPosition } from '#lib/positions/signs';
import { byZonedDay, zonedDay, zonedTime, zoneNames } from '#lib/time/zone';
import { findLead } from '#server/leads/lead-records';
import { openStore } from '#server/storage/stores';
import { expectAccessible, expectCleanAt, expectFits } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { tabTo } from '#tests/support/browser/keyboard';
import { expect, test as host } from '#tests/support/host';
import { jpegWithPosition, samples } from '#tests/support/sample-media';
import type { SiteProcess } from '#tests/support/site-process';
import { consultation, newVisitor } from '#tests/support/visitor';
import { expectLarge } from './fingers.ts';
import { openSlots, receive, visitLink } from './leads-site.ts';

const test = host.extend<{ visits: ReturnType<typeof visitsOf> }>({
  visits: async ({ site, request }, use) => use(visitsOf(site, request)),
});

/** What a test does beside the page: requests, bookings, and a look at what is kept. */
function visitsOf(site: SiteProcess, request: APIRequestContext) {
  async function pick(index: number): Promise<Slot> {
    const slot = (await openSlots(request))[index];
    if (!slot) throw new Error('No such slot');
    return slot;
  }

  /** A booked visit and its link. */
  async function booked({ start, end }: Slot, address = '612 Sycamore Street'): Promise<{ id: string; link: string }> {
    const { phone, email } = newVisitor();
    const id = await receive(request, { phone, email, address });
    const data = { consultationId: id, slotStart: start, slotEnd: end };
    await expect(await request.post('/api/calendar/book', { data })).toBeOK();
    return { id, link: await visitLink(site, id) };
  }

  const leads = openStore('leads', { context: 'dev', dataDir: site.dataDir });
  const kept = async (id: string) => (await findLead(leads, id))?.lead;
  return { pick, booked, kept };
}

const shown = ({ start }: Slot) => `${zonedDay(start)} at ${zonedTime(start)} ${zoneNames.short}`;

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  // What becomes of the lead and of the slots is in tests/functions/visit.test.ts.
  test('nothing is sent before a time is chosen; by keyboard a visit is moved, cancelled in a second step, and gets a picture', async ({
    page,
    request,
    visits,
  }) => {
    const main = page.getByRole('main');
    const times = page.getByRole('radio');
    const move = page.getByRole('button', { name: 'Move My Visit' });
    // Not the first ones: the hour may take them away meanwhile.
    const before = await visits.pick(5);
    const { id, link } = await visits.booked(before);
    await page.goto(link);
    await expect(main).toContainText(shown(before));
    const { city, zipCode } = consultation;
    await expect(main).toContainText(`612 Sycamore Street, ${city}, ${business.address.state} ${zipCode}`);
    await expect(move).toBeHidden();
    await tabTo(page, page.locator('summary', { hasText: 'Move this visit' }));
    await page.keyboard.press('Enter');
    await move.click();
    await expect(times.first()).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);

    await tabTo(page, times.first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(times.nth(2)).toBeChecked();
    const start = await times.nth(2).inputValue();
    const chosen = (await openSlots(request)).find((slot) => slot.start === start);
    if (!chosen) throw new Error('The page offers what is not open');
    await expect(times.nth(2)).toHaveAccessibleName(`${zonedTime(chosen.start)} ${visitRules.visitMinutes} minutes`);
    await page.keyboard.press('Tab');
    await expect(move).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText(`Done: we will see you on ${shown(chosen)}.`);
    await expect(page.getByRole('status')).toBeFocused();
    expect(await visits.kept(id)).toMatchObject({ status: 'booked', visits: [{ start: chosen.start }] });

    await test.step('pictures', async () => {
      const section = page.getByRole('region', { name: 'Pictures of Your Windows' });
      const window = {
        name: 'window.png',
        mimeType: 'image/png',
        buffer: Buffer.from((await samples['png']?.()) ?? []),
      };
      const kitchen = { name: 'kitchen.jpg', mimeType: 'image/jpeg', buffer: await jpegWithPosition() };
      await section.getByLabel('Add pictures').setInputFiles([window, kitchen]);
      await section.getByRole('button', { name: 'Send Pictures' }).click();
      await expect(section.getByRole('img')).toHaveCount(2);
      const shown = await section
        .getByRole('img')
        .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
      const kept = await Promise.all(shown.map(async (src) => await (await page.request.get(src)).body()));
      expect(tellsPosition(kitchen.buffer)).toBe(true);
      expect(kept.map((bytes) => bytes.length > 0 && tellsPosition(bytes))).toEqual([false, false]);
      for (const left of [1, 0]) {
        await section.getByRole('button', { name: 'Remove picture 1' }).click();
        await expect(section.getByRole('img')).toHaveCount(left);
      }
    });

    const confirm = page.getByRole('button', { name: 'Yes, Cancel My Visit' });
    await expect(confirm).toBeHidden();
    await tabTo(page, page.locator('summary', { hasText: 'Cancel this visit' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(confirm).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your Visit Is Cancelled' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(link);
    expect((await visits.kept(id))?.visits.map(({ slot }) => slot)).toEqual([undefined]);
    await page.getByRole('link', { name: 'Book Again' }).click();
    await expect(page).toHaveURL('/book');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

  test("in Spanish one day's times have tabs, or all days are shown where there is room; a note is added once it is short enough", async ({
    page,
    request,
    visits,
  }) => {
    test.skip(!siteLanguages.includes('es'), 'This site has one language.');
    const main = page.getByRole('main');
    const { id, link } = await visits.booked(await visits.pick(5), '');
    await page.goto(`/es${link}`);
    const menu = page.locator('[data-menu] summary');
    await menu.tap();
    await expect(page.getByRole('link', { name: /^(Schedule|Reserv|Program|Agend)/ })).toHaveCount(0);
    await expect(page.locator('[data-book]')).toHaveCount(0);
    await menu.tap();

    const tabs = page.locator('.day-tab input');
    const times = page.locator('.slot input');
    const move = page.getByRole('button', { name: 'Cambiar mi visita' });
    const days = byZonedDay(await openSlots(request));
    await expect(tabs).toHaveCount(days.length);
    await main.getByText('Cambiar la hora de esta visita', { exact: true }).tap();
    await expect(move).toBeDisabled();
    await tabs.nth(1).tap();
    await expect(times.filter({ visible: true })).toHaveCount(days[1]?.slots.length ?? 0);
    await times.filter({ visible: true }).first().tap();
    await expect(move).toBeEnabled();
    // Another day: the chosen time goes out of sight, and is chosen no more.
    await tabs.nth(2).tap();
    await expect(move).toBeDisabled();
    await expect(page.locator('.slot :checked')).toHaveCount(0);
    await expectLarge(page.locator('.day-tab, .slot'));
    await page.keyboard.press('ArrowRight');
    await expect(tabs.nth(3)).toBeChecked();
    await page.setViewportSize({ width: 1366, height: 650 });
    await expect(tabs.first()).toBeHidden();
    await expect(times.filter({ visible: true })).toHaveCount(days.flatMap(({ slots }) => slots).length);
    expect((await page.locator('.day-list').boundingBox())?.height).toBe(24 * 16);

    const tooLong = 'Por favor, use 200 caracteres como máximo.';
    const [address, notes] = [main.getByLabel('Dirección'), main.getByLabel('Notas')];
    await main.getByText('Agregar dirección o código del portón, cambiar teléfono o correo', { exact: true }).click();
    await address.fill('a'.repeat(201));
    await notes.fill('Gate code 4711');
    await main.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByRole('alert')).toHaveText(tooLong);
    await expect(address).toHaveAccessibleDescription(tooLong);
    await expect(notes).toHaveValue('Gate code 4711');
    await expectAccessible(page, 'too long');
    await address.fill('612 Sycamore Street');
    await main.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByRole('status')).toHaveText('Guardado. Quien vaya a su casa lo verá.');
    await expect(page.getByRole('status')).toBeFocused();
    await expect(main).toContainText('612 Sycamore Street, ');
    await expect(main.locator('dd', { hasText: 'Gate code 4711' })).toBeVisible();

    await main.getByText('Cambiar la hora de esta visita', { exact: true }).click();
    await times.filter({ visible: true }).last().click();
    await move.click();
    await expect(page.getByRole('status')).toContainText('Listo: nos vemos el');
    const kept = { address: '612 Sycamore Street', message: 'Gate code 4711' };
    expect(await visits.kept(id)).toMatchObject({ request: kept, visits: [{ moves: 1 }] });
  });
});

test('axe finds nothing in any state, each fits every width and 200 % text, and the page’s address goes to no other page', async ({
  page,
  visits,
}) => {
  const complaints = await complaintsOf(page);
  const booked = await visits.booked(await visits.pick(5));
  const cancelled = await visits.booked(await visits.pick(5));
  const looksClean = async (state: string) => {
    await expectAccessible(page, state);
    await expectFits(page, state);
  };
  await page.goto(cancelled.link);
  await page.getByText('Cancel this visit').click();
  await page.getByRole('button', { name: 'Yes, Cancel My Visit' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Visit Is Cancelled');
  await looksClean('cancelled');
  for (const [state, address, words] of [
    ['without a key', '/visit', 'Open the link in your confirmation to see'],
    ['lost', `${booked.link}x`, 'We Cannot Find This Visit'],
    ['moved', `${booked.link}?done=moved`, 'Done'],
  ] as const) {
    await page.goto(address);
    await expect(page.locator('html'), 'nobody is measured').toHaveAttribute('data-unmeasured');
    await expect(page.getByRole('main')).toContainText(words);
    await looksClean(state);
  }
  await page.goto(booked.link);
  await page.getByText('Cancel this visit').click();
  await page.getByText('Move this visit').click();
  // The days stand beside each other where there is room, whichever the time is on.
  await page.setViewportSize({ width: 1440, height: 800 });
  const slot = await visits.pick(7);
  const taken = page.locator(`input[value="${slot.start}"]`);
  await taken.check();
  await expectCleanAt(page, [1440], 'booked');
  await visits.booked(slot);
  await page.getByRole('button', { name: 'Move My Visit' }).click();
  await expect(page.getByRole('alert')).toHaveText('Somebody has just taken that time. Please choose another.');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(taken).toHaveCount(0);
  await looksClean('taken meanwhile');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our Work' }).click();
  await expect(page).toHaveURL('/gallery');
  const { origin } = new URL(page.url());
  expect(await page.evaluate(() => document.referrer), 'its address goes to no other page').toBe(`${origin}/`);
  expect(complaints).toEqual([]);
});
