import { People } from '#contracts/people-calls';
import { zonedToday } from '#lib/time/dates';
import { MINUTE } from '#lib/time/units';
import { zonedMidnight } from '#lib/time/zone';
import {
  agree,
  expect,
  leadOf,
  leadsPage,
  openSlots,
  receive,
  standsAt,
  ownersTest as test,
  toast,
  visitLink,
  withPasskeys,
} from './leads-site.ts';

test('two people live a day: the owner at a laptop, the installer with a phone, and a visitor', async ({
  page,
  browser,
  baseURL,
  site,
}) => {
  const { request } = page;
  const open = { ...(baseURL && { baseURL }), reducedMotion: 'reduce' } as const;
  const small = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
  const [phone, visitors] = await Promise.all([browser.newContext({ ...open, ...small }), browser.newContext(open)]);
  const [installer, visitor] = [await withPasskeys(await phone.newPage()), await visitors.newPage()];
  const kinds = ['consultation', 'installation'];
  const data = { name: 'Ivan Petrov', role: 'installer', kinds, ownName: 'Olga Reyes' };
  const { people, invitation } = People.parse(await (await request.post('/api/people', { data })).json());
  const ivan = people.find(({ name }) => name === 'Ivan Petrov') ?? { id: '', name: '' };
  const [time] = await openSlots(request);
  const start = time?.start ?? '';
  let consultation = '';

  await test.step('a visitor books a consultation while an installation runs, and reads who comes', async () => {
    const sold = await receive(request, { name: 'Bea Sold', phone: '321 555 0111' });
    const end = new Date(Date.parse(start) + 240 * MINUTE).toISOString();
    await agree(request, sold, { slot: start, end, kind: 'installation', person: ivan.id, isAnyway: false });
    consultation = await receive(visitor.request, { name: 'Cara New', phone: '321 555 0122' });
    const asked = { consultationId: consultation, slotStart: start, slotEnd: time?.end };
    await expect(await visitor.request.post('/api/calendar/book', { data: asked })).toBeOK();
    await visitor.goto(await visitLink(site, consultation));
    await expect(visitor.getByText('Olga Reyes')).toBeVisible();
    // Both have something to do then.
    expect((await openSlots(request)).some((slot) => slot.start === start)).toBe(false);
  });

  await test.step('the owner hands the consultation over: not while the other is at work, then with the next press', async () => {
    const leads = leadsPage(page);
    await leads.open();
    const detail = await leads.openLead('Cara New');
    await detail.getByRole('button', { name: 'Give to Ivan Petrov' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Who comes')).toHaveValue(ivan.id);
    await expect(dialog.getByRole('alert').first()).toContainText('Bea Sold’s visit');
    await dialog.getByRole('button', { name: 'Change it anyway' }).click();
    await expect(dialog).toBeHidden();
    await visitor.reload();
    await expect(visitor.getByText('Ivan Petrov')).toBeVisible();
    expect((await leadOf(request, consultation)).visits).toMatchObject([{ start, who: 'Ivan Petrov', changes: 2 }]);
    await detail.getByRole('button', { name: 'Give to Olga Reyes' }).click();
    await expect(toast(page)).toContainText('Olga Reyes comes. Visitors get no mail: please tell them yourself.');
    await expect(detail.getByRole('button', { name: 'Give to Ivan Petrov' })).toBeVisible();
  });

  const today = await receive(request, { name: 'Dora Today', phone: '321 555 0133' });
  const now = Date.now();
  await standsAt(site, today, Math.max(zonedMidnight(zonedToday(now)), now - 10 * MINUTE), 4, ivan);
  await standsAt(site, await receive(request, { name: 'Ella Olga', phone: '321 555 0144' }), now + MINUTE, 1);

  await test.step('the installer sees own visits alone, and marks the day', async () => {
    await installer.goto(`/login${new URL(invitation?.link ?? '').hash}`);
    await installer.getByRole('button', { name: 'Make a Passkey and Sign In' }).click();
    const card = installer.getByRole('listitem').filter({ hasText: 'Dora Today' });
    await expect(card).toBeVisible();
    await expect(installer.getByText('Ella Olga')).toHaveCount(0);
    await card.getByRole('button', { name: 'Arrived' }).tap();
    await expect(card.getByRole('status')).toHaveText(/^Arrived at /);
    const { day } = (await leadOf(request, today)).visits[0] ?? {};
    expect(day).toMatchObject({ arrivedAt: expect.any(String), by: 'Ivan Petrov' });
    for (const address of ['/api/leads', '/api/insights', '/api/people'])
      expect((await installer.request.get(address)).status(), address).toBe(403);
  });

  await test.step('the phone is lost: the owner signs it out, and its next press leads to the sign-in', async () => {
    await page.goto('/admin/people');
    await page.getByRole('list', { name: 'Devices of Ivan Petrov' }).getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('list', { name: 'Devices of Ivan Petrov' })).toHaveCount(0);
    await installer.getByRole('link', { name: 'Week' }).tap();
    await expect(installer).toHaveURL(/\/login/);
  });
  await Promise.all([phone.close(), visitors.close()]);
});
