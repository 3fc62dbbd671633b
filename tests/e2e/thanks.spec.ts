import type { Page } from '@playwright/test';
import { business } from '#business';
import { answerBy, answerRule } from '#lib/time/answer-by';
import { zonedWeekday } from '#lib/time/zone';
import { areaPage } from '#tests/support/addresses';
import { expectAccessible } from '#tests/support/browser/axe';
import { consultation } from '#tests/support/visitor';
import { devices, expect, REQUESTS, test } from './booking-site.ts';

// With a visit: booking-kept.spec.ts. When we call: src/lib/time/answer-by.test.ts.

const words = {
  en: {
    path: areaPage,
    fields: ['Name', 'Phone', 'Email', 'ZIP code'],
    buttons: ['See Available Times', 'No Good Time?', 'Request a Callback'],
    thanks: '/thank-you',
    heading: 'Thank You!',
    soon: "We'll see you soon!",
    call: 'We will call (407) 555-0188',
    mail: 'We will write to elise@example.com',
    questions: 'Questions? Call',
    sooner: 'To reach us before that, call',
    changes: 'If anything changes',
    notArrived: 'Your request has not reached us yet.',
    kept: 'is sent when you open this site again',
    received: 'We have your request. We will call (407) 555-0188',
    sent: 'Sent',
    title: /^Thank You \|/,
    untitled: /^Your request has not reached us yet \|/,
    locale: 'en-US',
  },
  es: {
    path: `/es${areaPage}`,
    fields: ['Nombre', 'Teléfono', 'Correo electrónico', 'Código postal (ZIP)'],
    buttons: ['Ver horarios disponibles', '¿Ninguna le conviene?', 'Pedir que me llamen'],
    thanks: '/es/thank-you',
    heading: '¡Gracias!',
    soon: '¡Nos vemos pronto!',
    call: 'Le llamaremos al (407) 555-0188',
    mail: 'Le escribiremos a elise@example.com',
    questions: '¿Preguntas? Llámenos al',
    sooner: 'Para hablar con nosotros antes, llámenos al',
    changes: 'Si algo cambia',
    notArrived: 'Su solicitud todavía no nos ha llegado.',
    kept: 'se envía cuando abra este sitio otra vez',
    received: 'Tenemos su solicitud. Le llamaremos al (407) 555-0188',
    sent: 'Enviada',
    title: /^Gracias \|/,
    untitled: /^Su solicitud todavía no nos ha llegado \|/,
    locale: 'es-US',
  },
} as const;

function visitor(page: Page, language: keyof typeof words) {
  const { path, fields, buttons } = words[language];
  const dialog = page.locator('dialog.booking');
  const press = (index: 0 | 1 | 2) => dialog.getByRole('button', { name: buttons[index], exact: true }).click();
  /** Opens the panel that offers a callback. */
  async function reachPanel(contact: { phone?: string; email?: string }): Promise<void> {
    await page.goto(path);
    await page.getByRole('main').locator('[data-book]').first().click();
    const values = ['Elise Romero', contact.phone ?? '', contact.email ?? '', consultation.zipCode];
    for (const [index, label] of fields.entries()) await dialog.getByLabel(label).fill(values[index] ?? '');
    await press(0);
    await press(1);
  }
  return { dialog, reachPanel, ask: () => press(2) };
}

for (const [device, use] of devices) {
  test.describe(device, () => {
    test.use(use);

    for (const language of ['en', 'es'] as const) {
      const said = words[language];

      test(`a callback's thanks say whom we call or write to, and by when; opened cold they make the specified promise alone; ${language}`, async ({
        page,
      }) => {
        const { reachPanel, ask } = visitor(page, language);
        const heading = page.getByRole('heading', { level: 1 });
        await page.goto(said.thanks);
        await expect(heading).toHaveText(said.heading);
        await expect(page.getByText(said.soon)).toBeVisible();
        await expect(page.getByText(said.questions)).toBeVisible();
        await expect(page.getByText(said.changes)).toHaveCount(0);
        await expectAccessible(page, 'opened cold');
        for (const [contact, sentence] of [
          [{ phone: '(407) 555-0188' }, said.call],
          [{ email: 'elise@example.com' }, said.mail],
        ] as const) {
          await reachPanel(contact);
          await ask();
          await expect(page).toHaveURL(said.thanks);
          await expect(heading).toHaveText(said.heading);
          await expect(page.getByText(sentence)).toBeVisible();
          if (answerRule) {
            const { at } = answerBy(Date.now(), answerRule);
            await expect(page.getByText(sentence)).toContainText(zonedWeekday(at, said.locale));
          }
          await expect(page.getByText(said.sooner)).toBeVisible();
          await expect(page.getByText(said.soon)).toHaveCount(0);
          await expect(page.getByText(said.changes)).toHaveCount(0);
          await expectAccessible(page, sentence);
        }
      });

      test(`offline a callback stays in the dialog, which says that it is kept, and then that it has arrived; after a 500 that takes the place of the thanks, also in the title, until it has arrived; ${language}`, async ({
        page,
        context,
        wire,
      }) => {
        const { dialog, reachPanel, ask } = visitor(page, language);
        const heading = page.getByRole('heading', { level: 1 });
        await reachPanel({ phone: '(407) 555-0188' });
        await context.setOffline(true);
        await ask();
        const notice = dialog.getByRole('alert').filter({ hasText: said.kept });
        await expect(notice).toBeInViewport({ ratio: 1 });
        await expect(notice.getByRole('link', { name: business.phone.display })).toBeVisible();
        await expect(page).toHaveURL(said.path);
        await expectAccessible(page, 'kept in the dialog');

        await context.setOffline(false);
        await expect(dialog.getByRole('status').getByText(said.received)).toBeInViewport({ ratio: 1 });
        await expect(notice).toBeHidden();
        await expect(page.getByRole('alert')).toHaveCount(0);
        await expect(dialog.getByRole('button', { name: said.sent })).toBeFocused();
        await expectAccessible(page, 'arrived from the dialog');
        expect(wire.to(REQUESTS).map(({ status }) => status)).toEqual([201]);

        await reachPanel({ phone: '(407) 555-0188' });
        wire.always(REQUESTS, { answer: { status: 500, body: { error: 'Oh no' } } });
        await ask();
        await expect(page).toHaveURL(said.thanks);
        await expect(heading).toHaveText(said.notArrived);
        await expect(page).toHaveTitle(said.untitled);
        await expect(page.getByRole('alert').getByText(said.kept)).toBeVisible();
        await expect(page.getByText(said.soon)).toBeHidden();
        await expect(page.getByText(said.call)).toBeHidden();
        await expectAccessible(page, 'not arrived');

        wire.calm();
        await context.setOffline(true);
        await context.setOffline(false);
        await expect(heading).toHaveText(said.heading);
        await expect(page).toHaveTitle(said.title);
        await expect(page.getByText(said.call)).toBeVisible();
        expect(wire.to(REQUESTS).map(({ status }) => status)).toEqual([201]);
      });
    }
  });
}
