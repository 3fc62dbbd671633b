import { business } from '#business';
import { visit as english } from '#i18n/en/visit';
import { contact, details } from '#i18n/es/booking';
import { thanks } from '#i18n/es/pages';
import { visit as spanish } from '#i18n/es/visit';
import { siteLanguages } from '#i18n/site-languages';
import { expectAccessible } from '#tests/support/browser/axe';
import { expect, START, visitor } from '../e2e/booking-site.ts';
import { OWNER_ADDRESS, subjectsTo, test } from '../e2e/mail-site.ts';

test.skip(siteLanguages.join() !== 'es,en', 'This dealer’s first language is English.');

test('Spanish is at the root and English below /en, and each page leads to the same one in the other language', async ({
  page,
}) => {
  const language = (tag: string) => expect(page.locator('html')).toHaveAttribute('lang', tag);
  for (const [spanishPage, englishPage] of [
    ['/', '/en'],
    ['/sol', '/en/sun'],
    ['/book', '/en/book'],
    [START, `/en${START}`],
  ] as const) {
    await page.goto(spanishPage);
    await language('es-US');
    await expectAccessible(page, spanishPage);
    await page.getByRole('link', { name: 'English' }).first().click();
    await expect(page).toHaveURL(englishPage);
    await language('en-US');
    await page.getByRole('link', { name: 'Español' }).first().click();
    await expect(page).toHaveURL(spanishPage);
  }
  for (const [address, heading] of [
    ['/nowhere', '404 Página no encontrada'],
    ['/en/nowhere', '404 Page Not Found'],
    ['/en/service-areas/nowhere', 'Location Not Found'],
  ] as const) {
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  const refusal = async (tag: string) => {
    const headers = { 'accept-language': tag };
    return (await page.request.post('/api/consultation-requests', { headers, data: {} })).headers()['content-language'];
  };
  expect([await refusal('fr'), await refusal('es-PR'), await refusal('en-US,en')]).toEqual(['es', 'es', undefined]);
});

test('a booking is thanked for, confirmed and shown in Spanish at the root; the owner reads Spanish too', async ({
  page,
  mailServer,
}) => {
  const { dialog, days, slots, press, open, giveContact } = visitor(page, { language: 'es' });
  const EMAIL = 'ana.rios@example.com';
  await page.goto(START);
  await open();
  await giveContact({ Name: 'Ana Ríos', Phone: '(787) 555-0190', Email: EMAIL, 'ZIP code': '00907' });
  await press(contact.seeTimes);
  await expect(dialog.getByText('hora de Puerto Rico')).toBeVisible();
  await days.last().click();
  await slots.last().click();
  await dialog.getByLabel(details.city).selectOption('San Juan');
  await dialog.getByLabel(details.service).selectOption('Toldos');
  await dialog.getByLabel(details.contact).selectOption('email');
  await press(details.confirm);
  await expect(page).toHaveURL('/thank-you');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(thanks.heading);

  await expect.poll(() => subjectsTo(mailServer, EMAIL)).toEqual([expect.stringMatching(/^Su consulta/)]);
  const booked = expect.stringMatching(/^Reserva: Visita, .* hora de Puerto Rico, Ana Ríos$/);
  await expect.poll(() => subjectsTo(mailServer, OWNER_ADDRESS)).toContainEqual(booked);
  const { mail } = mailServer.received.find(({ to }) => to.includes(EMAIL)) ?? {};
  const [, visit = ''] = /https?:\/\/[^/]+(\/visit\/[\w.-]+)/.exec(mail?.text ?? '') ?? [];
  expect(mail?.html).toContain('<html lang="es-US">');
  expect(mail?.text).toContain(business.phone.display);
  // A link as it was when English was the first language leads to the visit still.
  for (const [address, words] of [
    [visit, spanish],
    [`/es${visit}`, spanish],
    [`/en${visit}`, english],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveTitle(`${words.title} | ${business.name}`);
    await expect(page.getByText(words.addNotes)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Español' }).first().click();
  await expect(page).toHaveURL(visit);
});
