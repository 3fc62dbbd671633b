import type { HTMLElement, Node } from 'node-html-parser';
import { NodeType } from 'node-html-parser';
import { readFile } from 'node:fs/promises';
import { z } from 'astro/zod';
import { expect, test } from 'vitest';
import { business } from '#business';
import { booking } from '#i18n/en/booking';
import { deals } from '#i18n/en/deals';
import { gallery } from '#i18n/en/gallery';
import { booking as spanishBooking } from '#i18n/es/booking';
import { deals as spanishDeals } from '#i18n/es/deals';
import { gallery as spanishGallery } from '#i18n/es/gallery';
import { languageAt, pathIn, siteLanguages } from '#i18n/site-languages';
import { all, type BuiltPage, builtPages, isListed, meta, one, textOf } from '#tests/support/built-pages';
import { pageNames } from '#lib/seo';
import { contentOf } from '#tests/support/content';
import { withImports } from '../bench/pages.ts';
import { parseHtml } from '#build/html';

/** A dealer may have the site in one language. */
const inTwo = test.skipIf(siteLanguages.length === 1);

const pages = (await builtPages()).filter(({ address }) => !/^(\/es)?\/(admin|login)/.test(address));
const byAddress = new Map(pages.map((page) => [page.address, page]));
const spanish = pages.filter(({ address }) => languageAt(address) === 'es');
const english = pages.filter(({ address }) => languageAt(address) === 'en');
const pathOf = (href: string | undefined) => new URL(href ?? '', 'http://nowhere').pathname;
/** A page that stands in for one that is not there has no counterpart. */
const isNotFound = ({ address }: BuiltPage) => /\/(404$|not-found\/)/.test(address);

const WORDS_IN = ['alt', 'aria-label', 'aria-valuetext', 'placeholder', 'title', 'data-booked', 'data-enlarge'];
const UNREAD = ['SCRIPT', 'STYLE', 'TEMPLATE'];

/** Pages of entries without a translation. */
const untranslated = new Set<string>();
for (const name of ['blog', 'service-areas', 'privacy', ...pageNames] as const) {
  const folder = name === 'blog' || name === 'service-areas' ? `/${name}` : '';
  for (const { id, isTranslated } of await contentOf(name, {}))
    if (!isTranslated) untranslated.add(pathIn('es', `${folder}/${id}`));
}

/**
 * What a visitor reads or hears of a page in its language: parts that are marked as of another one are left out, and
 * the head of a page that is not translated, which cannot be marked.
 */
function textsOf({ document, ...page }: BuiltPage): string[] {
  const inHead = [
    textOf(one(document, 'title')),
    meta({ document }, 'description') ?? '',
    meta({ document }, 'og:image:alt') ?? '',
  ];
  const head = untranslated.has(page.address) ? [] : inHead;
  const texts = [...head, ...textsIn(one(document, 'body'), languageAt(page.address))];
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => /\p{L}{3}/u.test(text));
}

function textsIn(node: Node, language: string): string[] {
  if (node.nodeType === NodeType.TEXT_NODE) return [node.text];
  const element = node as HTMLElement;
  const own = element.getAttribute?.('lang');
  if (own && !own.startsWith(language)) return [];
  if (UNREAD.includes(element.tagName) || isWordOfSentence(element)) return [];
  const attributes = WORDS_IN.flatMap((name) => element.getAttribute?.(name) ?? []);
  return [...attributes, ...element.childNodes.flatMap((child) => textsIn(child, language))];
}

/** One word in a sentence may be the same in both languages: the link in "Un motor se acuerda de eso". */
function isWordOfSentence({ tagName, parentNode, text }: HTMLElement): boolean {
  if (!parentNode || !['P', 'LI'].includes(parentNode.tagName)) return false;
  return ['A', 'STRONG', 'EM'].includes(tagName) && /^\p{L}+$/u.test(text) && parentNode.text.trim().includes(' ');
}

