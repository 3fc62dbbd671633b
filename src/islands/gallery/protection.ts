import { $isOwner } from '#islands/ui/owner.ts';

const MEDIA = ':is(.work, .works-lightbox figure)';

/**
 * A visitor's media are protected against saving: no context menu, no dragging, no download control (and the styles keep
 * them from being selected). The signed-in owner is free (specification, section 2).
 */
export function protectMedia(): void {
  for (const type of ['contextmenu', 'dragstart']) {
    document.addEventListener(type, (event) => {
      const isMedia = event.target instanceof Element && event.target.closest(MEDIA);
      if (isMedia && !$isOwner.get()) event.preventDefault();
    });
  }
  $isOwner.listen((isOwner) => {
    document.body.toggleAttribute('data-owner', isOwner);
    for (const media of document.querySelectorAll<HTMLElement>(`${MEDIA} :is(img, video)`)) restrict(media);
  });
}

/** Gives a picture or a player the freedom of whoever is here. */
export function restrict(media: HTMLElement): void {
  const isOwner = $isOwner.get();
  media.draggable = isOwner;
  if (!(media instanceof HTMLVideoElement)) return;
  if (isOwner) media.removeAttribute('controlslist');
  else media.setAttribute('controlslist', 'nodownload');
}
