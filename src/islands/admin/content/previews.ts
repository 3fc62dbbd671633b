import type { CustomPreviewTemplate, CustomPreviewTemplateProps } from '@sveltia/cms';
import { createElement } from 'react';
import { type Language, languageOf, pathIn } from '#i18n/language';
import { type Draft, previewPages, type PreviewPage } from './preview-pages.ts';

/** A preview is a built page with the draft in place of its text, so its look cannot differ from the site's. */
export const templates: Readonly<Record<string, CustomPreviewTemplate>> = Object.fromEntries(
  Object.entries(previewPages).map(([name, kind]) => [name, (props) => preview(name, kind, props)]),
);

/** A new function each time, so React calls `ref` with each change of the draft. */
function preview(name: string, kind: PreviewPage, props: CustomPreviewTemplateProps) {
  return createElement('div', {
    ref: (place: HTMLElement | null) => void (place && draw(place, { name, kind, props })),
  });
}

interface Order {
  readonly name: string;
  readonly kind: PreviewPage;
  readonly props: CustomPreviewTemplateProps;
}

const latest = new WeakMap<Document, CustomPreviewTemplateProps>();

/** Draws the latest draft only: pages may arrive out of order. */
async function draw(place: HTMLElement, { name, kind, props }: Order): Promise<void> {
  const { ownerDocument } = place;
  latest.set(ownerDocument, props);
  const language = languageOf(ownerDocument.documentElement.lang);
  const page = await firstPage(
    (await addressesOf(name, kind, props)).flatMap((path) => [pathIn(language, path), path]),
  );
  if (latest.get(ownerDocument) !== props || !place.isConnected) return;
  const part = page && kind.part(page);
  if (!page || !part) return void place.replaceChildren('The site has no page yet that looks like this one.');
  takeStyles(page, ownerDocument);
  const shown = ownerDocument.importNode(part, true);
  kind.fill(shown, draftOf(props, language));
  place.replaceChildren(shown);
}

/** The entry's own page first; a new entry borrows another's. */
async function addressesOf(
  name: string,
  { folder }: PreviewPage,
  { entry, getCollection }: CustomPreviewTemplateProps,
) {
  if (folder === '/') return ['/'];
  const entries = await getCollection(name);
  const slugs = Array.isArray(entries) ? entries.map((one) => String(one.get('slug'))) : [];
  return [...new Set([String(entry.get('slug') ?? ''), ...slugs])].filter(Boolean).map((slug) => `${folder}${slug}`);
}

const pages = new Map<string, Promise<Document | null>>();

async function firstPage(addresses: readonly string[]): Promise<Document | null> {
  for (const address of addresses) {
    const asked = pages.get(address) ?? readPage(address);
    pages.set(address, asked);
    const page = await asked;
    if (page) return page;
  }
  return null;
}

async function readPage(address: string): Promise<Document | null> {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
}

function takeStyles(page: Document, target: Document): void {
  if (target.head.querySelector('style')) return;
  for (const style of page.querySelectorAll('style')) target.head.append(target.importNode(style, true));
  target.body.className = page.body.className;
}

function draftOf({ entry, getAsset }: CustomPreviewTemplateProps, language: Language): Draft {
  const { data, i18n } = entry.toJS() as { data: Draft['fields']; i18n?: { en?: { data?: Draft['fields'] } } };
  const show = (picture: HTMLImageElement, path: string) => void showPicture(picture, path, getAsset);
  return {
    language,
    fields: merged(i18n?.en?.data ?? {}, data),
    show,
    html: (markdown) => DOMPurify.sanitize(marked.parse(markdown)),
  };
}

const addresses = new Map<string, string>();
/** ms */
const [LOOK_AGAIN, GIVE_UP] = [100, 10_000];

/** A newly chosen picture has an address. One of the repository gets it once the editor has read its file. */
async function showPicture(picture: HTMLImageElement, path: string, getAsset: CustomPreviewTemplateProps['getAsset']) {
  picture.src = path.startsWith('blob:') ? path : (addresses.get(path) ?? NOTHING);
  if (!picture.src.startsWith('data:')) return;
  const asset = getAsset(path);
  for (let waited = 0; asset && waited < GIVE_UP && !asset.url.startsWith('blob:'); waited += LOOK_AGAIN) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
  if (!asset?.url.startsWith('blob:')) return;
  addresses.set(path, asset.url);
  picture.src = asset.url;
}

/** One transparent pixel. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** A translation has only its differences; the rest comes from the English entry. */
function merged(english: Draft['fields'], own: Draft['fields']): Draft['fields'] {
  const fields = Object.entries(own).map(([name, value]) => {
    const other = english[name];
    const both = isObject(value) && isObject(other);
    return [name, both ? merged(other, value) : (value ?? other)];
  });
  return { ...english, ...Object.fromEntries(fields) };
}

const isObject = (value: unknown): value is Draft['fields'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

declare global {
  /** The editor's Markdown parser and HTML sanitizer. */
  var marked: { parse(markdown: string): string };
  var DOMPurify: { sanitize(html: string): string };
}
