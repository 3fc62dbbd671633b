import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { zonedToday } from '#lib/time/dates';
import { checkContent } from '../../../scripts/content-check/collections.ts';
import AxeBuilder from '@axe-core/playwright';
import { z } from 'astro/zod';
import { area, articlePage } from '#tests/support/addresses';
import { contentOf } from '#tests/support/content';
import { policyRefusals } from '#tests/e2e/gallery-site';
import { type Editor, expect, files, test } from './editor-site.ts';

function firstOf<Entry>([entry]: readonly Entry[]): Entry {
  if (!entry) throw new Error('The test needs an offer and a product.');
  return entry;
}

const offers = await contentOf('promotions', { title: z.string() });
const offer = firstOf(offers);
const product = firstOf(await contentOf('products', { title: z.string() }));
const translated = offers.find(({ isTranslated }) => isTranslated);
/** A new dealer may have none yet. */
const reviews = (await contentOf('reviews', {})).slice(0, 1);

/** One entry of each shape that is not written below: what the editor shows of it is the label of its collection. */
const entries = [
  ['blog', articlePage.replace('/blog/', ''), 'Guides'],
  ['promotions', offer.id, 'Offers'],
  ['products', product.id, 'Products'],
  ...reviews.map(({ id }) => ['reviews', id, 'Reviews'] as const),
  ['home', 'hero', 'Head of the page'],
  ['pages', 'accessibility', 'Accessibility'],
  ['brand', 'choices', 'Choices of the dialog'],
] as const;

