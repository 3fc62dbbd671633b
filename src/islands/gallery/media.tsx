import { useStore } from '@nanostores/react';
import { type SyntheticEvent, useState } from 'react';
import type { GalleryItem } from '#contracts/gallery';
import { $isOwner } from './store.ts';

/**
 * A few pixels of the item, blurred, under its media: what is seen until the media themselves are there. Then it goes,
 * or it would show through a picture that is transparent. `loaded` says that they are there.
 */
export function useBlurPlaceholder({ placeholder }: GalleryItem) {
  const [isLoaded, setLoaded] = useState(false);
  const blur = placeholder && !isLoaded && (
    <span className="blur-placeholder" style={{ backgroundImage: `url("${placeholder}")` }} />
  );
  return { blur, loaded: () => setLoaded(true) };
}

/** A visitor's media offer no download control and cannot be dragged; the signed-in owner's do and can. */
export function useFreedom() {
  const isOwner = useStore($isOwner);
  return { draggable: isOwner, controlsList: isOwner ? undefined : 'nodownload' };
}

const refuse = (event: SyntheticEvent) => {
  if (!$isOwner.get()) event.preventDefault();
};

/** Around media: no context menu and no dragging but for the owner. The styles keep them from being selected. */
export const protection = { onContextMenu: refuse, onDragStart: refuse };

/** An icon that the page holds (gallery.astro). Those of the lightbox come with it. */
export function PageIcon({ name }: { name: 'play' | 'phone' }) {
  return (
    <svg className="ic" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
