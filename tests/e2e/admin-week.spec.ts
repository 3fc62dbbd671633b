import { addDays, dateWords, mondayOf } from '#lib/time/dates';
import { zonedDate, zonedInstant } from '#lib/time/zone';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { expectFingerSized } from './fingers.ts';
import { agree, expect, receive, ownersTest as test } from './leads-site.ts';

test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true, timezoneId: 'Asia/Tokyo' });

test('a week by days on a phone and in columns on a laptop: who, where, the time between and the way; other weeks; on paper', async ({
  page,
}) => {
  const { request } = page;
  const today = zonedDate(new Date().toISOString());
  const tuesday = addDays(mondayOf(today), 8);
  const visits = [
    ['Ana Duarte', '12 Palm Way', 'consultation', '09:00', '10:00'],
    ['Ben Sato', '7 Oak Court', 'installation', '11:30', '15:30'],
  ] as const;
  const ids: string[] = [];
  for (const [name, street, kind, from, until] of visits) {
    const id = await receive(request, {
      name,
      address: street,
      phone: '(321) 555-0123',
      message: `A dog at ${street}.`,
    });
    const [slot, end] = [from, until].map((clock) => zonedInstant(tuesday, clock));
    await agree(request, id, { slot, end, kind });
    ids.push(id);
  }
  const wednesday = addDays(tuesday, 1);
  await expect(await request.post('/api/away', { data: { first: wednesday, last: wednesday, note: '' } })).toBeOK();

  const day = (date: string) =>
    page.getByRole('region', {
      name: dateWords(date, { weekday: 'long', month: 'short', day: 'numeric' }).replace(',', ''),
    });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await page.goto('/admin/week');
  await expect(page.getByRole('status').first()).toHaveText('No visits in this week');
  await expect(day(today).getByRole('heading', { level: 3 })).toBeInViewport();
  await link('Next week').tap();
  await expect(page.getByRole('status').first()).toHaveText('2 visits');
  await expect(page).toHaveURL(`/admin/week#${addDays(tuesday, -1)}`);
  await expect(link('Next week')).toBeFocused();
  const cards = day(tuesday).getByRole('listitem');
  await expect(cards).toHaveText([
    /9:00\sAM\sAna Duarte.*Consultation, 1 hour.*12 Palm Way.*\(321\) 555-0123/,
    /1 h 30 min free.*11:30\sAM\sBen Sato.*Installation, 4 hours/,
  ]);
  await expect(day(tuesday).locator('time').first()).toHaveAttribute('datetime', tuesday);
  await expect(day(wednesday)).toContainText('Nothing booked');
  await expect(day(wednesday)).toContainText('Away all day');
  await expect(link('Ben Sato')).toHaveAttribute('href', `/admin/leads#${ids[1]}`);
  await expect(cards.first().getByRole('link', { name: '(321) 555-0123' })).toHaveAttribute('href', 'tel:+13215550123');
  const way = await link('Route to Ben Sato (opens the map)').getAttribute('href');
  const { searchParams } = new URL(way ?? '');
  const ends = ['origin', 'destination'].map((end) => searchParams.get(end));
  expect(ends).toEqual([expect.stringMatching(/^12 Palm Way, /), expect.stringMatching(/^7 Oak Court, /)]);
  await expectFingerSized(page);
  await expectAccessible(page, 'the week on a phone');
  await expectCleanAt(page, [1440, 1024, 320], 'the week');

  await test.step('on paper stands what was noted, too', async () => {
    await expect(page.getByText('A dog at 12 Palm Way.')).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('A dog at 12 Palm Way.')).toBeVisible();
    await expect(page.getByRole('navigation').first()).toBeHidden();
    await page.emulateMedia({ media: null });
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  const tops = await page
    .getByRole('heading', { level: 3 })
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect([tops.length, new Set(tops).size]).toEqual([7, 1]);
  await page.goBack();
  await expect(page.getByRole('status').first()).toHaveText('No visits in this week');
});
