import type { GalleryItem } from '#contracts/gallery';
import type { Gallery } from './store.ts';
import { linked } from '../ui/linked.ts';
import { offerDownload } from './download.ts';
import { fullMedia, preloadPicture } from './full-media.ts';
import looks from './lightbox.css?url';
import { onSwipe } from './swipe.ts';

/**
 * Draws the lightbox from its template, once a page, and lets it follow the open item from then on.
 * A native dialog keeps focus in; when it closes, focus goes to the card of the item that was seen last.
 */
export async function drawLightbox(root: HTMLElement, gallery: Gallery): Promise<void> {
  await linked(looks);
  const template = document.querySelector<HTMLTemplateElement>('template#lightbox');
  const dialog = template?.content.firstElementChild?.cloneNode(true);
  if (!(dialog instanceof HTMLDialogElement)) throw new Error('The gallery has no template for its lightbox');
  document.body.append(dialog);
  control(dialog, gallery);
  const button = dialog.querySelector<HTMLButtonElement>('[data-download]');
  const updateDownload = button ? offerDownload(button, () => gallery.$opened.get()) : () => {};
  let last: GalleryItem | null = null;
  gallery.$opened.subscribe((item) => {
    updateDownload();
    if (item) show(dialog, item, gallery);
    else hide(dialog, last, root);
    last = item;
  });
}

function show(dialog: HTMLDialogElement, item: GalleryItem, { $shown }: Gallery): void {
  const shown = $shown.get();
  const place = shown.findIndex(({ id }) => id === item.id);
  dialog.querySelector('h2')?.replaceChildren(item.title);
  dialog.querySelector('figure')?.replaceChildren(...fullMedia(item));
  dialog.querySelector('[data-place]')?.replaceChildren(place < 0 ? '' : `${place + 1} of ${shown.length}`);
  for (const turn of dialog.querySelectorAll('[data-turn]')) turn.toggleAttribute('hidden', shown.length < 2);
  const description = dialog.querySelector<HTMLElement>('[data-description]');
  description?.replaceChildren(item.description ?? '');
  if (description) description.hidden = !item.description;
  if (!dialog.open) dialog.showModal();
  for (const beside of [shown.at((place + 1) % shown.length), shown.at(place - 1)]) if (beside) preloadPicture(beside);
}

function hide(dialog: HTMLDialogElement, last: GalleryItem | null, root: HTMLElement): void {
  // What plays stops, and what loads is let go.
  dialog.querySelector('figure')?.replaceChildren();
  if (dialog.open) dialog.close();
  const card = last && root.querySelector<HTMLElement>(`[data-item="${CSS.escape(last.id)}"]`);
  card?.focus();
}

function control(dialog: HTMLDialogElement, { turn, close }: Gallery): void {
  dialog.addEventListener('close', close);
  dialog.querySelector('[data-close]')?.addEventListener('click', close);
  dialog.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-turn]') : null;
    if (button) turn(button.dataset['turn'] === '1' ? 1 : -1);
  });
  dialog.addEventListener('keydown', (event) => {
    // In a player the arrow keys seek.
    if (event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowRight') turn(1);
    else if (event.key === 'ArrowLeft') turn(-1);
    else return;
    event.preventDefault();
  });
  const figure = dialog.querySelector('figure');
  if (figure) onSwipe(figure, turn);
}
