import type { Page } from '@playwright/test';
import brand from '#brand/brand.json' with { type: 'json' };
import { pathIn, spoken } from '#i18n/site-languages';
import { zonedToday } from '#lib/time/dates';
import { MINUTE } from '#lib/time/units';
import { zonedMidnight } from '#lib/time/zone';
import { expectCleanAt } from '#tests/support/browser/axe';
import { expectFingerSized, PHONE } from './fingers.ts';
import { expect, leadOf, receive, standsAt, ownersTest as test } from './leads-site.ts';

test.use({ ...PHONE, viewport: { width: 390, height: 664 } });

const card = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Ana Duarte' });

test('the day of a visit, one press each: on the way, arrived, nobody there and taken back, done and how it went', async ({
  page,
  site,
  wire,
}) => {
  const { request } = page;
  const id = await receive(request, { name: 'Ana Duarte', phone: '(321) 555-0123', language: 'es' });
  const now = Date.now();
  const began = Math.max(zonedMidnight(zonedToday(now)), now - 10 * MINUTE);
  await standsAt(site, id, began, 4);
  await page.goto('/admin');
  const visit = card(page);
  const status = visit.getByRole('status');

  const way = visit.getByRole('link', { name: '20 min (opens your messages)' });
  const language = spoken('es');
  const words = `${brand.shortName}: ${{ en: 'we are on our way', es: 'vamos en camino' }[language]}`;
  await expect(way).toHaveAttribute('href', new RegExp(`^sms:\\+13215550123\\?&body=${encodeURIComponent(words)}`));
  await expectFingerSized(page);
  await way.tap();
  await expect(status).toHaveText(/^On my way since .*, there at about .*\.$/);
  await expect(visit.getByRole('link', { name: 'Open the map' })).toHaveAttribute('href', /google\.com\/maps/);

  wire.meddle(`/api/leads/${id}`, { answer: { status: 503, body: { error: 'The storage is away.' } } });
  await visit.getByRole('button', { name: 'Arrived' }).tap();
  await expect(visit.getByRole('alert')).toContainText('Arrived: The storage is away.');
  await expectCleanAt(page, [390, 1440], 'a press that did not arrive');
  await page.setViewportSize({ width: 390, height: 664 });
  await visit.getByRole('button', { name: 'Try again' }).tap();
  await expect(status).toHaveText(/^Arrived at /);
  await expect(status).toBeFocused();

  // Without a mail server the owner tells the visitor.
  const nobody = visit.getByRole('link', { name: 'Nobody there' });
  await expect(nobody).toHaveAttribute('href', new RegExp(`^sms:.*${encodeURIComponent(pathIn(language, '/book'))}$`));
  await nobody.tap();
  await expect(status).toHaveText(/^Nobody there at /);
  expect(await leadOf(request, id)).toMatchObject({ status: 'contacted', visits: [{ outcome: 'not home' }] });
  await visit.getByRole('button', { name: 'Undo' }).tap();
  await expect(status).toHaveText(/^Arrived at /);
  expect((await leadOf(request, id)).visits).toMatchObject([{ day: { arrivedAt: expect.any(String) } }]);

  await visit.getByRole('button', { name: 'Done' }).tap();
  const outcomes = page.getByRole('region', { name: 'How did it go?' });
  await expect(outcomes.getByRole('heading', { name: 'Ana Duarte' })).toBeFocused();
  await outcomes.getByRole('button', { name: 'It is not over yet' }).tap();
  await expect(visit.getByRole('button', { name: 'Done' })).toBeVisible();
  await visit.getByRole('button', { name: 'Done' }).tap();
  await outcomes.getByRole('button', { name: 'Not now' }).tap();
  await expect(outcomes.getByText(/^Ana Duarte: Not now/)).toBeVisible();
});
