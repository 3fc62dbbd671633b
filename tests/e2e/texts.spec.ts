import type { Page } from '@playwright/test';
import { CONSENT } from '#contracts/consultation';
import { Conversation } from '#contracts/texts';
import * as english from '#i18n/en/booking';
import { contact, details } from '#i18n/es/booking';
import { spoken } from '#i18n/site-languages';
import { usualPhone } from '#lib/contact';
import { offersTexts } from '#lib/offers-texts';
import { TextProviderDouble } from '#tests/support/texts/provider-double';
import { expectCleanAt } from '#tests/support/browser/axe';
import { newVisitor } from '#tests/support/visitor';
import { visitor } from './booking-site.ts';
import { expectFingerSized, expectLarge, PHONE } from './fingers.ts';
import { ownerEnv } from './gallery-site.ts';
import { expect, openSlots, ownersTest, toast } from './leads-site.ts';

/** Every test has a provider of its own, and its site texts through it. */
const test = ownersTest.extend<{ provider: TextProviderDouble }>({
  provider: async ({ browserName: _ }, use) => {
    const provider = new TextProviderDouble();
    await provider.start();
    await use(provider);
    await provider.stop();
  },
  siteEnv: async ({ provider }, use) => await use({ ...ownerEnv, ...provider.variables }),
});
test.use(PHONE);

type Person = Omit<ReturnType<typeof newVisitor>, 'email'>;

async function bookByApi({ request }: Page, person: Person): Promise<string> {
  const data = { ...person, name: 'Elena Ruiz', language: 'es', texts: true };
  const { id } = await (await request.post('/api/consultation-requests', { data })).json();
  const { start: slotStart, end: slotEnd } = (await openSlots(request)).at(-1) ?? {};
  const body = { consultationId: id, slotStart, slotEnd };
  await expect(await request.post('/api/calendar/book', { data: body })).toBeOK();
  return id;
}

/** Where the build draws the box: `npm run test:long -- texts`. */
async function bookInSteps(page: Page, { phone, zipCode, serviceInterest }: Person): Promise<string> {
  const { dialog, press, slots, giveContact } = visitor(page, { language: 'es', inPage: true });
  await page.goto('/es/book');
  // The steps take the plain form's place.
  await page.getByLabel(contact.name).tap();
  await expect(dialog).toBeVisible();
  await giveContact({ Name: 'Elena Ruiz', Phone: phone, 'ZIP code': zipCode });
  const box = dialog.getByLabel(contact.texts);
  await expect(box).not.toBeChecked();
  await box.tap();
  await expectCleanAt(page, [375, 1440], 'the box');
  // The keyboard follows the eye: the box is beside the phone, the email below both.
  const above: number[] = [];
  await dialog.getByLabel(contact.phone).focus();
  for (const field of [dialog.getByLabel(contact.phone), box, dialog.getByLabel(contact.email)]) {
    await expect(field).toBeFocused();
    const { x = 0, y = 0, height = 0 } = (await field.boundingBox()) ?? {};
    above.push(Math.round(y + height / 2), x);
    await page.keyboard.press('Tab');
  }
  const [phoneY = 0, phoneX = 0, boxY = 0, boxX = 0, emailY = 0] = above;
  expect([Math.abs(boxY - phoneY) < 8, boxX > phoneX, emailY > boxY]).toEqual([true, true, true]);
  await press(contact.seeTimes);
  await slots.last().click();
  await dialog.getByLabel(details.service).selectOption(serviceInterest);
  await press(details.confirm);
  await expect(page).toHaveURL('/es/thank-you');
  const { leads } = await (await page.request.get('/api/leads')).json();
  expect(leads).toMatchObject([{ request: { consent: CONSENT, language: 'es', texts: true } }]);
  return leads[0].id;
}

