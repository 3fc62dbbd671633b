import { useEffect, useState } from 'react';
import type { GalleryItem } from '#contracts/gallery';
import { readFilm } from './film.ts';
import { Icon } from '../ui/Icon.tsx';
import { useBlurPlaceholder, useFreedom } from './media.tsx';
import { fullPicture, fullPoster } from './pictures.ts';
import { words } from './words.ts';

/** The item's picture or player, as large as the lightbox, over a blurred placeholder of it. */
export function FullMedia({ item }: { item: GalleryItem }) {
  return item.mediaType === 'video' ? <Player item={item} /> : <Picture item={item} />;
}

function Picture({ item }: { item: GalleryItem }) {
  const { blur, loaded } = useBlurPlaceholder(item);
  const { draggable } = useFreedom();
  return (
    <>
      {blur}
      <img alt={item.alt ?? item.title} decoding="async" draggable={draggable} onLoad={loaded} {...fullPicture(item)} />
    </>
  );
}

/** Where a player cannot read a film by its ranges, since an answer of the server ends at 20 MB, it gets all of them joined. */
function Player({ item }: { item: GalleryItem }) {
  const { mediaUrl, alt, title } = item;
  const { blur, loaded } = useBlurPlaceholder(item);
  const freedom = useFreedom();
  const [joined, setJoined] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  const playJoined = async (player: HTMLVideoElement) => {
    if (hasFailed) return;
    setFailed(true);
    const film = await readFilm(mediaUrl).catch(() => null);
    if (film && player.isConnected) setJoined(URL.createObjectURL(film));
  };
  // Players read on from it for as long as they are there.
  useEffect(() => (joined ? () => URL.revokeObjectURL(joined) : undefined), [joined]);
  return (
    <>
      {blur}
      <video
        controls
        playsInline
        preload="metadata"
        aria-label={alt ?? title}
        poster={fullPoster(item)}
        src={joined ?? mediaUrl}
        onError={({ currentTarget }) => void playJoined(currentTarget)}
        onLoadedData={loaded}
        {...freedom}
      />
    </>
  );
}

/**
 * The owner's button that saves a film. The browser's own stops where an answer of the server does, at 20 MB; this one
 * joins the ranges of the film first.
 */
export function Download({ item }: { item: GalleryItem }) {
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    const film = await readFilm(item.mediaUrl).catch(() => null);
    setPending(false);
    if (film) saveAs(film, item);
  };
  return (
    <button
      className="icon-btn flex-none [&:hover]:bg-night-line"
      type="button"
      aria-label={words.download}
      disabled={isPending}
      onClick={() => void save()}
    >
      <Icon name="download" />
    </button>
  );
}

/** ms. No event tells that a download has begun; Safari asks first where it is to go. */
const DOWNLOAD_START = 60_000;

function saveAs(film: Blob, { title, mediaUrl }: GalleryItem): void {
  const link = document.createElement('a');
  const address = URL.createObjectURL(film);
  link.href = address;
  link.download = `${title}${mediaUrl.slice(mediaUrl.lastIndexOf('.'))}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_START);
}