/** Names are the same in both languages: of the business, of makers, of places and of people. A lanai has no other. */
const list = z.array(z.string());
const areas = await contentOf('service-areas', { name: z.string(), neighborhoods: list });
const reviews = await contentOf('reviews', { name: z.string(), location: z.string() });
const owners = await contentOf('owners', { names: z.string() });
const { state } = business.address;
const names = new Set([
  ...[business.name, business.shortName, business.descriptor, ...business.vendors],
  ...[`© ${new Date().getFullYear()} ${business.name}`, 'PerfectSheer', 'Google', 'Cookies', 'Lanai'],
  ...business.otherVendors.map((vendor) => `${business.vendors[0]}, ${vendor}`),
  ...[`${business.address.city}, ${state} ${business.address.postalCode}`],
  ...areas.flatMap(({ fields: { name, neighborhoods } }) => [name, `${name}, ${state}`, ...neighborhoods]),
  ...reviews.flatMap(({ fields: { name, location } }) => [name, location]),
  ...owners.map(({ fields }) => fields.names),
]);
const isName = (text: string) => names.has(text) || text.split(', ').every((part) => names.has(part));

inTwo('every page stands in both languages', () => {
  expect(spanish.length).toBeGreaterThan(areas.length);
  expect(spanish.map(({ address }) => address).toSorted()).toEqual(
    english.map(({ address }) => pathIn('es', address)).toSorted(),
  );
});

inTwo(
  'a Spanish page says nothing that its English page says, and leads to Spanish pages alone, but for the switch',
  () => {
    for (const page of spanish) {
      const original = byAddress.get(pathIn('en', page.address));
      const same = new Set(original ? textsOf(original) : []);
      expect(
        textsOf(page).filter((text) => same.has(text) && !isName(text)),
        page.address,
      ).toEqual([]);
      // A text that is not translated leads where it does in English.
      const links = all(page.document, 'a[href^="/"]:not([hreflang])')
        .filter((link) => !link.closest('.prose[lang=en]'))
        .map((link) => link.getAttribute('href') ?? '');
      expect(
        links.filter((href) => languageAt(pathOf(href)) !== 'es' && !href.startsWith('/_astro/')),
        page.address,
      ).toEqual([]);
      expect(links.length, page.address).toBeGreaterThan(10);
    }
  },
);

test('the guides are nowhere called a blog, but where the words are specified: at an address without a guide', () => {
  const saying = pages.flatMap(({ address, document }) =>
    all(document, 'title, h1, h2, a, button, [aria-label]')
      .filter((element) => !element.closest('.prose') && address !== pathIn('en', '/not-found/article'))
      .map((element) => `${address}: ${textOf(element)} ${element.getAttribute('aria-label') ?? ''}`)
      .filter((words) => /: .*\bblog\b/i.test(words)),
  );
  expect(saying).toEqual([]);
});

/** Words that no sentence does without. */
const ENGLISH = /\b(the|and|with|your|our|you|is|are|from|of|for)\b/i;
const SPANISH = /\b(que|para|los|las|una|sus|con|por|del|usted|persianas?|ventanas?)\b/i;

test('no sentence of a Spanish page is English, and none of an English page Spanish', () => {
  const foreign = (some: readonly BuiltPage[], words: RegExp) =>
    some.flatMap((page) =>
      textsOf(page)
        .filter(
          (text) => !isName(text) && words.test([...names].reduce((rest, name) => rest.replaceAll(name, ''), text)),
        )
        .map((text) => `${page.address}: ${text}`),
    );
  expect(foreign(spanish, ENGLISH)).toEqual([]);
  expect(foreign(english, SPANISH)).toEqual([]);
});

