import { PART_BYTES } from '#contracts/media';
import { useEffect, useState } from 'react';
import type { GalleryItem } from '#contracts/gallery';
import { IconButton } from '../ui/Icon.tsx';
import { useBlurPlaceholder, useFreedom } from './media.tsx';
import { fullPicture, fullPoster } from './pictures.ts';
import { words } from './gallery-words.ts';
import { wordsOf } from './item-words.ts';

/** The item's picture or player at full size, over a blurred placeholder. */
export function FullMedia({ item }: { item: GalleryItem }) {
  return item.mediaType === 'video' ? <Player item={item} /> : <Picture item={item} />;
}

function Picture({ item }: { item: GalleryItem }) {
  const { blur, loaded } = useBlurPlaceholder(item);
  const { draggable } = useFreedom();
  const { alt, title } = wordsOf(item);
  return (
    <>
      {blur}
      <img alt={alt ?? title} decoding="async" draggable={draggable} onLoad={loaded} {...fullPicture(item)} />
    </>
  );
}

/**
 * A player. If it cannot read a video by ranges (an answer ends at 20 MB), it gets the joined video. If it cannot play
 * that either, or finds only sound in it, a sentence stands in its place.
 */
function Player({ item }: { item: GalleryItem }) {
  const { mediaUrl } = item;
  const { alt, title } = wordsOf(item);
  const { blur, loaded } = useBlurPlaceholder(item);
  const freedom = useFreedom();
  const [joined, setJoined] = useState<string>();
  const [failures, setFailures] = useState(0);
  const [isUnplayable, setUnplayable] = useState(false);
  const playJoined = async (player: HTMLVideoElement) => {
    setFailures(failures + 1);
    const film = failures === 0 ? await readFilm(mediaUrl).catch(() => null) : null;
    if (!film) setUnplayable(true);
    else if (player.isConnected) setJoined(URL.createObjectURL(film));
  };
  // The player reads from this address while it exists.
  useEffect(() => (joined ? () => URL.revokeObjectURL(joined) : undefined), [joined]);
  if (isUnplayable) return <p className="grid size-full place-items-center p-6 text-center">{words.unplayable}</p>;
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
        onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && setUnplayable(true)}
        onLoadedData={loaded}
        {...freedom}
      />
    </>
  );
}

/** The owner's download button. Joins the video's ranges, because the browser's own download stops at 20 MB. */
export function Download({ item }: { item: GalleryItem }) {
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    const film = await readFilm(item.mediaUrl).catch(() => null);
    setPending(false);
    if (film) saveAs(film, item);
  };
  return (
    <IconButton
      className="flex-none [&:hover]:bg-night-line"
      icon="download"
      label={words.download}
      disabled={isPending}
      onClick={() => void save()}
    />
  );
}

/** In ms: no event marks the download's start, and Safari asks for a place first. */
const DOWNLOAD_START = 60_000;

function saveAs(film: Blob, { title, mediaUrl }: GalleryItem): void {
  const link = document.createElement('a');
  const address = URL.createObjectURL(film);
  link.href = address;
  link.download = `${title}${mediaUrl.slice(mediaUrl.lastIndexOf('.'))}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_START);
}

/** Reads a whole video in ranges, because an answer ends at 20 MB. Rejects if a range or the connection fails. */
async function readFilm(url: string): Promise<Blob> {
  const ranges: Blob[] = [];
  let type = '';
  let read = 0;
  let total = 1;
  while (read < total) {
    const answer = await fetch(url, { headers: { Range: `bytes=${read}-${read + PART_BYTES - 1}` } });
    if (!answer.ok) throw new Error(`${url}: the film was refused with ${answer.status}`);
    const range = await answer.blob();
    ranges.push(range);
    type = range.type;
    read += range.size;
    total = lengthIn(answer) ?? read;
    if (range.size === 0) throw new Error(`${url}: a range of the film is empty`);
  }
  return new Blob(ranges, { type });
}

/** The total length from `Content-Range: bytes 0-4194303/9000000`; `null` means the answer is complete. */
function lengthIn({ headers }: Response): number | null {
  const length = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return length === undefined ? null : Number(length);
}
