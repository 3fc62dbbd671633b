import type { Gallery } from './store.ts';

const load = () => import('./lightbox.ts');

/** Opens the lightbox for the card that is pressed. Its code loads when a pointer or focus comes near a card. */
export function openLightboxWhenWanted(root: HTMLElement, gallery: Gallery): void {
  const itemAt = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-item]')?.dataset['item'] : undefined;
  const warmUp = ({ target }: Event) => {
    // Without a connection it cannot be loaded yet; the click tries again.
    if (itemAt(target)) load().catch(() => undefined);
  };
  for (const near of ['pointerover', 'focusin']) root.addEventListener(near, warmUp, { passive: true });
  root.addEventListener('click', ({ target }) => {
    const id = itemAt(target);
    if (id) gallery.open(id);
  });

  let isDrawn = false;
  gallery.$opened.listen((item) => {
    if (!item || isDrawn) return;
    isDrawn = true;
    load()
      .then(({ drawLightbox }) => drawLightbox(root, gallery))
      .catch(() => {
        isDrawn = false;
        gallery.close();
      });
  });
}
