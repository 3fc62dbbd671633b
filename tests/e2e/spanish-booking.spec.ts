import { siteLanguages } from '#i18n/site-languages';
import { expectAccessible } from '#tests/support/browser/axe';
import { consultation } from '#tests/support/visitor';
import { bilingual, expect, REQUESTS, START, takeLastTime, test, visitor } from './booking-site.ts';

const { booking, contact, details, outcome, times } = bilingual[1].text;
test.skip(!siteLanguages.includes('es'), 'This site has one language.');

test.use({ viewport: { width: 1440, height: 900 } });

// The plain form and the refusals of the API in Spanish are in tests/functions/languages.test.ts, the mails in
// netlify/server/channels/mail/mail-words.test.ts, what the owner reads in admin-leads.spec.ts.
// Axe looks at the steps in booking-dialog-everyone.spec.ts; the list of a wide window is only here.
test('a whole booking in a browser that speaks English is in Spanish, also what the API refuses, and nothing is too wide', async ({
  page,
  request,
  wire,
}) => {
  const { dialog, open, press, slots, giveContact } = visitor(page, { language: 'es' });
  const fits = async (step: string) => {
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const tooWide = await dialog.locator('.scrolled').evaluate((body) => body.scrollWidth - body.clientWidth);
      expect(tooWide, `${step} at ${width} px`).toBe(0);
    }
  };
  await page.goto(`/es${START}`);
  await open();
  await expect(dialog.getByLabel(contact.name)).toBeFocused();
  await press(contact.seeTimes);
  await expect(dialog.getByLabel(contact.name)).toHaveAccessibleDescription('Por favor, escriba su nombre');
  await fits('the contact details, with messages');
  await giveContact({ Name: 'Elena Ruiz', Email: 'elena.ruiz@example.com' });
  await press(contact.seeTimes);
  await slots.first().waitFor();
  await expectAccessible(page, 'the list of times');
  await fits('the times');
  await press(times.noGoodTime);
  await fits('no good time');
  await press(times.back);
  await slots.last().click();
  await press(details.confirm);
  await expect(dialog.getByText('Por favor, elija un servicio').first()).toBeVisible();
  await fits('the details, with messages');
  await dialog.getByLabel(details.service).selectOption(consultation.serviceInterest);
  await dialog.getByLabel(details.contact).selectOption('Por mensaje de texto');
  await dialog.getByLabel(details.notes).fill('Portón 4711');
  await takeLastTime(request);
  await press(details.confirm);
  await test.step('taken meanwhile: the sentence stays when its toast goes, and so does what was typed', async () => {
    const sentence = dialog.locator('form').getByText('Alguien acaba de reservar esa hora. Por favor, elija otra.');
    const toast = page.getByRole('listitem').filter({ hasText: outcome.bookingError });
    await toast.getByRole('button', { name: booking.toasts.dismiss }).click();
    await expect(toast).toBeHidden();
    await expect(sentence).toBeVisible();
    await expect(dialog.getByText(details.gone, { exact: true })).toBeVisible();
    const change = dialog.getByRole('button', { name: details.changeTime });
    await expect(change).toBeFocused();
    await expect(change).not.toHaveClass(/btn-line/);
    await expect(dialog.getByRole('button', { name: details.confirm })).toHaveClass(/btn-line/);
    const taken = (await dialog.getByRole('deletion').textContent()) ?? '';
    await change.click();
    await slots.last().click();
    await expect(dialog.getByText(taken, { exact: true })).toHaveCount(0);
    await expect(dialog.getByLabel(details.notes)).toHaveValue('Portón 4711');
  });
  await press(details.confirm);
  await expect(page).toHaveURL('/es/thank-you');

  const sent = JSON.parse(wire.to(REQUESTS).at(-1)?.body ?? '');
  const { city, serviceInterest } = consultation;
  expect(sent).toMatchObject({ language: 'es', city, serviceInterest, preferredContact: 'text' });
});
