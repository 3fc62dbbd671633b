import { zonedDay, zonedTime } from '#lib/time/zone';
import { expectAccessible } from '#tests/support/browser/axe';
import { intervalOf, readEvent } from '#tests/support/ics-event';
import { expect, REQUESTS, takeLastTime, TIMES, visitor } from './booking-site.ts';
import { leadsPage, signIn } from './leads-site.ts';
import { invitationOf, linkOf, mailTo, OWNER_ADDRESS, test } from './mail-site.ts';
import { business } from '#business';
import { choices } from '#i18n/es/choices';
import { areaPage } from '#tests/support/addresses';
import { consultation } from '#tests/support/visitor';

/** As the dialog names it in Spanish. */
const service = choices.service(consultation.serviceInterest);
const EMAIL = 'elena.ruiz@example.com';

test.describe('at the width of a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  // At the width of a phone it looks at the steps in English: booking-dialog-everyone.spec.ts.
  test('a whole booking in Spanish, also what the API refuses: axe finds nothing, nothing is too wide, the lead is marked, mail and calendar file are in Spanish', async ({
    page,
    request,
    wire,
    mailServer,
  }) => {
    const dialog = page.getByRole('dialog', { name: 'Programe su consulta gratis' });
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    const slots = dialog.getByRole('button', { name: /\d+:\d\d [ap]\. m\. \d+ minutos/ });
    const clean = async (step: string) => {
      await expectAccessible(page, step);
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const tooWide = await dialog.locator('> .body').evaluate((body) => body.scrollWidth - body.clientWidth);
        expect(tooWide, `${step} at ${width} px`).toBe(0);
      }
    };
    await page.goto(`/es${areaPage}`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Programar/ })
      .first()
      .click();
    await expect(dialog.getByLabel('Nombre')).toBeFocused();
    await press('Ver horarios disponibles');
    await expect(dialog.getByLabel('Nombre')).toHaveAccessibleDescription('Por favor, escriba su nombre');
    await clean('the contact details, with messages');
    await dialog.getByLabel('Nombre').fill('Elena Ruiz');
    await dialog.getByLabel('Teléfono').fill('(407) 555-0188');
    await dialog.getByLabel('Correo electrónico').fill(EMAIL);
    await dialog.getByLabel('Código postal (ZIP)').fill(consultation.zipCode);
    wire.always(TIMES, { answer: { status: 503, body: {} } });
    await press('Ver horarios disponibles');
    await expect(dialog.getByRole('alert').getByText('En este momento no podemos consultar')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Pedir que me llamen' })).toBeVisible();
    await press('Atrás');
    wire.calm();
    await press('Ver horarios disponibles');
    await slots.first().waitFor();
    await clean('the times');
    await press('¿Ninguna le conviene?');
    await clean('no good time');
    await press('Atrás');
    await dialog.locator('.slot').last().scrollIntoViewIfNeeded();
    await slots.last().click();
    await press('Confirmar cita');
    await expect(dialog.getByText('Por favor, elija un servicio').first()).toBeVisible();
    await clean('the details, with messages');
    await dialog.getByLabel('Servicio').selectOption(service);
    await dialog.getByLabel('Cómo prefiere').selectOption('Por mensaje de texto');
    await takeLastTime(request);
    await press('Confirmar cita');
    // In a browser that speaks English.
    await expect(dialog.getByText('Alguien acaba de reservar esa hora. Por favor, elija otra.').first()).toBeVisible();
    await expect(dialog.getByText('No se pudo reservar', { exact: true })).toBeVisible();
    await press('Cambiar la hora');
    await slots.first().click();
    await press('Confirmar cita');
    await expect(dialog.getByRole('heading', { name: '¡Consulta programada!' })).toBeFocused();
    await expect(page).toHaveURL('/es/thank-you');

    const sent = wire.to(REQUESTS).at(-1);
    expect(sent?.headers['accept-language']).toBe('es');
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      language: 'es',
      city: consultation.city,
      serviceInterest: consultation.serviceInterest,
      preferredContact: 'text',
    });
    const beginning = 'Su consulta está programada';
    await expect.poll(() => mailServer.received.filter(({ to }) => to.includes(EMAIL)).length).toBe(1);
    const mail = mailTo(mailServer, EMAIL, beginning);
    const { event } = readEvent(invitationOf(mail));
    const start = new Date(intervalOf(invitationOf(mail)).start).toISOString();
    const [day, time] = [zonedDay(start, 'es-US'), zonedTime(start, 'es-US')];
    expect(mail.mail.subject).toMatch(new RegExp(`^${beginning}: ${day} a las? ${time}, hora del este$`));
    expect(mail.mail.html).toContain('<html lang="es-US">');
    expect(mail.mail.text).toContain(service);
    expect(event.summary).toBe(`Consulta gratis en su casa con ${business.name}`);
    await expect
      .poll(() =>
        mailServer.received
          .filter(({ to }) => to.includes(OWNER_ADDRESS))
          .map((one) => one.mail.text)
          .join(),
      )
      .toContain('Call in Spanish');

    const link = new URL(linkOf(mail, 'Cambiar o cancelar la visita'));
    expect(link.pathname).toMatch(/^\/es\/visit\//);
    await page.goto(link.pathname);
    await expect(page.getByRole('heading', { level: 1, name: 'Su visita' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-US');
    await expectAccessible(page, 'the visit in Spanish');
    await page.getByRole('radio').nth(3).check();
    await page.getByRole('button', { name: 'Cambiar mi visita' }).click();
    await expect(page.getByRole('status')).toContainText('Listo: nos vemos el');

    await signIn(page.request);
    const leads = leadsPage(page);
    await leads.open();
    await expect(leads.row('Elena Ruiz')).toContainText('Call in Spanish');
    await expect(await leads.openLead('Elena Ruiz')).toContainText('Call in Spanish');
  });
});

test.describe('in a browser that speaks Spanish', () => {
  test.use({ locale: 'es-MX' });

  test('an English page asks the API for English', async ({ page, wire }) => {
    const { slots, reachTimes } = visitor(page);
    await reachTimes();
    await slots.first().waitFor();
    expect(wire.to(TIMES)[0]?.headers['accept-language']).toBe('en');
  });
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