// One test, since the editor is opened for it, with all files of a checkout.
test('the editor opens every kind of entry, previews what is written, and writes what passes the check', async ({
  page,
  editor,
  copy,
}) => {
  test.slow();
  await test.step('an entry of each kind opens', async () => {
    for (const [collection, entry, heading] of entries) await editor.open(collection, entry, heading);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('a wrong field is refused in the sentence of its schema, and nothing is written', async () => {
    await editor.open('promotions', offer.id);
    await editor.field('External link').fill('http://www.example.com');
    await editor.saving.click();
    // Not every entry opens this panel by itself; the editor's message leads to it.
    await page.getByRole('radio', { name: 'Validation' }).check();
    await expect(page.getByText('Write the whole address, beginning with https://.').first()).toBeVisible();
    await editor.field('External link').fill('https://www.example.com');
    await editor.field('Starts on').fill('2025-02-01');
    await editor.field('Ends on').fill('2025-01-01');
    await editor.saving.click();
    // The refusal of the address may still be shown beside it, with a button of its own.
    const words = 'Ends on: The offer ends before it starts. Correct startsOn or endsOn.';
    const refusal = page.getByRole('alertdialog').filter({ hasText: words });
    await refusal.getByRole('button').first().click();
    await expect(editor.field('Ends on')).toHaveValue('2025-01-01');
    expect(await editor.written(copy)).toEqual([]);
  });

  await test.step('what is written passes the check and is no more than what was changed', async () => {
    const read = (file: string) => readFile(file, 'utf8');
    const written = (file: string) => read(path.join(copy, file));
    await editor.open('service-areas', area.id, area.name);
    await editor.field('Name').fill(`${area.name}: "the town"`);
    await editor.save();
    const areaFile = `src/content/service-areas/${area.id}.md`;
    expect(await editor.written(copy)).toEqual([areaFile]);
    const renamed = (await read(areaFile)).replace(/^name: .*$/m, `name: '${area.name}: "the town"'`);
    expect(await written(areaFile)).toBe(renamed);

    await addGuide(page, editor);
    const guide = 'src/content/blog/shades-lizards-a-guide.md';
    expect(await editor.written(copy)).toEqual(['src/assets/our-kitchen-2.webp', guide]);
    expect(await written(guide)).toBe(GUIDE);

    if (translated) {
      const file = `src/content/promotions/${translated.id}.es.md`;
      await editor.open('promotions', translated.id);
      await page.getByRole('radio', { name: 'Spanish' }).first().click();
      const [, words = ''] = /^discount: (.*)$/m.exec(await read(file)) ?? [];
      await expect(editor.field('Discount')).toHaveValue(words.replace(/^(['"])(.*)\1$/, '$2'));
      await editor.field('Discount').fill('Medio precio');
      await editor.save();
      expect(await editor.written(copy)).toEqual([file]);
      expect(await written(file)).toBe((await read(file)).replace(/^discount: .*$/m, 'discount: Medio precio'));
    }

    // A JSON file is written whole: what it holds is compared.
    const phone = '(202) 555-0143';
    await editor.open('brand', 'business', 'Name, phone and hours');
    await editor.field('Phone').fill(phone);
    await editor.save();
    expect(await editor.written(copy)).toEqual(['brand/brand.es.json', 'brand/brand.json']);
    for (const [file, change] of [['brand/brand.es.json'], ['brand/brand.json', { phone }]] as const) {
      expect(JSON.parse(await written(file))).toEqual({ ...JSON.parse(await read(file)), ...change });
    }
    const { findings } = await checkContent(copy, zonedToday(new Date()));
    expect(findings.filter(({ severity }) => severity === 'wrong')).toEqual([]);
  });

  await test.step('its bar leads back to the admin pages; whoever is not signed in signs in first', async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Back to the admin pages' }).click();
    const admin = await opened;
    await expect(admin).toHaveURL('/admin');
    // A call of Today that is answered after the sign-out would lead to the sign-in by itself.
    await expect(admin.locator('[data-skeleton]')).toHaveCount(0);
    await page.request.post('/api/auth/logout');
    await admin.getByRole('link', { name: 'Edit texts' }).click();
    await expect(admin).toHaveURL('/login?back=%2Fadmin%2Fcontent');
  });

  expect(policyRefusals(editor.refused)).toEqual([]);
  // What is below the bar is Sveltia's.
  const { violations } = await new AxeBuilder({ page }).include('body > header').analyze();
  expect(violations).toEqual([]);
});

const GUIDE = `---
title: 'Shades & Lizards: a Guide'
excerpt: Why there is a gecko behind your roller shade, and how to see it out.
date: 2026-12-01
readTime: 1 min read
category: Buying Guide
draft: false
image:
  src: ../../assets/our-kitchen-2.webp
  alt: A kitchen with roller shades
---

A gecko is after the insects.

## Close at dusk

It hides the lamp: **always**.

- one
- two
`;

/** Writes the guide with its picture, looks at its preview, and saves it. */
async function addGuide(page: Page, editor: Editor): Promise<void> {
  await editor.open('blog', 'new');
  await editor.field('Title').fill('Shades & Lizards: a Guide');
  await editor.field('Excerpt').fill('Why there is a gecko behind your roller shade, and how to see it out.');
  await editor.field('Date').fill('2026-12-01');
  await editor.field('Read time').fill('1 min read');
  await page.getByRole('radio', { name: 'Buying Guide' }).click();
  await page.getByRole('button', { name: 'Browse' }).click();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
  const buffer = await readFile(files.kitchen);
  await (await chosen).setFiles({ name: 'Our Kitchen (2).JPG', mimeType: 'image/jpeg', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Insert' }).click();
  await editor.field('What it shows').fill('A kitchen with roller shades');
  await editor.field('Text').click();
  // Signs are typed, since what they make comes while one types; the words between them are put in at once.
  for (const part of ['A gecko is after the insects.', '\n## ', 'Close at dusk', '\n', 'It hides the lamp: ']) {
    await (/[\n#]/.test(part) ? page.keyboard.type(part) : page.keyboard.insertText(part));
  }
  await page.keyboard.type('**always**.\n- one\ntwo');
  const preview = page.getByRole('group', { name: /^Preview / });
  await expect(preview.getByRole('heading', { level: 2, name: 'Close at dusk' })).toBeVisible();
  await expect(preview.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await editor.save();
}
