import { zonedDate } from '#lib/time/zone';
import { expect, ownersTest as test } from '#tests/e2e/leads-site';

const today = zonedDate(new Date().toISOString());

/** The page, what it reads, what it says when that fails, and where there is nothing yet. */
const pages = [
  ['', '/api/today', 'Your day could not be loaded.', 'Nobody waits. Every request is answered.'],
  ['/week', `/api/week?from=${today}`, 'The week could not be loaded.', 'No visits in this week'],
  [
    '/leads',
    '/api/leads',
    'The leads could not be loaded.',
    'No leads yet. Every request and booking will stand here.',
  ],
  ['/gallery', '/api/gallery/all', 'The gallery items could not be loaded.', 'No gallery items yet.'],
  ['/hours', '/api/hours', 'The visiting hours could not be loaded.', 'Nobody can book a visit in these times.'],
  ['/insights', '/api/insights?days=30', 'The figures could not be loaded.', 'No requests in the last 30 days yet.'],
  ['/alerts', '/api/alerts', 'What is set up could not be loaded.', 'None yet.'],
] as const;

test('a page of the owner’s has its shape while it loads; what fails is said, and mended by Try again', async ({
  page,
  wire,
}) => {
  for (const [address, read, failure, nothing] of pages) {
    await test.step(`/admin${address}`, async () => {
      const held = Promise.withResolvers<void>();
      const answer = { status: 503, body: { error: 'The storage is away.' } };
      wire.always(read, { holdAnswer: held.promise, answer });
      await page.goto(`/admin${address}`);
      await expect(page.locator('[data-skeleton]').first()).toBeVisible();
      held.resolve();
      await expect(page.getByText(failure)).toBeVisible();
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      wire.calm();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText(nothing, { exact: false })).toBeVisible();
    });
  }
});
