/** Inlined into /gallery (build/inline-script.ts): loads the list, draws the first screen, then loads React. */
import type { GalleryItem } from '#contracts/gallery';
import { cardPicture, fetchPicture, firstSeen } from '#islands/gallery/pictures.ts';
import { wordsOf } from '#islands/gallery/item-words.ts';
import { warmUp } from '#browser/hydrate-events';
import { focusIn } from '#lib/resized-picture';

declare global {
  /** Shared with React; absent in tests. */
  var galleryBegun: { readonly list: Promise<unknown>; filter?: string | undefined } | undefined;
}

/** In ms: how long React waits for the first screen's pictures. */
const PICTURES_TIMEOUT = 1000;

const list = fetch('/api/gallery', { credentials: 'include' }).then((answer) => {
  if (!answer.ok) throw new Error(`The gallery was refused with ${answer.status}`);
  return answer.json();
});
globalThis.galleryBegun = { list };

async function drawCard(item: GalleryItem, skeleton: Element, index: number): Promise<void> {
  const source = cardPicture(item);
  const [media, film, words] = skeleton.querySelectorAll('.work > *');
  if (!source || !media || !film || !words) return;
  const picture = fetchPicture(source, index === 0 ? 'high' : 'auto');
  const { title: b, description: small, alt = '', lang = '' } = wordsOf(item);
  picture.alt = alt;
  Object.assign(picture.style, focusIn(item).style);
  await picture.decode();
  // As in Card.tsx. Whether the owner is looking is not yet known.
  picture.draggable = false;
  skeleton.addEventListener('contextmenu', (event) => event.preventDefault());
  media.classList.remove('skeleton');
  media.append(picture);
  film.toggleAttribute('hidden', item.mediaType !== 'video');
  for (const [tag, textContent] of Object.entries({ b, small })) {
    if (textContent) words.append(Object.assign(document.createElement(tag), { textContent, lang }));
  }
}

const nextPaint = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

const drawn = list.then((items: GalleryItem[]) => {
  const skeletons = [...document.querySelectorAll('[data-skeleton]')];
  const cards = items
    .slice(0, firstSeen(skeletons))
    .map((item, index) => drawCard(item, skeletons[index] as Element, index));
  return Promise.race([Promise.all(cards).then(nextPaint), new Promise((late) => setTimeout(late, PICTURES_TIMEOUT))]);
});
void drawn.catch(() => undefined).then(() => warmUp('gallery'));

document.addEventListener('click', ({ target }) => {
  const filter = target instanceof Element && target.closest<HTMLElement>('[data-filter]')?.dataset['filter'];
  if (!filter || !globalThis.galleryBegun) return;
  globalThis.galleryBegun.filter = filter;
  // Loads the gallery again if that failed before.
  warmUp('gallery');
});
