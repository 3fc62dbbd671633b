import { pathIn, siteLanguages } from '#i18n/site-languages';
import { listLeads } from '#server/leads/lead-list';
import { openStore } from '#server/storage/stores';
import { sharedZipCode } from '#tests/support/addresses';
import { expectAccessible } from '#tests/support/browser/axe';
import { hold, requestsOf, untilQuiet } from '#tests/support/browser/network';
import { watchShifts } from '#tests/support/browser/shifts';
import { walked } from '#tests/support/host';
import { consultation } from '#tests/support/visitor';
import { bilingual, expect, test, visitor } from './booking-site.ts';

const service = consultation.serviceInterest;
const about = 'Offer: Free measuring <b>';
const query = `?zip=${consultation.zipCode}&service=${encodeURIComponent(service)}&about=${encodeURIComponent(about)}`;

for (const { language, text, device } of walked(bilingual)) {
  test.describe(() => {
    test.use(device);

    test(`a link to /book brings ZIP, service and subject, and books; axe is content and nothing moves by itself; ${language}`, async ({
      page,
      site,
    }) => {
      const { dialog: steps, press, slots, days } = visitor(page, { language, inPage: true });
      const progress = steps.locator('.progress');
      const shifts = await watchShifts(page);
      await page.goto(pathIn(language, '/book') + query);
      await expect(steps.getByLabel(text.contact.zipCode)).toHaveValue(consultation.zipCode);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(steps).toContainText('Free measuring <b>');
      await expect(page.locator(':focus')).toHaveCount(0);
      await steps.getByLabel(text.contact.name).fill('Elise Romero');
      await steps.getByLabel(text.contact.phone).fill('(407) 555-0188');
      await press(text.contact.seeTimes);
      await slots.first().waitFor();
      await expect(progress).toBeInViewport({ ratio: 1 });
      // Below the line of the offer, the list of all days leaves the buttons their room.
      for (const name of [text.times.back, text.times.noGoodTime])
        if (!('isMobile' in device)) await expect(steps.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
      if (language === 'es') await expectAccessible(page, 'the list of times');
      await days.last().click();
      await slots.last().click();
      await expect(steps.getByLabel(text.details.city)).toBeFocused();
      await expect(progress).toBeInViewport({ ratio: 1 });
      await expect(steps.getByLabel(text.details.service)).toHaveValue(service);
      await expect(steps.getByLabel(text.details.contact)).toHaveAccessibleDescription(text.details.noEmail);
      if (language === 'en') await expectAccessible(page, 'the details');
      expect(await shifts()).toEqual([]);
      await press(text.details.confirm);
      await expect(page).toHaveURL(pathIn(language, '/thank-you'));
      const leads = openStore('leads', { context: 'dev', dataDir: site.dataDir });
      const request = { zipCode: consultation.zipCode, serviceInterest: service, about };
      expect(await listLeads(leads, console.error)).toMatchObject([
        { request, visits: [{ slot: expect.any(String) }] },
      ]);
    });
  });
}

test('before a sign of life there is only the form; what is typed, the focus, the caret and the press of its button go to the steps', async ({
  page,
}) => {
  const { dialog: steps, giveContact, slots } = visitor(page, { inPage: true });
  const loaded = requestsOf(page);
  await page.goto('/book');
  await untilQuiet(page);
  expect(loaded.filter(({ pathname }) => /Booking|client\./.test(pathname))).toEqual([]);
  const form = page.locator('#request > form');
  const name = steps.getByLabel('Name');
  await expect(form.getByRole('button')).toHaveText(['See Available Times']);
  await expect(form.locator('label:visible')).toHaveText(['Name', 'ZIP code', 'Phone', 'Email']);
  const places = () =>
    page.locator('#request').evaluate((panel) => {
      const parts = panel.querySelectorAll('.progress, .trust, label, [id$=-either], .input, .help, .btn');
      const seen = [...parts].filter((part) => part.getClientRects().length > 0);
      return seen.map((part) => Math.round(part.getBoundingClientRect().top + scrollY));
    });
  const before = await places();
  let release = await hold(page, /\/_astro\/BookingPage\./);
  await form.getByLabel('Name').click();
  await page.keyboard.type('Elise Romero');
  await page.keyboard.press('ArrowLeft');
  await expect(form).toBeVisible();
  release();
  await expect(form).toHaveCount(0);
  await expect(name).toBeFocused();
  await page.keyboard.type('e');
  await expect(name).toHaveValue('Elise Romereo');
  expect(await places()).toEqual(before);

  await test.step('a mail field goes over too, which has no place in its text', async () => {
    release = await hold(page, /\/_astro\/BookingPage\./);
    await page.goto('/book');
    await page.getByLabel('Email').fill('elise@example.com');
    release();
    await expect(form).toHaveCount(0);
    await expect(steps.getByLabel('Email')).toBeFocused();
    await expect(steps.getByLabel('Email')).toHaveValue('elise@example.com');
  });

  await test.step('the button leads to what is wrong, or to the times', async () => {
    release = await hold(page, /\/_astro\/BookingPage\./);
    await page.goto('/book');
    await page.getByLabel('Name').fill('E');
    await page.getByLabel('Name').press('Enter');
    release();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Please enter your name');
    await giveContact();
    await page.getByRole('button', { name: 'See Available Times' }).click();
    await expect(slots.first()).toBeFocused();
  });
});

test('a reload, and the other language, do not read the link anew over what was typed', async ({ page }) => {
  const zipCode = page.locator('section.booking [name=zipCode]');
  await page.goto(`/book${query}`);
  await zipCode.fill(sharedZipCode);
  await page.reload();
  await expect(zipCode).toHaveValue(sharedZipCode);
  for (const name of siteLanguages.includes('es') ? ['Español', 'English'] : []) {
    await page.getByRole('banner').getByRole('link', { name }).click();
    await expect(page).toHaveURL(pathIn(name === 'English' ? 'en' : 'es', '/book') + query);
    await expect(zipCode).toHaveValue(sharedZipCode);
  }
});
