import { deals as enDeals } from '#i18n/en/deals';
import { deals as esDeals } from '#i18n/es/deals';
import { type Language, locales } from '#i18n/language';
import { zonedToday } from '#lib/time/dates';
import { longDate } from '#lib/time/zone';
import { offerState, offerWords } from '#lib/offers';

export interface Draft {
  readonly language: Language;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly show: (picture: HTMLImageElement, path: string) => void;
  readonly html: (markdown: string) => string;
}

/** A built page that lends its look to the preview of an entry. */
export interface PreviewPage {
  /** The folder of the entries' pages; `/`: they stand on the home page. */
  readonly folder: string;
  readonly part: (page: Document) => Element | null;
  /** Replaces the part's text by the draft. */
  readonly fill: (part: Element, draft: Draft) => void;
}

/** By collection. `tests/long/browser/editor.spec.ts` compares the previews with the built pages. */
export const previewPages: Readonly<Record<string, PreviewPage>> = {
  blog: { folder: '/blog/', part: (page) => page.querySelector('main'), fill: fillArticle },
  'service-areas': { folder: '/service-areas/', part: (page) => page.querySelector('main'), fill: fillArea },
  promotions: {
    folder: '/',
    part: (page) => cardOf(page, '.offer-card:has(a.window):has(.link[target])'),
    fill: fillOffer,
  },
  products: {
    folder: '/',
    part: (page) => cardOf(page, '[data-product]:has([data-color]):has(figure + div > span > span)'),
    fill: fillProduct,
  },
};

/** One card alone in its grid. */
function cardOf(page: Document, selector: string): Element | null {
  const card = page.querySelector(selector);
  const grid = card?.parentElement?.cloneNode(false);
  if (!card || !(grid instanceof Element)) return null;
  const wrap = page.createElement('div');
  wrap.className = 'wrap section';
  grid.appendChild(card.cloneNode(true));
  wrap.append(grid);
  return wrap;
}

function fillArticle(part: Element, { fields, show, html, language }: Draft): void {
  const { title, category, date, readTime, image, body } = fields;
  write(part, 'h1', title);
  write(part, '.badge', category);
  write(part, 'time', isDay(date) ? longDate(date, locales[language]) : '');
  write(part, 'time + span', readTime);
  showPicture(part.querySelector('figure'), image, show);
  writeProse(part, html(text(body)), show);
}

function fillArea(part: Element, { fields, show, html }: Draft): void {
  const { name, county, description, ctaText, popularProjects, neighborhoods, zipCodes, image, projectsImage } = fields;
  replaceEverywhere(
    part,
    /\s(?:in|en) (.+), [A-Z]{2}$/.exec(part.querySelector('h1')?.textContent.trim() ?? '')?.[1],
    text(name),
  );
  replaceEverywhere(part, part.querySelector('.badge')?.textContent.trim(), text(county));
  write(part, '.lead', description);
  write(part, '.btn-row a', ctaText);
  const [first, second] = part.querySelectorAll('figure');
  showPicture(first, image, show);
  showPicture(second, projectsImage, show);
  writeLines(part.querySelector('ol'), popularProjects, (item, line, index) => {
    write(item, 'span', index + 1);
    write(item, 'b', line);
  });
  writeLines(part.querySelector('ul:has(> .badge)'), neighborhoods, (item, line) => {
    item.textContent = line;
  });
  const zips = part.querySelector('ul:has(> .badge) + p');
  if (zips?.lastChild) zips.lastChild.textContent = ` ${lines(zipCodes).join(', ')}`;
  writeProse(part, html(text(fields['body'])), show);
}

