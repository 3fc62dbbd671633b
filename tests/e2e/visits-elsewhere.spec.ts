import { business } from '#business';
import { expectAccessible } from '#tests/support/browser/axe';
import { areaPage, zipCodesWithoutVisits } from '#tests/support/addresses';
import { BOOK, devices, expect, REQUESTS, test, TIMES } from './booking-site.ts';

// The wording and the 409 of the API: tests/functions/booking.test.ts.

const words = {
  en: {
    path: areaPage,
    fields: ['Name', 'Phone', 'ZIP code'],
    buttons: ['See Available Times', 'Back', 'Request a Callback'],
    callFirst: 'please call us first at',
    notServed: 'is outside the area that we visit',
    thanks: ['/thank-you', 'We will call (407) 555-0188'],
  },
  es: {
    path: `/es${areaPage}`,
    fields: ['Nombre', 'Teléfono', 'Código postal (ZIP)'],
    buttons: ['Ver horarios disponibles', 'Atrás', 'Pedir que me llamen'],
    callFirst: 'primero llámenos al',
    notServed: 'está fuera de la zona que visitamos',
    thanks: ['/es/thank-you', 'Le llamaremos al (407) 555-0188'],
  },
} as const;

for (const [device, use] of devices) {
  test.describe(device, () => {
    test.use(use);

    for (const language of ['en', 'es'] as const) {
      test(`where we do not come, or want to be called first, the dialog says so before a time is taken, and takes a callback; ${language}`, async ({
        page,
        wire,
      }) => {
        const { path, fields, buttons, thanks, ...sentences } = words[language];
        const dialog = page.locator('dialog.booking');
        const button = (name: string) => dialog.getByRole('button', { name, exact: true });
        const [seeTimes, back, callback] = buttons;
        await page.goto(path);
        await page.getByRole('main').locator('[data-book]').first().click();
        const [name, phone, zip] = fields;
        await dialog.getByLabel(name).fill('Elise Romero');
        await dialog.getByLabel(phone).fill('(407) 555-0188');
        for (const area of ['callFirst', 'notServed'] as const) {
          const zipCode = zipCodesWithoutVisits[area];
          if (!zipCode) continue;
          await dialog.getByLabel(zip).fill(zipCode);
          await button(seeTimes).click();
          const notice = dialog.getByRole('heading', { level: 3 });
          await expect(notice).toContainText(sentences[area]);
          await expect(notice).toContainText(zipCode);
          await expect(notice).toBeFocused();
          const number = notice.getByRole('link', { name: business.phone.display });
          await expect(number).toHaveAttribute('href', business.phone.href);
          await expect(dialog.getByRole('tab')).toHaveCount(0);
          await expectAccessible(page, `${area} in ${language}`);
          await button(back).click();
          await expect(dialog.getByLabel(name)).toHaveValue('Elise Romero');
        }
        test.skip(!zipCodesWithoutVisits.notServed, 'This dealer comes everywhere.');
        await button(seeTimes).click();
        await button(callback).click();
        await expect(page).toHaveURL(thanks[0]);
        await expect(page.getByText(thanks[1])).toBeVisible();
        expect([...wire.to(TIMES), ...wire.to(BOOK)]).toEqual([]);
        expect(wire.to(REQUESTS).map(({ status }) => status)).toEqual([201]);
      });
    }
  });
}
