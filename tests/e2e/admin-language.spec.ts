import { addDays, dateWords, mondayOf } from '#lib/time/dates';
import { zonedDate } from '#lib/time/zone';
import { expectAccessible } from '#tests/support/browser/axe';
import { expectFingerSized, PHONE } from './fingers.ts';
import { expect, ownersTest as test } from './leads-site.ts';

test.use(PHONE);

/** Words that no English sentence does without. */
const ENGLISH = /\b(the|and|with|your|you|is|are|from|of|for|this|no visits|today|week)\b/i;

test('the owner chooses Spanish: the pages and their dates are in Spanish at the same addresses, on other devices too, and back', async ({
  page,
  browser,
}) => {
  const html = page.locator('html');
  const heading = page.getByRole('heading', { level: 1 });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await page.goto('/admin/alerts');
  await page.getByRole('button', { name: 'Español' }).tap();
  await expect(heading).toHaveText('Avisos');
  await expect(html).toHaveAttribute('lang', 'es-US');
  await expect(page.getByRole('button', { name: 'Español' })).toHaveAttribute('aria-pressed', 'true');

  await link('Semana').tap();
  await expect(page).toHaveURL('/admin/week');
  await expect(page.getByRole('status').first()).toHaveText('No hay visitas esta semana');
  const monday = mondayOf(zonedDate(new Date().toISOString()));
  for (let day = 0; day < 7; day += 1) {
    const words = dateWords(addDays(monday, day), { weekday: 'long', month: 'short', day: 'numeric' }, 'es-US');
    await expect(page.getByRole('region', { name: words.replace(',', '') })).toContainText('Nada reservado');
  }
  await expect(page.locator('body')).not.toContainText(ENGLISH, { useInnerText: true });
  await expectAccessible(page, 'the week in Spanish');
  await expectFingerSized(page);

  await link('Hoy').tap();
  await expect(heading).toHaveText('Hoy');
  await expect(page).toHaveURL('/admin');
  await page.getByRole('button', { name: 'Salir' }).tap();
  await expect(page).toHaveURL('/login');
  await expect(heading).toHaveText('Iniciar sesión');
  await expect(page.locator('body')).not.toContainText(ENGLISH, { useInnerText: true });

  await test.step('another device has it from its sign-in on', async () => {
    const device = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-US' });
    const other = await device.newPage();
    await other.goto('/login?back=%2Fadmin%2Falerts');
    await other.getByLabel('Username').fill('owner');
    await other.getByLabel('Password').fill('correct horse battery');
    await other.getByRole('button', { name: 'Sign In' }).click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Avisos');
    await other.getByRole('button', { name: 'English' }).click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Alerts');
    await device.close();
  });
});
