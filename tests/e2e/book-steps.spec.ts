import { Lead } from '#server/leads/lead';
import { openStore } from '#server/storage/stores';
import { expectAccessible } from '#tests/support/browser/axe';
import { tabTo } from '#tests/support/browser/keyboard';
import { untilQuiet } from '#tests/support/browser/network';
import { consultation } from '#tests/support/visitor';
import { expect, REQUESTS, test, visitor } from './booking-site.ts';

const service = consultation.serviceInterest;
const about = 'Offer: Free measuring <b>';
const query = `?zip=${consultation.zipCode}&service=${encodeURIComponent(service)}&about=${encodeURIComponent(about)}`;

/** What has moved up or down without a press. A typeface that comes late on a busy machine moves words by a pixel or two. */
const shifts = `window.moved = []; new PerformanceObserver((list) => {
  const sources = list.getEntries().flatMap((entry) => (entry.hadRecentInput ? [] : entry.sources));
  for (const { node, previousRect, currentRect } of sources)
    if (Math.abs(previousRect.y - currentRect.y) > 2) window.moved.push(node?.outerHTML);
}).observe({ type: 'layout-shift', buffered: true })`;

for (const [language, width, height, isTouch] of [
  ['en', 375, 667, true],
  ['es', 375, 667, true],
  ['en', 1366, 650, false],
  ['es', 1440, 900, false],
] as const) {
  test.describe(`${language}, ${width}x${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: isTouch, isMobile: isTouch });

    test('a link to /book brings ZIP, service and subject, and books; axe is content and nothing moves by itself', async ({
      page,
      site,
    }) => {
      await page.addInitScript(shifts);
      const steps = page.locator('section.booking');
      const press = async (name: RegExp) => {
        const button = steps.getByRole('button', { name });
        await (isTouch ? button.tap() : button.click());
      };
      await page.goto((language === 'es' ? '/es/book' : '/book') + query);
      await expect(steps.locator('[name=zipCode]')).toHaveValue(consultation.zipCode);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(steps).toContainText('Free measuring <b>');
      await expect(page.locator(':focus')).toHaveCount(0);
      await expectAccessible(page, 'step 1');
      await steps.locator('[name=name]').fill('Elise Romero');
      await steps.locator('[name=phone]').fill('(407) 555-0188');
      await press(/^(See Available|Ver horarios)/);
      const slot = steps.locator('.slot').last();
      await slot.waitFor();
      await expect(steps.locator('.progress')).toBeInViewport({ ratio: 1 });
      // Below the line of the offer, the list of all days leaves them their room.
      if (!isTouch)
        for (const way of await steps.locator('.dialog-foot button').all())
          await expect(way).toBeInViewport({ ratio: 1 });
      await expectAccessible(page, 'step 2');
      await (isTouch ? slot.tap() : slot.click());
      await expect(steps.locator('[name=city]')).toBeFocused();
      await expect(steps.locator('.progress')).toBeInViewport({ ratio: 1 });
      await expect(steps.locator('[name=serviceInterest]')).toHaveValue(service);
      await expect(steps.locator('[name=preferredContact] option')).toHaveCount(4);
      await expect(steps.locator('[name=preferredContact]')).toHaveAccessibleDescription(/email address|correo/);
      await expectAccessible(page, 'step 3');
      expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toEqual([]);
      await press(/^Confirm/);
      await expect(page).toHaveURL(language === 'es' ? '/es/thank-you' : '/thank-you');
      const leads = openStore('leads', { context: 'dev', dataDir: site.dataDir });
      const [kept] = await leads.list('leads/');
      const { request, slot: booked } = Lead.parse((await leads.get(kept?.key ?? ''))?.value);
      expect(request).toMatchObject({ zipCode: consultation.zipCode, serviceInterest: service, about });
      expect(booked).toBeTruthy();
    });
  });
}

test('before a sign of life there is only the form, as the first step looks; what is typed, the focus and the place in the text go over to the steps', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/book');
  await untilQuiet(page);
  expect(loaded.filter((path) => /Booking|client\./.test(path))).toEqual([]);
  const form = page.locator('#request > form');
  await expect(form.getByRole('button')).toHaveText(['See Available Times']);
  await expect(form.locator('label:visible')).toHaveText(['Name', 'Phone', 'Email', 'ZIP code']);
  const places = () =>
    page.locator('#request').evaluate((panel) => {
      const parts = panel.querySelectorAll('.progress, .trust, label, .input, .help, .btn');
      const seen = [...parts].filter((part) => part.getClientRects().length > 0);
      return seen.map((part) => Math.round(part.getBoundingClientRect().top + scrollY));
    });
  const before = await places();
  const release = Promise.withResolvers<void>();
  await page.route(/\/_astro\/BookingPage\./, async (route) => {
    await release.promise;
    await route.continue();
  });
  await form.getByLabel('Name').click();
  await page.keyboard.type('Elise Romero');
  await page.keyboard.press('ArrowLeft');
  await expect(form).toBeVisible();
  release.resolve();
  await expect(form).toHaveCount(0);
  const name = visitor(page, { inPage: true }).dialog.getByLabel('Name');
  await expect(name).toBeFocused();
  await page.keyboard.type('e');
  await expect(name).toHaveValue('Elise Romereo');
  expect(await places()).toEqual(before);
});

test('the button that is pressed before the steps are there leads to the times, or to what is wrong', async ({
  page,
}) => {
  const { dialog: steps, giveContact, slots } = visitor(page, { inPage: true });
  const early = async () => {
    const release = Promise.withResolvers<void>();
    await page.route(/\/_astro\/BookingPage\./, async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto('/book');
    return release;
  };
  const first = await early();
  await page.getByLabel('Name').fill('E');
  await page.getByLabel('Name').press('Enter');
  first.resolve();
  await expect(steps.getByLabel('Name')).toBeFocused();
  await expect(steps.getByLabel('Name')).toHaveAccessibleDescription('Please enter your name');
  await giveContact();
  await page.getByRole('button', { name: 'See Available Times' }).click();
  await expect(slots.first()).toBeFocused();
});

test('where the steps cannot be loaded, the plain form is shown with what was typed, and it sends', async ({
  page,
  wire,
}) => {
  await page.route(/\/_astro\/BookingPage\./, (route) => route.abort());
  await page.goto('/book');
  await page.getByLabel('Name').fill('Elise Romero');
  await page.getByLabel('Phone', { exact: true }).fill('(407) 555-0188');
  await page.getByLabel('ZIP code').fill(consultation.zipCode);
  await page.getByRole('button', { name: 'See Available Times' }).click();
  await page.getByLabel('Notes').fill('Two skylights');
  await page.getByRole('button', { name: 'Request a Callback' }).click();
  await expect(page).toHaveURL('/thank-you');
  expect(wire.to('/api/callback')[0]?.body).toContain('Two+skylights');
});

test('Back goes a step back and from the first one leaves; a reload begins again with all that was typed', async ({
  page,
}) => {
  const { dialog: steps, slots, giveContact, giveDetails, press } = visitor(page, { inPage: true });
  await page.goto('/privacy');
  await page.goto(`/book${query}`);
  await giveContact({ 'ZIP code': '33837' });
  await press('See Available Times');
  await slots.first().click();
  await giveDetails();
  await page.goBack();
  await expect(slots.first()).toBeVisible();
  await press('No Good Time?');
  await expect(steps).toHaveAccessibleDescription('Select a convenient time for your consultation.');
  await page.goBack();
  await expect(slots.first()).toBeVisible();
  await page.reload();
  await expect(steps.getByLabel('ZIP code')).toHaveValue('33837');
  await expect(steps.getByLabel('Name')).toHaveValue('Elise Romero');
  await page.goBack();
  await expect(page).toHaveURL('/privacy');
});

test('the other language keeps the link and what was typed over it, there and back', async ({ page }) => {
  const zipCode = page.locator('section.booking [name=zipCode]');
  await page.goto(`/book${query}`);
  await expect(zipCode).toHaveValue(consultation.zipCode);
  await zipCode.fill('33837');
  for (const [name, path] of [
    ['Español', '/es/book'],
    ['English', '/book'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name }).click();
    await expect(page).toHaveURL(path + query);
    await expect(zipCode).toHaveValue('33837');
    await expect(page.locator('section.booking')).toContainText('Free measuring <b>');
  }
});

test('by keyboard; the buttons of header and footer lead to the steps, and open no second ones', async ({
  page,
  wire,
}) => {
  const { dialog: steps, slots } = visitor(page, { inPage: true });
  const keys = page.keyboard;
  await page.goto('/book');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Schedule Consultation' }).focus();
  await keys.press('Enter');
  await expect(steps.getByLabel('Name')).toBeFocused();
  await keys.type('Elise Romero');
  await keys.press('Tab');
  await keys.type('(407) 555-0188');
  await tabTo(page, steps.getByLabel('ZIP code'));
  await keys.type(consultation.zipCode);
  await keys.press('Enter');
  await expect(slots.first()).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(slots.first()).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await keys.press('ArrowDown');
  await expect(steps.getByRole('group').nth(1).getByRole('button').first()).toBeFocused();
  await keys.press('End');
  await expect(slots.last()).toBeFocused();
  await keys.press('Enter');
  await expect(steps.getByLabel('City')).toHaveValue(consultation.city);
  await steps.getByLabel('Service').selectOption(service);
  await steps.getByLabel('Preferred contact').selectOption('Email');
  await steps.getByLabel('Street address').press('Enter');
  await expect(page).toHaveURL('/thank-you');
  // Nothing is refused that was accepted before.
  expect(JSON.parse(wire.to(REQUESTS)[0]?.body ?? '')).toMatchObject({ preferredContact: 'email' });
});

test('the step bar is seen in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/book');
  const colors = await page.locator('.progress').evaluate((bar) => {
    const all = [...bar.children].map((slat) => getComputedStyle(slat).backgroundColor);
    return { all, ground: getComputedStyle(document.body).backgroundColor };
  });
  expect(new Set(colors.all).size).toBe(2);
  expect(colors.all).not.toContain(colors.ground);
});
