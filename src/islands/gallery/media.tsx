import { useStore } from '@nanostores/react';
import { type SyntheticEvent, useState } from 'react';
import type { GalleryItem } from '#contracts/gallery';
import { $isOwner } from './gallery-store.ts';

/** A blurred placeholder until `loaded` is called. Then removed: a transparent picture would show it. */
export function useBlurPlaceholder({ placeholder }: GalleryItem) {
  const [isLoaded, setLoaded] = useState(false);
  const blur = placeholder && !isLoaded && (
    <span className="blur-placeholder" style={{ backgroundImage: `url("${placeholder}")` }} />
  );
  return { blur, loaded: () => setLoaded(true) };
}

/** Only the owner may drag and download media. */
export function useFreedom() {
  const isOwner = useStore($isOwner);
  return { draggable: isOwner, controlsList: isOwner ? undefined : 'nodownload' };
}

const refuse = (event: SyntheticEvent) => {
  if (!$isOwner.get()) event.preventDefault();
};

/** Blocks the context menu and dragging for visitors. */
export const protection = { onContextMenu: refuse, onDragStart: refuse };
