import type { Page } from '@playwright/test';
import { zonedDate } from '#lib/time/zone';
import { walked } from '#tests/support/host';
import { PHONE } from './fingers.ts';
import { addItem, manager } from './gallery-site.ts';
import { expect, leadsPage, receive, receiveBooked, sunday, ownersTest as test } from './leads-site.ts';

test.use(PHONE);

/** Back once has gone over every entry that dialogs have made. */
const dialogs = (page: Page) => page.evaluate(() => history.state?.dialogs ?? 0);

test('Back closes the dialog that it belongs to, and asks before changed words are lost', async ({ page, site }) => {
  await addItem(site, { title: 'Pool' });
  const { id } = await receiveBooked(page.request, 'Elise Romero');
  const { open, openLead } = leadsPage(page);

  await test.step('a visit’s dialog, which leaves its lead open', async () => {
    await open();
    const detail = await openLead('Elise Romero');
    await detail.getByRole('button', { name: 'Change' }).click();
    const change = page.getByRole('dialog', { name: 'Change the visit' });
    await expect(change).toBeVisible();
    await page.goBack();
    await expect(change).toBeHidden();
    await expect(detail).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`#${id}$`));
  });

  await test.step('the edit of an item, and the uploader over it', async () => {
    await manager(page).open();
    const edit = page.getByRole('dialog', { name: 'Edit Gallery Item' });
    const title = edit.getByLabel('Title');
    const press = (name: RegExp) => manager(page).card('Pool').getByRole('button', { name }).click();
    await press(/^Edit/);
    await title.fill('Pool at night');
    const questions: string[] = [];
    let isGiven = false;
    page.on('dialog', (question) => {
      questions.push(question.message());
      void (isGiven ? question.accept() : question.dismiss());
    });
    await page.goBack();
    await expect.poll(() => questions.length).toBe(1);
    await expect(title).toHaveValue('Pool at night');
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
    // An unchanged one closes without a question.
    await press(/^Edit/);
    await expect(title).toHaveValue('Pool');
    await page.goBack();
    await expect(edit).toBeHidden();
    await press(/^Delete/);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialogs(page)).toBe(0);
    expect(questions).toHaveLength(2);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/admin/leads#${id}$`));
  });
});

const pages = ['/hours', '', '/leads#new', '/insights', '/leads', '/gallery', '/alerts'];

test('at 320 px, and with text of twice the size, nothing of the owner’s scrolls sideways, whatever is written in it', async ({
  page,
  site,
}) => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);
  const email = `${'w'.repeat(60)}@example.com`;
  const id = await receive(page.request, { name: long, email, message: long.repeat(3) });
  const { slot } = await receiveBooked(page.request, `Elise ${long}`);
  await addItem(site, { title: long, description: long.repeat(2), alt: long });
  const away = { first: sunday(), last: sunday(), note: long.slice(0, 60) };
  await expect(await page.request.post('/api/away', { data: away })).toBeOK();
  const expectNarrow = async (state: string) => {
    for (const [width, size] of [
      [320, '100%'],
      [375, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      const found = await page.evaluate(tooWide, size);
      expect(found, `${state} at ${width} px, text of ${size}`).toEqual([]);
    }
  };
  for (const address of [...walked(pages, 2), `/week#${zonedDate(slot.start)}`, `/leads#${id}`]) {
    await page.goto('about:blank');
    await page.goto(`/admin${address}`);
    await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0);
    await expectNarrow(address);
  }
  const expectDialogs = async (within: ReturnType<Page['locator']>, names: readonly (string | RegExp)[]) => {
    for (const name of names) {
      await within.getByRole('button', { name }).click();
      await expect(page.locator('dialog[open] [data-skeleton]')).toHaveCount(0);
      await expectNarrow(String(name));
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog[open]')).toHaveCount(0);
      // The closed dialog's entry of the history is gone, or its Back would stop the next page's load.
      await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0)).toBe(0);
    }
  };
  await expectDialogs(leadsPage(page).detail(long), ['Book a visit', 'Remove for good']);
  await manager(page).open();
  await expectDialogs(manager(page).card(long), [/^Edit/, /^Delete/]);

  await page.emulateMedia({ forcedColors: 'active' });
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const marked = await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link')
      .evaluateAll((links) => links.filter((link) => getComputedStyle(link).borderBottomWidth !== '0px'));
    expect(marked, `the current page in forced colors at ${width} px`).toHaveLength(1);
  }
});

/** In the browser, with text of that size: what is wider than the window, and whether it or the open dialog scrolls. */
function tooWide(size: string): string[] {
  document.documentElement.style.fontSize = size;
  const over = document.documentElement.scrollWidth - innerWidth;
  const all = [...document.querySelectorAll('main *, dialog[open] *')];
  const wide = all.filter((one) => over > 0 && one.getBoundingClientRect().right > innerWidth + 1);
  const dialog = document.querySelector('dialog[open]');
  const scrolls = dialog && dialog.scrollWidth > dialog.clientWidth + 1;
  return [
    ...wide.slice(0, 4).map((one) => one.outerHTML.slice(0, 120)),
    ...(over > 0 ? [`${over} px`] : []),
    ...(scrolls ? ['the dialog scrolls'] : []),
  ];
}
