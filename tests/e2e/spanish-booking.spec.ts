import type { Page } from '@playwright/test';
import { easternDay, easternTime } from '#lib/eastern-time';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { intervalOf, readEvent } from '#tests/support/ics-event';
import { tabTo } from '#tests/support/browser/keyboard';
import { expect, REQUESTS, takeLastTime, TIMES, visitor } from './booking-site.ts';
import { leadsPage, signIn } from './leads-site.ts';
import { invitationOf, linkOf, mailTo, OWNER_ADDRESS, test } from './mail-site.ts';

const START = '/es/service-areas/celebration';
const EMAIL = 'elise.romero@example.com';

/** What a visitor does in Spanish, in the words of the page. */
function visitante(page: Page) {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog', { name: 'Programe su consulta gratis' });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const days = dialog.getByRole('tab');
  const slots = dialog.getByRole('button', { name: /\d+:\d\d [ap]\. m\. \d+ minutos/ });

  async function open(): Promise<void> {
    await page.goto(START);
    await main
      .getByRole('link', { name: /^Programar/ })
      .first()
      .click();
    await expect(dialog).toBeVisible();
  }

  async function giveContact(email = ''): Promise<void> {
    await dialog.getByLabel('Nombre').fill('Elise Romero');
    await dialog.getByLabel('Teléfono').fill('(407) 555-0188');
    await dialog.getByLabel('Correo electrónico').fill(email);
    await dialog.getByLabel('Código postal (ZIP)').fill('34747');
  }

  async function reachDetails(): Promise<void> {
    await open();
    await giveContact();
    await press('Ver horarios disponibles');
    await days.last().click();
    await slots.last().click();
    await dialog.getByLabel('Servicio').selectOption('Contraventanas motorizadas');
    await dialog.getByLabel('Cómo prefiere').selectOption('Por mensaje de texto');
  }
  return { dialog, press, days, slots, open, giveContact, reachDetails };
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 } });

  test('a whole booking by keyboard in Spanish: the lead is marked, mail and calendar file are in Spanish', async ({
    page,
    wire,
    mailServer,
  }) => {
    const { dialog, days, slots } = visitante(page);
    const keys = page.keyboard;
    await page.goto(START);
    await tabTo(
      page,
      page
        .getByRole('main')
        .getByRole('link', { name: /^Programar/ })
        .first(),
    );
    await keys.press('Enter');
    await expect(dialog.getByLabel('Nombre')).toBeFocused();
    await keys.press('Enter');
    await expect(dialog.getByLabel('Nombre')).toHaveAccessibleDescription('Por favor, escriba su nombre');
    await keys.type('Elise Romero');
    await keys.press('Tab');
    await keys.type('(407) 555-0188');
    await keys.press('Tab');
    await keys.type(EMAIL);
    await keys.press('Tab');
    await keys.type('34747');
    await keys.press('Enter');
    await expect(days.first()).toBeFocused();
    await keys.press('ArrowRight');
    await expect(days.nth(1)).toBeFocused();
    await keys.press('Tab');
    await expect(slots.first()).toBeFocused();
    await keys.press('Enter');
    await expect(dialog.getByLabel('Ciudad')).toBeFocused();
    await keys.press('Tab');
    await keys.type('Contra');
    await keys.press('Tab');
    await keys.press('Tab');
    await keys.type('Por m');
    await keys.press('Shift+Tab');
    await keys.type('612 Sycamore Street');
    await keys.press('Enter');
    await expect(dialog.getByRole('heading', { name: '¡Consulta programada!' })).toBeFocused();
    await expect(page).toHaveURL('/es/thank-you');

    const [request] = wire.to(REQUESTS);
    expect(request?.headers['accept-language']).toBe('es');
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      language: 'es',
      city: 'Celebration',
      serviceInterest: 'Motorized Shutters',
      preferredContact: 'text',
    });
    const beginning = 'Su consulta está programada';
    await expect.poll(() => mailServer.received.filter(({ to }) => to.includes(EMAIL)).length).toBe(1);
    const mail = mailTo(mailServer, EMAIL, beginning);
    const { event } = readEvent(invitationOf(mail));
    const start = new Date(intervalOf(invitationOf(mail)).start).toISOString();
    const [day, time] = [easternDay(start, 'es-US'), easternTime(start, 'es-US')];
    expect(mail.mail.subject).toMatch(new RegExp(`^${beginning}: ${day} a las? ${time}, hora del este$`));
    expect(mail.mail.html).toContain('<html lang="es-US">');
    expect(mail.mail.text).toContain('Contraventanas motorizadas');
    expect(event.summary).toBe('Consulta gratis en su casa con Sunhaven Smart Shades');
    await expect.poll(() => mailTo(mailServer, OWNER_ADDRESS, 'Visit booked').mail.text).toContain('Call in Spanish');

    const link = new URL(linkOf(mail, 'Cambiar o cancelar la visita'));
    expect(link.pathname).toMatch(/^\/es\/visit\//);
    await page.goto(link.pathname);
    await expect(page.getByRole('heading', { level: 1, name: 'Su visita' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-US');
    await expectAccessible(page, 'the visit in Spanish');
    await page.getByRole('radio').nth(3).check();
    await page.getByRole('button', { name: 'Cambiar mi visita' }).click();
    await expect(page.getByRole('status')).toContainText('Listo: nos vemos el');
    await page.goto(link.pathname.replace('/es/', '/'));
    await expect(page.getByRole('heading', { level: 1, name: 'Your Visit' })).toBeVisible();
    await page.goto('/es/visit/none.at-all');
    await expect(page.getByRole('heading', { name: 'No encontramos esta visita' })).toBeVisible();

    await signIn(page.request);
    const leads = leadsPage(page);
    await leads.open();
    await expect(leads.row('Elise Romero')).toContainText('Call in Spanish');
    await expect(await leads.openLead('Elise Romero')).toContainText('Call in Spanish');
  });
});

