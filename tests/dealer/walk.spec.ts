import { globSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { z } from 'astro/zod';
import zone from '#brand/zone.json' with { type: 'json' };
import zoneNames from '#brand/zone-names.json' with { type: 'json' };
import { answerRule, business, businessIn, colors, postalAddress, storeHours, visitHours, visitRules } from '#business';
import { areas, home } from '#i18n/en/pages';
import { siteLanguages } from '#i18n/site-languages';
import { unbroken } from '#lib/unbroken';
import { parts } from '#schemas/files';
import { factsIn, factsOfDealer } from '../../scripts/content-check/dealer.ts';
import { otherArea, sharedZipCode } from '#tests/support/addresses';
import { expectAccessible } from '#tests/support/browser/axe';
import { contentOf } from '#tests/support/content';
import { expect, visitor } from '../e2e/booking-site.ts';
import { files, manager, ownerEnv, signIn, toast } from '../e2e/gallery-site.ts';
import { OWNER_ADDRESS, subjectsTo, test as mailing } from '../e2e/mail-site.ts';
import { invitationOf } from '#tests/support/mail-server';

/** Runs in the copy that tests/dealer/run.ts makes. */
const root = path.resolve(import.meta.dirname, '../..');
const first = process.env['FIRST_DEALER'] ?? '';
const TEXTS = /\.(html|json|m?js|css|xml|webmanifest|svg|txt|ics)$/;

/** What is read at the root is English; `spanish-first.spec.ts` has the other one. */
const inEnglish = () => test.skip(siteLanguages[0] !== 'en', 'The first language of this dealer is another.');

/** Headings of the first dealer's content that are the interface's own words too. */
const COMMON = ['Free in-home consultation', 'Consulta gratis a domicilio', 'Privacy'];
/** The first dealer's zone. A package names it in a script, so texts alone are looked through for it. */
const ZONE = /\bET\b|Eastern|New_York/;

/** Titles, questions, names and headings of a dealer's content, in both languages. */
async function headingsOfDealer(project: string): Promise<string[]> {
  const files = globSync('src/content/**/*.md', { cwd: project });
  const texts = await Promise.all(files.map((file) => readFile(path.join(project, file), 'utf8')));
  return texts.flatMap((text) =>
    [...parts(text).frontmatter.matchAll(/^(?:title|question|names?|headline|metaTitle): (.*)$/gm)].map(
      ([, words = '']) => words.replace(/^(['"])(.*)\1$/, '$2'),
    ),
  );
}

async function tracesOf(): Promise<(text: string) => string[]> {
  if (first === '' || path.resolve(first) === root) throw new Error('Run npm run test:dealer: it makes the copy.');
  // A heading of one word, such as a page's name, is everybody's.
  const headings = (await headingsOfDealer(first)).filter((heading) => heading.includes(' '));
  const { storeHours, visitHours, position, contactPromise, contactException } = JSON.parse(
    await readFile(path.join(first, 'brand/brand.json'), 'utf8'),
  );
  const hours: string[] = [...storeHours, ...visitHours].flatMap((line) => [line, line.replaceAll(/ (?=[AP]M)/g, '')]);
  const spoken = [contactPromise, contactException, ...Object.values(position).map(String), ...hours];
  const facts = [...(await factsOfDealer(first)), ...headings, ...spoken.filter(Boolean)];
  const own = [...(await factsOfDealer(root)), ...(await headingsOfDealer(root)), ...COMMON];
  const others = [...new Set(facts)].filter((fact) => !own.includes(fact));
  return (text) => factsIn(text, others);
}

const test = mailing.extend({
  siteEnv: async ({ mailServer }, use) => {
    await use({ ...ownerEnv, SMTP_URL: mailServer.url, MAIL_FROM: 'hello@example.com', MAIL_TO: OWNER_ADDRESS });
  },
});

test('nothing of the first dealer is in the built files', async () => {
  const traces = await tracesOf();
  const found: string[] = [];
  let texts = 0;
  for await (const file of glob('{dist,.netlify/functions-bundled,.netlify/page-templates}/**/*', { cwd: root })) {
    if (!TEXTS.test(file) || isEditor(file)) continue;
    texts += 1;
    found.push(...traces(await readFile(path.join(root, file), 'utf8')).map((trace) => `${file}: ${trace}`));
  }
  expect(texts).toBeGreaterThan(150);
  expect(found).toEqual([]);
});

/** The editor brings its own words in twenty languages, and our fields’ examples. */
const isEditor = (file: string) => /\/_astro\/(npm|content\.astro.*|[a-z]{2}(-[A-Z]{2})?)\.[\w-]+\.js$/.test(file);

test('share pictures and icons have the own colors, and not the first one’s', async () => {
  const [own, others] = await Promise.all([root, first].map(accentOf));
  const pictures: string[] = [];
  for await (const file of glob('dist/{og/**/*.jpg,*.png,admin/icon*.png,_astro/owners*.svg}', { cwd: root }))
    pictures.push(file);
  expect(pictures.length).toBeGreaterThan(12);
  for (const file of pictures) {
    const { data } = await sharp(path.join(root, file)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [ours, theirs] = [own, others].map((color) => shareOf(data, color ?? []));
    expect.soft(theirs, `${file}: the first dealer’s color`).toBeLessThan(0.0005);
    if (!file.endsWith('.svg')) expect.soft(ours, `${file}: the own color`).toBeGreaterThan(0.0001);
  }
});

async function accentOf(project: string): Promise<number[]> {
  const { colors } = JSON.parse(await readFile(path.join(project, 'brand/look.json'), 'utf8'));
  return [1, 3, 5].map((at) => Number.parseInt(colors.lagoon.slice(at, at + 2), 16));
}

/** The share of the pixels that nearly have this color: JPEG blurs it. */
function shareOf(pixels: Buffer, [red = 0, green = 0, blue = 0]: readonly number[]): number {
  let count = 0;
  for (let at = 0; at < pixels.length; at += 3) {
    const far = [red, green, blue].some((part, channel) => Math.abs(part - (pixels[at + channel] ?? 0)) > 8);
    if (!far) count += 1;
  }
  return count / (pixels.length / 3);
}

test('no page names what this dealer does not sell, and no name has two points', async () => {
  const rangeOf = async (project: string): Promise<string[]> =>
    JSON.parse(await readFile(path.join(project, 'brand/range.json'), 'utf8')).kinds.flatMap(
      ({ name, inText = name }: { name: string; inText?: string }) => inText.toLowerCase().replace(/s$/, ''),
    );
  const own = await rangeOf(root);
  const foreign = (await rangeOf(first)).filter((kind) => !own.includes(kind));
  expect(foreign.length).toBeGreaterThan(0);
  const found: string[] = [];
  for await (const file of glob('dist/**/*.html', { cwd: root })) {
    const html = await readFile(path.join(root, file), 'utf8');
    for (const [words] of html.matchAll(
      new RegExp(`.{30}(?:\\b(?:${foreign.join('|')})s?\\b|\\w\\.\\.(?!\\.)).{30}`, 'gi'),
    ))
      found.push(`${file}: ${words}`);
  }
  expect(found).toEqual([]);
});

test('one language: no Spanish page, switch, or word of one', async ({ page }) => {
  inEnglish();
  const pages: string[] = [];
  for await (const file of glob('dist/**/*.html', { cwd: root })) {
    // The owner has pages in both languages, whatever those of the site are.
    if (!/^dist\/es\/(admin|login)\b/.test(file)) pages.push(file);
  }
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((file) => file.startsWith('dist/es'))).toEqual([]);
  for (const file of [...pages, 'dist/sitemap-0.xml']) {
    expect(await readFile(path.join(root, file), 'utf8'), file).not.toMatch(
      /hreflang="|"\/es[/"]|\/es\/|Español|Spanish/,
    );
  }
  for (const address of ['/es', '/es/book', '/es/sol', '/es/blog/quiet-bedrooms', `/es${otherArea.page}`]) {
    const answer = await page.goto(address);
    expect([address, answer?.status()]).toEqual([address, 404]);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  }
  // A browser that asks for Spanish, and an address of another dealer's mail, get English.
  const refusal = await page.request.post('/api/consultation-requests', {
    headers: { 'accept-language': 'es-US' },
    data: {},
  });
  expect(JSON.stringify(await refusal.json())).toContain('Please');
  await page.goto('/es/visit/unknown');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
});

/** The pages say what brand/ says, look at it whole, and have nothing of the first dealer on them. */
async function expectOwn(page: Page, traces: (text: string) => string[]): Promise<void> {
  await expectAccessible(page, page.url());
  expect(traces(await page.content())).toEqual([]);
  expect(await page.getByRole('main').textContent()).not.toMatch(ZONE);
}

test('home, an area, and a booking to the thanks, with the mails of it', async ({ page, mailServer }) => {
  inEnglish();
  const traces = await tracesOf();
  const [hero] = await contentOf('hero', { title: z.string() });
  const { hours, places, contactPromise } = businessIn('en');
  const { name, address, phone } = business;
  await page.goto('/');
  await expect(page).toHaveTitle(`${home.title(business.region, address.stateName)} | ${name}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hero?.fields.title ?? '');
  await expect(page.getByRole('slider')).toHaveCount(0);
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByText(postalAddress)).toBeVisible();
  for (const line of storeHours) await expect(foot.getByText(line)).toBeVisible();
  const answers = page.locator('.faq');
  await expect(answers).toContainText(
    unbroken(`The store: ${hours.store}. Visits: ${hours.visit}. We come to ${places}.`),
  );
  await expect(answers.getByRole('link', { name: phone.display, includeHidden: true })).toHaveCount(1);
  await expectOwn(page, traces);

  await foot.getByRole('link', { name: otherArea.name, exact: true }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: areas.heading(otherArea.name, address.state) }),
  ).toBeVisible();
  for (const line of visitHours) await expect(page.getByText(line)).toBeVisible();
  await expectOwn(page, traces);

  const { dialog, slots, press, open, giveContact, holdConfirmed, passConfirmed } = visitor(page);
  await open();
  const EMAIL = 'june.ortiz@example.com';
  await giveContact({ Name: 'June Ortiz', Phone: '(303) 555-0190', Email: EMAIL, 'ZIP code': sharedZipCode });
  await press('See Available Times');
  await expect(dialog.getByText(`All times are ${zoneNames.long}.`)).toBeVisible();
  // The first visit of a day begins when it opens. Of the first days the notice hides some.
  const openings = visitHours.map((line) => clockOf(/[\d:]+ [AP]M/.exec(line)?.[0] ?? ''));
  const lastDay = dialog
    .getByRole('group')
    .filter({ has: page.getByRole('heading') })
    .last();
  await expect(lastDay.getByRole('button').first()).toHaveAccessibleName(new RegExp(`^(${openings.join('|')})`));
  await expect(slots.last()).toHaveAccessibleName(new RegExp(` ${visitRules.visitMinutes} minutes$`));
  await slots.last().click();
  await expect(dialog.getByLabel('City')).toHaveValue(otherArea.name);
  await dialog.getByLabel('Service').selectOption('Shutters');
  await dialog.getByLabel('Preferred contact').selectOption('Email');
  await holdConfirmed();
  await press('Confirm Booking');
  await expect(dialog.getByText(new RegExp(` at \\d+:\\d\\d [AP]M ${zoneNames.short}$`))).toBeVisible();
  await passConfirmed();
  await expect(page).toHaveURL('/thank-you');
  await expect(page.getByRole('main')).toContainText(answerRule ? 'We will contact you' : contactPromise);
  await expectOwn(page, traces);

  await expect.poll(() => subjectsTo(mailServer, EMAIL)).toHaveLength(1);
  const booked = expect.stringMatching(new RegExp(`^Visit booked: .* ${zoneNames.short}, June Ortiz$`));
  await expect.poll(() => subjectsTo(mailServer, OWNER_ADDRESS)).toContainEqual(booked);
  for (const { raw, mail } of mailServer.received) {
    const texts = [raw, mail.subject, mail.text, mail.html].join('\n');
    expect(traces(texts)).toEqual([]);
    expect(texts).not.toMatch(ZONE);
  }
  const confirmation = mailServer.received.find(({ to }) => to.includes(EMAIL));
  if (!confirmation) throw new Error('No mail');
  expect(confirmation.mail.text).toContain(`${name}, ${postalAddress}`);
  expect(confirmation.mail.html).toContain(colors.lagoon);
  const invitation = invitationOf(confirmation);
  expect(traces(invitation)).toEqual([]);
  expect(invitation).toContain(`TZID:${zone.timeZone}`);
});

/** `8 AM` as a time that is offered: `8:00 AM`. */
const clockOf = (time: string) => (time.includes(':') ? time : time.replace(' ', ':00 '));

test('the owner uploads a picture, and visitors see it in the gallery', async ({ page }) => {
  inEnglish();
  const traces = await tracesOf();
  await signIn(page.request);
  const { open, choose, uploader, card } = manager(page);
  await open();
  await page.getByLabel('Default category').selectOption('Awnings');
  await page.getByRole('button', { name: 'Upload files' }).click();
  await choose([files.nursery]);
  await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
  await uploader.getByRole('button', { name: 'Done' }).click();
  await card('nursery').getByRole('switch').click();
  await expect(card('nursery').getByText('Published', { exact: true })).toBeVisible();
  await expectOwn(page, traces);
  for (const address of ['/admin', '/admin/week', '/admin/leads', '/admin/hours', '/admin/insights', '/admin/alerts']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(traces(await page.content()), address).toEqual([]);
  }
  await page.goto('/gallery');
  await expect(page.getByRole('button', { name: /nursery/ })).toBeVisible();
  await expect(page.getByRole('main').getByText('Awnings').first()).toBeVisible();
  await expectOwn(page, traces);
});
