import type { GalleryItem } from '#contracts/gallery';
import type { Gallery } from './store.ts';
import { makeCard } from './card.ts';

/** Draws the list in its states. Every card is made once; the filter only hides and shows them. */
export function drawGrid(root: HTMLElement, { $items, $shown, load }: Gallery): void {
  const grid = part(root, 'grid');
  const empty = part(root, 'empty');
  const failed = part(root, 'failed');
  const skeletons = [...grid.querySelectorAll('[data-skeleton]')];
  const cards = new Map<string, HTMLElement>();

  const showOnly = (shown: readonly GalleryItem[]) => {
    const ids = new Set(shown.map(({ id }) => id));
    for (const [id, card] of cards) card.hidden = !ids.has(id);
    empty.hidden = shown.length > 0;
  };

  const makeCards = ([first, ...rest]: readonly GalleryItem[]) => {
    if (!first) return;
    const card = makeCard(first, 'first');
    cards.set(first.id, card);
    const firstSeen = pictureOf(card);
    const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length;
    for (const [place, item] of rest.entries()) {
      cards.set(item.id, makeCard(item, place + 1 < columns ? 'now' : firstSeen));
    }
  };

  $items.listen((known) => {
    grid.setAttribute('aria-busy', String(known.state === 'loading'));
    grid.hidden = known.state === 'failed';
    failed.hidden = known.state !== 'failed';
    if (known.state === 'loading') grid.replaceChildren(...skeletons);
    if (known.state !== 'ready') return;
    makeCards(known.items);
    grid.replaceChildren(...cards.values());
    showOnly($shown.get());
  });
  $shown.listen((shown) => {
    if ($items.get().state === 'ready') showOnly(shown);
  });
  part(root, 'retry').addEventListener('click', () => void tryAgain());

  /** The button goes while the list is read: focus waits on the first filter. */
  async function tryAgain(): Promise<void> {
    root.querySelector<HTMLElement>('[data-filter]')?.focus({ preventScroll: true });
    await load();
  }
}

/** ms that the other pictures wait for the first, at most. */
const PATIENCE = 1000;

/** Resolves when the card's picture is there or cannot be had: until then the first row has the line to itself. */
function pictureOf(card: HTMLElement): Promise<unknown> {
  const picture = card.querySelector('img');
  if (!picture) return Promise.resolve();
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) picture.addEventListener(end, resolve, { once: true });
    setTimeout(resolve, PATIENCE);
  });
}

function part(root: HTMLElement, name: string): HTMLElement {
  const element = root.querySelector<HTMLElement>(`[data-${name}]`);
  if (element) return element;
  throw new Error(`The gallery has no ${name}`);
}