test('the API refuses in Spanish on a Spanish page, in a browser that speaks English', async ({ page, request }) => {
  const { dialog, press, reachDetails } = visitante(page);
  await reachDetails();
  await takeLastTime(request);
  await press('Confirmar cita');
  await expect(dialog.getByText('Alguien acaba de tomar esa hora. Por favor, elija otra.').first()).toBeVisible();
  await expect(dialog.getByText('No se pudo reservar', { exact: true })).toBeVisible();
});

test.describe('in a browser that speaks Spanish', () => {
  test.use({ locale: 'es-MX' });

  test('the API refuses in English on an English page', async ({ page, request }) => {
    const { dialog, press, reachDetails } = visitor(page);
    await reachDetails();
    await takeLastTime(request);
    await press('Confirm Booking');
    await expect(dialog.getByText('Somebody has just taken that time. Please choose another.').first()).toBeVisible();
  });
});

test('a callback asked for in Spanish is marked, and thanked for in Spanish', async ({ page, wire }) => {
  const { dialog, press, open, giveContact } = visitante(page);
  wire.always(TIMES, { answer: { status: 503, body: {} } });
  await open();
  await giveContact();
  await press('Ver horarios disponibles');
  await expect(dialog.getByRole('alert').getByText('En este momento no podemos consultar')).toBeVisible();
  await press('Pedir que me llamen');
  await expect(page).toHaveURL('/es/thank-you');
  expect(JSON.parse(wire.to(REQUESTS)[0]?.body ?? '')).toMatchObject({ language: 'es', preferredContact: 'phone' });
});

test('axe finds nothing on any step in Spanish, and nothing is wider than the screen', async ({ page }) => {
  test.slow();
  const { dialog, press, days, slots, open, giveContact } = visitante(page);
  const clean = (where: string) => expectCleanAt(page, [320, 375, 768, 1440], where);
  await open();
  await press('Ver horarios disponibles');
  await expect(dialog.getByText('Por favor, escriba un código postal válido').first()).toBeVisible();
  await clean('the contact details, with messages');
  await giveContact(EMAIL);
  await press('Ver horarios disponibles');
  await slots.first().waitFor();
  await clean('the times');
  await press('¿Ninguna le conviene?');
  await clean('no good time');
  await press('Atrás');
  await days.last().click();
  await slots.last().click();
  await press('Confirmar cita');
  await expect(dialog.getByText('Por favor, elija un servicio').first()).toBeVisible();
  await clean('the details, with messages');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the plain form refuses, keeps and thanks in Spanish', async ({ page }) => {
    await page.goto('/es/book');
    await page.getByLabel('Nombre').fill('Elise Romero');
    await page.getByLabel('Código postal (ZIP)').fill('33837');
    await page.getByRole('button', { name: 'Pedir que me llamen' }).click();
    await expect(page.getByRole('alert')).toHaveText('Por favor, revise la respuesta marcada abajo.');
    const phone = page.getByLabel('Teléfono', { exact: true });
    await expect(phone).toHaveAccessibleDescription('Por favor, denos un teléfono o un correo electrónico válido');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-US');
    await phone.fill('(407) 555-0188');
    await page.getByRole('button', { name: 'Pedir que me llamen' }).click();
    await expect(page).toHaveURL('/es/thank-you');
  });
});