test('who books by phone alone reads it in a text in their language, texts back, and is answered from the desk', async ({
  page,
  site,
  provider,
}) => {
  const { request } = page;
  const { email: _, ...person } = newVisitor();
  const consultationId = await (offersTexts ? bookInSteps(page, person) : bookByApi(page, person));
  const conversation = async () =>
    Conversation.parse(await (await request.get(`/api/leads/${consultationId}/texts`)).json()).texts;
  const words = { en: /your visit is/, es: /su visita es el/ }[spoken('es')];
  // At night the provider does not have it yet.
  await expect.poll(conversation).toMatchObject([{ about: 'booked', text: expect.stringMatching(words) }]);
  const [{ text: confirmation } = { text: '' }] = await conversation();
  const number = `+1${person.phone.replace(/\D/g, '')}`;
  const texted = async (text: string) =>
    expect((await fetch(...provider.incoming(`${site.url}/api/texts/incoming`, number, text))).status).toBe(200);

  await test.step('the link in the text leads to the visit, in their language', async () => {
    await page.goto(/https?:\S+/.exec(confirmation)?.[0] ?? '');
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${spoken('es')}`));
    await expect(page.getByRole('main')).toContainText('Elena');
  });

  await texted('¿Puede ser a las 4?\n¡Gracias!');
  await page.clock.install();
  await page.goto('/admin');
  const card = page.getByRole('region', { name: 'Texts', exact: true }).getByRole('listitem');
  await expect(card).toContainText('¿Puede ser a las 4?');
  await expect(page.getByRole('navigation', { name: 'Your day' }).getByText('1 text', { exact: true })).toBeVisible();
  await expectFingerSized(page);
  await expectCleanAt(page, [1440, 375], 'a text to answer');
  await card.getByRole('link', { name: 'Answer Elena Ruiz' }).tap();

  const field = page.getByLabel('Answer');
  const log = page.getByRole('log').getByRole('listitem');
  await expect(field).toBeFocused();
  await expect(log).toContainText([
    new RegExp(`${words.source} .+, Confirmation, (sent|waits until 8 AM)$`, 's'),
    '¿Puede ser a las 4?',
  ]);
  await expect(page.getByText(/^Agreed to texts on .+, while booking\.$/)).toBeVisible();
  await field.fill(`Sí, ¡con gusto! ${'á'.repeat(60)}`);
  await expect(page.getByText('76 characters, 2 texts (accents count more)')).toBeVisible();
  await field.fill('Yes, see you at 4');
  await page.getByRole('button', { name: 'Send' }).tap();
  await expect(field).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Nothing to answer' })).toHaveCount(0);
  await expect
    .poll(() => provider.taken.at(-1))
    .toMatchObject({ to: number, body: expect.stringContaining('Yes, see you at 4') });

  await test.step('what became of it, and what is texted next, are seen within the minute', async () => {
    for (const answer of provider.taken.slice(-1)) await fetch(...provider.status(answer, 'delivered'));
    await texted('Perfecto');
    await page.clock.fastForward('01:01');
    await expect(log).toContainText([/arrived$/, 'Perfecto']);
    await expectLarge(page.getByRole('region', { name: 'Texts' }).locator('button, summary'));
    await expectCleanAt(page, [1440, 375], 'a conversation');
  });

  // Where the build says that this site texts, as where it draws the box.
  if (offersTexts)
    await test.step('the owner cancels the visit, and the visitor is told by text', async () => {
      await page.getByRole('button', { name: /^Cancel Consultation/ }).tap();
      const dialog = page.getByRole('dialog', { name: 'Cancel the visit' });
      await expect(dialog.getByLabel(/^Tell .+ by text$/)).toBeChecked();
      await dialog.getByRole('button', { name: 'Cancel the visit' }).tap();
      await expect(toast(page)).toHaveText('Visit cancelled. The visitor is told by text.');
      await expect.poll(conversation).toContainEqual(expect.objectContaining({ about: 'cancelled' }));
    });

  await texted('ALTO');
  await page.clock.fastForward('01:01');
  await expect(page.getByText(/^Stopped on .+ They begin again by texting START\.$/)).toBeVisible();
  await expect(field).toHaveCount(0);
  await page.getByRole('button', { name: 'No texts' }).tap();
  await expect(page.getByRole('heading', { name: 'Texts' })).toBeFocused();
});

test('a number is corrected on the page of the visit: the box beside it counts, and the thanks and a text follow', async ({
  page,
  provider,
}) => {
  test.skip(!offersTexts, 'Only a build that texts has the box: npm run test:long -- texts');
  const { dialog, press, slots, giveContact } = visitor(page, { inPage: true });
  const { serviceInterest, zipCode, phone } = newVisitor();
  const [mistyped, meant] = ['(407) 555-0133', usualPhone(phone)];
  const sayingTo = (number: string) => page.getByText(`${english.confirm.text} ${number}.`);
  await page.goto('/book');
  await page.getByLabel(english.contact.name).tap();
  await giveContact({ Name: 'Ann Lee', 'ZIP code': zipCode, Phone: mistyped });
  await press(english.contact.seeTimes);
  await slots.last().click();

  await test.step('whoever chooses texts in the third step finds the box there, with its words', async () => {
    const method = dialog.getByLabel(english.details.contact);
    await expect(method).toHaveValue('phone');
    await expect(dialog.getByLabel(english.contact.texts)).toHaveCount(0);
    await method.selectOption('text');
    await dialog.getByLabel(english.contact.texts).tap();
    await expect(dialog.getByText(english.contact.reach[CONSENT])).toBeVisible();
    await expectCleanAt(page, [1440, 375], 'the box of the third step');
  });
  await dialog.getByLabel(english.details.service).selectOption(serviceInterest);
  await press(english.details.confirm);
  await expect(page).toHaveURL('/thank-you');
  await expect(sayingTo(mistyped)).toBeVisible();

  await page.getByRole('link', { name: 'Wrong? Change it' }).tap();
  const number = page.getByLabel(english.contact.phone);
  await expect(number).toBeFocused();
  await expect(page.getByLabel(english.contact.texts)).toBeChecked();
  await number.fill(meant);
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByRole('status')).toContainText(`${english.confirm.text} ${meant}.`);
  // The page's script comes after its words.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('booked-visit'))).toContain(meant);
  await page.goto('/thank-you');
  await expect(sayingTo(meant)).toBeVisible();

  const { leads } = await (await page.request.get('/api/leads')).json();
  expect(leads).toMatchObject([{ request: { phone: meant, texts: true, consent: CONSENT } }]);
  const { texts } = Conversation.parse(await (await page.request.get(`/api/leads/${leads[0].id}/texts`)).json());
  // At night the provider does not have it yet.
  const waits = texts.filter(({ state }) => state === 'waiting').map(({ about }) => about);
  const taken = () => provider.taken.map(({ to }) => to).slice(-1);
  if (waits.length > 0) expect(waits).toEqual(['booked']);
  else await expect.poll(taken).toEqual([`+1${phone.replace(/\D/g, '')}`]);
});
