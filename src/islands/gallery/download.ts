import type { GalleryItem } from '#contracts/gallery';
import { wholeFilm } from './store/film.ts';
import { $isOwner } from '#islands/ui/owner.ts';

/**
 * The owner's button that saves a film. The browser's own stops where an answer of the server does, at 20 MB; this one
 * joins the ranges of the film first (design, section 7).
 */
export function offerDownload(button: HTMLButtonElement, opened: () => GalleryItem | null): () => void {
  button.addEventListener('click', () => void save());

  async function save(): Promise<void> {
    const item = opened();
    if (!item) return;
    button.disabled = true;
    const film = await wholeFilm(item.mediaUrl).catch(() => null);
    button.disabled = false;
    if (film) saveAs(film, item);
  }

  return () => {
    button.hidden = !$isOwner.get() || opened()?.mediaType !== 'video';
  };
}

function saveAs(film: Blob, { title, mediaUrl }: GalleryItem): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(film);
  link.download = `${title}${mediaUrl.slice(mediaUrl.lastIndexOf('.'))}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