inTwo('each page says its language, and leads to the same page in the other one, twice, in its own words', () => {
  for (const page of pages) {
    const own = languageAt(page.address);
    const locale = own === 'es' ? 'es-US' : 'en-US';
    expect(one(page.document, 'html').getAttribute('lang'), page.address).toBe(locale);
    expect(meta(page, 'og:locale'), page.address).toBe(locale.replace('-', '_'));
    const language = own === 'en' ? 'es' : 'en';
    const href = pathIn(language, isNotFound(page) ? '/' : page.address);
    const switches = all(page.document, 'a[hreflang]').map((link) => [
      ...['lang', 'hreflang', 'href'].map((name) => link.getAttribute(name)),
      textOf(link),
    ]);
    const expected = [language, language, href, { en: 'English', es: 'Español' }[language]];
    expect(switches, page.address).toEqual([expected, expected]);
  }
});

inTwo('the two languages of each listed page name each other, and themselves', () => {
  for (const page of pages.filter(isListed)) {
    const alternates = all(page.document, 'link[hreflang]').map((link) => [
      link.getAttribute('hreflang'),
      pathOf(link.getAttribute('href')),
    ]);
    const [en, es] = [pathIn('en', page.address), pathIn('es', page.address)];
    expect(Object.fromEntries(alternates), page.address).toEqual({
      en,
      es,
      'x-default': pathIn(siteLanguages[0], page.address),
    });
    for (const address of [en, es]) expect(byAddress.has(address), address).toBe(true);
  }
});

inTwo('the sitemap names the other language of each page', async () => {
  const sitemap = parseHtml(await readFile('dist/sitemap-0.xml', 'utf8'));
  for (const entry of all(sitemap, 'url')) {
    const links = entry.childNodes.filter((node) => (node as HTMLElement).rawTagName === 'xhtml:link') as HTMLElement[];
    const alternates = links.map((link) => [link.getAttribute('hreflang'), pathOf(link.getAttribute('href'))]);
    const address = pathOf(textOf(one(entry, 'loc')));
    const both = { 'en-US': pathIn('en', address), 'es-US': pathIn('es', address) };
    expect(Object.fromEntries(alternates), address).toEqual(both);
  }
});

inTwo('a customer’s words say that they are translated', () => {
  const shown = all(
    byAddress.get(pathIn('es', '/'))?.document as HTMLElement,
    'section[aria-labelledby=reviews] article',
  );
  expect(shown).toHaveLength(reviews.length);
  for (const review of shown) {
    const isEnglish = one(review, 'blockquote').getAttribute('lang') === 'en';
    expect(textOf(review).includes('Traducido del inglés')).toBe(!isEnglish);
  }
});

inTwo('no Spanish word that means something else, or nothing, to a homeowner', () => {
  const mistaken = /\b(lamas|celular opaca(?<!persiana celular opaca)|ilustraci[oó]n|(el|del|un) HOA|toma 1)\b/i;
  for (const { address, document } of spanish) {
    const words = textOf(one(document, 'body')).replaceAll('\u00AD', '');
    expect(mistaken.exec(words)?.[0], address).toBeUndefined();
  }
});

test('what a page loads at once has the dialogs’ and the gallery’s words of no language', async () => {
  const words = [
    ...[booking, spanishBooking].map(({ steps }) => steps.initial),
    ...[deals, spanishDeals].map(({ askForCurrent }) => askForCurrent),
    ...[gallery, spanishGallery].map(({ emptyWords }) => emptyWords),
  ];
  const loaded = new Set<string>();
  for (const { document } of pages) {
    const scripts = all(document, 'script[src]').map((script) => script.getAttribute('src') ?? '');
    for (const file of await withImports(scripts)) loaded.add(file);
  }
  const kinds = [...loaded].map((file) => file.split('.')[0]);
  expect(kinds).toEqual(expect.arrayContaining(['/_astro/Frame', '/_astro/shared']));
  for (const file of loaded) {
    const code = await readFile(`dist${file}`, 'utf8');
    expect(
      words.filter((text) => code.includes(text)),
      file,
    ).toEqual([]);
  }
});
