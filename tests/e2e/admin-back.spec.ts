import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/axe';
import { PHONE } from './fingers.ts';
import { addItem, manager, ownerEnv } from './gallery-site.ts';
import { expect, leadsPage, receive, receiveBooked, signIn, test } from './leads-site.ts';

test.use({ siteEnv: ownerEnv });

const desktop = { viewport: { width: 1440, height: 900 } };
const pages = ['', '/leads', '/leads#new', '/gallery', '/hours', '/insights', '/alerts'];

/** Back once has gone over every entry that dialogs have made. */
const dialogs = (page: Page) => page.evaluate(() => history.state?.dialogs ?? 0);

for (const device of [PHONE, desktop]) {
  test.describe(`at ${device.viewport.width} px`, () => {
    test.use(device);

    test('Back closes the dialog that it belongs to, and asks before changed words of an item are lost', async ({
      page,
      site,
    }) => {
      await addItem(site, { title: 'Pool' });
      await signIn(page.request);
      const { open, card } = manager(page);
      await page.goto('/admin/alerts');
      await open();
      const edit = page.getByRole('dialog', { name: 'Edit Gallery Item' });
      const press = (name: string | RegExp) => card('Pool').getByRole('button', { name });

      await press(/^Edit/).click();
      await expect(edit).toBeVisible();
      await page.goBack();
      await expect(edit).toBeHidden();
      await expect(page).toHaveURL(/\/admin\/gallery$/);

      await press(/^Edit/).click();
      await edit.getByLabel('Title').fill('Pool at night');
      const questions: string[] = [];
      let isGiven = false;
      page.on('dialog', (question) => {
        questions.push(question.message());
        void (isGiven ? question.accept() : question.dismiss());
      });
      await page.goBack();
      await expect.poll(() => questions.length).toBe(1);
      await expect(edit.getByLabel('Title')).toHaveValue('Pool at night');
      await expect.poll(() => dialogs(page)).toBe(1);

      await edit.getByRole('button', { name: 'Choose a file' }).click();
      const uploader = page.getByRole('dialog', { name: 'Change Media File' });
      await expect(uploader).toBeVisible();
      await expect.poll(() => dialogs(page)).toBe(2);
      await page.goBack();
      await expect(uploader).toBeHidden();
      await expect(edit).toBeVisible();
      isGiven = true;
      await page.goBack();
      await expect(edit).toBeHidden();
      expect(questions).toEqual(Array(2).fill('Close without saving? What you changed here is lost.'));

      await press(/^Delete/).click();
      const removal = page.getByRole('alertdialog');
      await removal.getByRole('button', { name: 'Cancel' }).click();
      await expect(removal).toBeHidden();
      await expect.poll(() => dialogs(page)).toBe(0);
      await page.goBack();
      await expect(page).toHaveURL(/\/admin\/alerts$/);
    });

    test('Back closes a visit’s dialog and leaves the lead open; a removed lead is left for the list', async ({
      page,
    }) => {
      const { id } = await receiveBooked(page.request, 'Elise Romero');
      await signIn(page.request);
      const { open, openLead, list } = leadsPage(page);
      await open();
      const detail = await openLead('Elise Romero');
      await detail.getByRole('button', { name: 'Move the visit' }).click();
      const move = page.getByRole('dialog', { name: 'Move the visit' });
      await expect(move).toBeVisible();
      await page.goBack();
      await expect(move).toBeHidden();
      await expect(detail).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`#${id}$`));
      await detail.getByRole('button', { name: 'Cancel the visit' }).click();
      const cancel = page.getByRole('dialog', { name: 'Cancel the visit' });
      await cancel.getByRole('button', { name: 'Cancel the visit' }).click();
      await expect(cancel).toBeHidden();
      await expect.poll(() => dialogs(page)).toBe(0);
      await detail.getByRole('button', { name: 'Remove for good' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove for good' }).click();
      await expect(detail).toBeHidden();
      await expect(page).toHaveURL(/\/admin\/leads$/);
      await expect(list.getByRole('link', { name: 'Elise Romero' })).toHaveCount(0);
    });
  });
}

test('at 320 px, which is 400 % of a desktop, no page of the owner’s scrolls sideways, whatever is written in it', async ({
  page,
  site,
}) => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);
  const email = `${'w'.repeat(60)}@example.com`;
  const id = await receive(page.request, { name: long, email, message: long.repeat(3) });
  await receiveBooked(page.request, `Elise ${long}`);
  await addItem(site, { title: long, description: long.repeat(2), alt: long });
  await signIn(page.request);
  await page.request.post('/api/away', {
    data: { from: '2027-01-04T15:00:00.000Z', until: '2027-01-05T15:00:00.000Z', note: long },
  });
  await page.setViewportSize({ width: 320, height: 256 });
  const tooWide = async (state: string) => {
    const found = await page.evaluate(() => {
      const over = document.documentElement.scrollWidth - innerWidth;
      const all = [...document.querySelectorAll('main *, dialog[open] *')];
      const wide = all.filter((one) => over > 0 && one.getBoundingClientRect().right > innerWidth + 1);
      const dialog = document.querySelector('dialog[open]');
      const scrolls = dialog && dialog.scrollWidth > dialog.clientWidth + 1 ? ['the dialog scrolls'] : [];
      return [
        ...wide.slice(0, 4).map((one) => one.outerHTML.slice(0, 120)),
        ...(over > 0 ? [`${over} px`] : []),
        ...scrolls,
      ];
    });
    expect(found, state).toEqual([]);
  };
  for (const address of [...pages, `/leads#${id}`]) {
    await page.goto('about:blank');
    await page.goto(`/admin${address}`);
    await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0);
    await tooWide(address);
  }
  const detail = leadsPage(page).detail(long);
  for (const press of ['Book a visit', 'Remove for good']) {
    await detail.getByRole('button', { name: press }).click();
    await expect(page.locator('dialog[open] [data-skeleton]')).toHaveCount(0);
    await tooWide(press);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  }
  await manager(page).open();
  for (const press of [/^Edit/, /^Delete/]) {
    await manager(page).card(long).getByRole('button', { name: press }).click();
    await tooWide(`${press}`);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  }
  await expectAccessible(page, 'the gallery at 320 px');
});

for (const width of [375, 1440]) {
  test(`at ${width} px the current page is marked in forced colors`, async ({ page }) => {
    await signIn(page.request);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/admin/leads');
    const marks = await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => [link.textContent?.trim(), getComputedStyle(link).borderBottomWidth !== '0px']),
      );
    expect(marks.filter(([, isMarked]) => isMarked)).toEqual([['Leads', true]]);
  });
}