function fillOffer(part: Element, { fields, show, language }: Draft): void {
  const { badge, title, discount, description, validUntil, vendor, externalLink, image } = fields;
  const term = { startsOn: day(fields['startsOn']), endsOn: day(fields['endsOn']) };
  const state = offerState(term, zonedToday(new Date()));
  part.querySelector('.offer-card')?.setAttribute('data-state', state);
  const words = Object.entries({
    badge,
    title,
    discount,
    description,
    ...offerWords(state, text(validUntil), language === 'es' ? esDeals : enDeals),
  });
  for (const [name, value] of words)
    for (const place of part.querySelectorAll(`[data-part="${name}"]`)) place.textContent = text(value);
  write(part, '[data-part="badge"] + span', vendor);
  const line = part.querySelector('.fold summary');
  if (!term.endsOn) line?.parentElement?.remove();
  else if (line?.firstChild) line.firstChild.textContent = `${text(discount)} `;
  const link = part.querySelector('.link[target]');
  if (!externalLink) link?.remove();
  else if (link?.firstChild) link.firstChild.textContent = `${text(vendor) || 'More'} at ${hostOf(text(externalLink))}`;
  showPicture(part.querySelector('.window'), image, show);
  // Only a maker's pictures can be enlarged.
  if (!vendor || !image) for (const sign of part.querySelectorAll('.zoom, .window > .sr-only')) sign.remove();
}

function fillProduct(part: Element, { fields, show }: Draft): void {
  const { vendor, certified, color, title, description, features, focus, image } = fields;
  const figure = part.querySelector<HTMLElement>('figure');
  if (figure) figure.dataset['focus'] = text(focus);
  showPicture(figure, image, show);
  const maker = part.querySelector('figure + div > span');
  if (maker?.firstChild) maker.firstChild.textContent = text(vendor);
  if (!certified) maker?.querySelector('span')?.remove();
  const swatch = part.querySelector<HTMLElement>('.swatch');
  if (!color) swatch?.remove();
  else if (swatch) Object.assign(swatch.dataset, { color: text(color) });
  write(part, '.swatch', color);
  replaceEverywhere(part, part.querySelector('h3')?.textContent, text(title));
  write(part, 'h3', title);
  write(part, 'h3 + p', description);
  writeLines(part.querySelector('ul'), features, (item, line) => {
    item.textContent = line;
  });
}

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const lines = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : []);
const isDay = (value: unknown): value is string => /^\d{4}-\d\d-\d\d$/.test(text(value));
const day = (value: unknown) => (isDay(value) ? value : undefined);
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname.replace('www.', '') : address);

function write(part: Element, selector: string, value: unknown): void {
  const place = part.querySelector(selector);
  if (place) place.textContent = text(value);
}

function writeProse(part: Element, html: string, show: Draft['show']): void {
  const place = part.querySelector('.prose');
  if (!place) return;
  place.innerHTML = html;
  for (const picture of place.querySelectorAll('img')) show(picture, picture.getAttribute('src') ?? '');
}

/** One item for each line, copied from the first. */
function writeLines(list: Element | null, value: unknown, fill: (item: Element, line: string, index: number) => void) {
  const [sample] = list?.children ?? [];
  if (!list || !sample) return;
  const items = lines(value).map((line, index) => {
    const item = sample.cloneNode(true) as Element;
    fill(item, line, index);
    return item;
  });
  list.replaceChildren(...items);
}

/** The built page has the picture in many widths, the draft in one file. */
function showPicture(frame: Element | null | undefined, value: unknown, show: Draft['show']): void {
  const picture = frame?.querySelector('picture');
  const { src, alt } = (value ?? {}) as { src?: string; alt?: string };
  if (!picture) return;
  for (const source of picture.querySelectorAll('source')) source.remove();
  const shown = picture.querySelector('img');
  if (!shown) return;
  shown.alt = alt ?? '';
  shown.removeAttribute('srcset');
  show(shown, src ?? '');
}

function replaceEverywhere(part: Element, old: string | null | undefined, value: string): void {
  if (!old || !value) return;
  const walker = part.ownerDocument.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    walker.currentNode.nodeValue = walker.currentNode.nodeValue?.replaceAll(old, value) ?? '';
  }
}
