import { track } from '#lib/track';
import { linked } from '../ui/linked.ts';
import looks from './deals.css?url';
import { copyOf, removeWhenRaised } from './dialog-copies.ts';

/** How wide an enlarged picture is shown (lightbox.css). */
const SIZES = '(min-width: 74rem) 72rem, 100vw';

/** Shows the picture of a maker's promotion enlarged, with its offer and where that stands. Closing clears all of it. */
export async function enlarge(link: HTMLAnchorElement): Promise<void> {
  await linked(looks);
  const card = link.closest<HTMLElement>('[data-promotion]');
  const template = document.querySelector<HTMLTemplateElement>('template#enlarged');
  if (!card || !template || document.querySelector('dialog[open]')) return;
  const promotion = card.dataset['promotion'] ?? '';
  const dialog = copyOf(template);
  fill(dialog, link, card);
  dialog.addEventListener('close', () => {
    void removeWhenRaised(dialog);
    link.focus({ preventScroll: true });
    track('promo_close', { promotion });
  });
  document.body.append(dialog);
  dialog.showModal();
  track('promo_view', { promotion });
}

function fill(dialog: HTMLDialogElement, link: HTMLAnchorElement, card: HTMLElement): void {
  dialog.dataset['state'] = card.dataset['state'];
  dialog.querySelector('h2')?.append(link.dataset['enlarge'] ?? '');
  dialog.querySelector('.terms')?.append(...copies(card, '.what, .until'));
  const picture = link.querySelector('picture')?.cloneNode(true);
  if (!(picture instanceof HTMLElement)) return;
  for (const source of picture.querySelectorAll('[sizes]')) source.setAttribute('sizes', SIZES);
  dialog.querySelector('figure')?.append(picture);
}

const copies = (card: HTMLElement, selector: string) =>
  Array.from(card.querySelectorAll(selector), (element) => element.cloneNode(true));
