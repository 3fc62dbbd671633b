import type { Page } from '@playwright/test';
import { cityList } from '#contracts/consultation';
import { expectCleanAt } from '#tests/support/browser/axe';
import { consultation } from '#tests/support/visitor';
import { PHONE } from './fingers.ts';
import { expect, leadOf, leadsPage, receive, signIn, test, toast } from './leads-site.ts';

const other = cityList.find(({ name, zipCodes }) => zipCodes && name !== consultation.city);
const otherZip = other?.zipCodes?.[0]?.slice(0, 5) ?? '';
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

for (const [width, device] of [
  [375, { ...PHONE, viewport: { width: 375, height: 812 } }],
  [1440, { viewport: { width: 1440, height: 900 } }],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use(device);

    test('a lead is corrected in place; mistakes stand by their fields, nothing typed is lost, a newer one is the owner’s choice', async ({
      page,
      wire,
    }) => {
      await signIn(page.request);
      const id = await receive(page.request, { name: 'Jon Smit' });
      const path = `/api/leads/${id}`;
      await page.goto(`/admin/leads#${id}`);
      const lead = leadsPage(page).detail('Jon Smit');
      const correct = lead.getByRole('button', { name: 'Correct the details' });
      await correct.press('Enter');
      const form = lead.getByRole('form', { name: 'Correct the details' });
      const field = (name: string) => form.getByLabel(name, { exact: true });
      await expect(field('Name')).toBeFocused();
      await field('Phone').fill('');
      await field('Email').fill('');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(field('Phone')).toBeFocused();
      await expect(field('Phone')).toHaveAccessibleDescription('Please enter a phone number or an email');
      await expectCleanAt(page, [width], 'a correction with a mistake');
      expect(await fits(page)).toBe(true);

      await field('Name').fill('John Smith');
      await field('Phone').fill('321.555.0142');
      await form.getByLabel('ZIP code').fill(otherZip);
      await expect(field('City')).toHaveValue(other?.name ?? '');
      await form.getByLabel('Street address').fill('12 Palm Way');
      wire.always(path, { cut: true });
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form.getByRole('alert').filter({ hasText: 'your text is still here' })).toBeVisible();
      wire.calm();
      // Another device was faster.
      await page.request.put(path, { data: { request: { phone: '(407) 555-0199' } } });
      await form.getByRole('button', { name: 'Save' }).click();
      const choice = form.getByRole('region', { name: 'Changed since you opened it' });
      await expect(choice).toContainText('(407) 555-0199');
      await expectCleanAt(page, [width], 'two corrections');
      await choice.getByRole('button', { name: 'Keep mine Phone' }).click();
      await expect(toast(page)).toHaveText('The lead is corrected');
      const corrected = leadsPage(page).detail('John Smith');
      await expect(corrected.getByText('12 Palm Way')).toHaveCount(1);
      await expect(corrected.getByRole('list', { name: 'Notes' })).toContainText('Corrected: name was Jon Smit');
      await expect(correct.or(corrected.getByRole('button', { name: 'Correct the details' }))).toBeFocused();
      const { request } = await leadOf(page.request, id);
      expect(request).toMatchObject({ name: 'John Smith', phone: '(321) 555-0142', city: other?.name });
      expect(request).not.toHaveProperty('email');
    });

    test('filters stand in the address, survive a reload and Back, and are chips to take away', async ({
      page,
    }) => {
      await signIn(page.request);
      const flyer = { attribution: { utm_source: 'Flyer', utm_campaign: 'Fall' } };
      await receive(page.request, { name: 'Ana Duarte', ...flyer });
      await receive(page.request, { name: 'Ben Ortiz' });
      const { open, openLead, list, names, search } = leadsPage(page);
      await open('/admin/leads?campaign=fall&visit=none');
      const active = page.getByRole('list', { name: 'Filters' });
      await expect(active.getByRole('button')).toHaveText([
        'Remove the filter Campaign: fall',
        'Remove the filter Visit: none',
        'Clear all',
      ]);
      await expect.poll(names).toEqual(['Ana Duarte']);
      await active.getByRole('button', { name: 'Campaign' }).click();
      await expect(page).toHaveURL('/admin/leads?visit=none');
      await expect.poll(names).toHaveLength(2);
      await page.getByText('More filters').click();
      await page.getByLabel('Came from').selectOption('Flyer');
      await expect(page).toHaveURL('/admin/leads?source=Flyer&visit=none');
      await expect.poll(names).toEqual(['Ana Duarte']);
      await expectCleanAt(page, [width], 'the filters');
      expect(await fits(page)).toBe(true);

      await openLead('Ana Duarte');
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Ana Duarte' })).toBeFocused();
      await page.goBack();
      await expect(page).toHaveURL('/admin/leads?source=Flyer&visit=none');
      await expect.poll(names).toEqual(['Ana Duarte']);
      await search.fill('nobody');
      await expect(list.getByText('No leads match these filters.')).toBeVisible();
      await list.getByRole('button', { name: 'Clear all filters' }).click();
      await expect(page).toHaveURL('/admin/leads');
      await expect.poll(names).toHaveLength(2);
      await page.context().clearCookies();
      await page.goto('/admin/leads?status=new');
      await expect(page).toHaveURL('/login?back=%2Fadmin%2Fleads%3Fstatus%3Dnew');
      await leadsPage(page).signInAgain();
      await expect(page).toHaveURL('/admin/leads?status=new');
    });

    test('a lead by phone needs a name and a number; the ZIP code fills in the city', async ({ page }) => {
      await signIn(page.request);
      await page.goto('/admin/leads#new');
      const form = page.getByRole('region', { name: 'Add a lead' });
      await form.getByLabel('ZIP code').fill(consultation.zipCode);
      await expect(form.getByLabel('City')).toHaveValue(consultation.city);
      await form.getByLabel('ZIP code').fill('');
      await form.getByLabel('City').selectOption('Not known yet');
      await form.getByLabel('Name').fill('Ann Lee');
      await form.getByLabel('Phone', { exact: true }).fill('4075550123');
      await expectCleanAt(page, [width], 'a lead by phone');
      await form.getByRole('button', { name: 'Add the lead' }).click();
      await expect(leadsPage(page).detail('Ann Lee').getByText('Service not known yet, received')).toBeVisible();
    });
  });
}
