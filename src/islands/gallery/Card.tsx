import { memo, useEffect, useRef, useState } from 'react';
import type { GalleryItem } from '#contracts/gallery';
import { whenIdle } from '#lib/intent';
import { focusIn } from '#lib/resized-picture';
import { PageIcon, protection, useBlurPlaceholder, useFreedom } from './media.tsx';
import { cardPicture, cardPoster } from './pictures.ts';
import { gallery } from './store.ts';
import { ownersLang, words } from './words.ts';

interface CardProps {
  item: GalleryItem;
  /** Its media are there by now (first-screen.ts). Those of all others load when they come near. */
  isSeenFirst: boolean;
  /** Filtered out. */
  hidden: boolean;
}

/** One item: its media in a 16:9 frame, and the words over it. */
export const Card = memo(function Card({ item, isSeenFirst, hidden }: CardProps) {
  const { id, title, description, mediaType } = item;
  const Media = mediaType === 'video' ? StillVideo : Picture;
  return (
    <li hidden={hidden}>
      <button
        className="work"
        type="button"
        aria-haspopup="dialog"
        data-item={id}
        onClick={() => gallery.open(id)}
        {...protection}
      >
        <span className="work-media" lang={ownersLang}>
          <Media item={item} isSeenFirst={isSeenFirst} />
        </span>
        {mediaType === 'video' && (
          <span className="absolute top-4 left-4 z-1 grid size-10 place-items-center rounded-sm bg-paper text-ink">
            <span className="sr-only">{words.video}</span>
            <PageIcon name="play" />
          </span>
        )}
        <span className="words" lang={ownersLang}>
          <b>{title}</b>
          {description && <small>{description}</small>}
        </span>
      </button>
    </li>
  );
});

type MediaProps = Pick<CardProps, 'item' | 'isSeenFirst'>;

/** The title is read from the card's words, so the picture itself says only what its own alt text adds. */
function Picture({ item, isSeenFirst }: MediaProps) {
  const { blur, loaded } = useBlurPlaceholder(item);
  const { draggable } = useFreedom();
  return (
    <>
      {blur}
      <img
        alt={item.alt ?? ''}
        width={640}
        height={360}
        decoding={isSeenFirst ? 'sync' : 'async'}
        loading={isSeenFirst ? 'eager' : 'lazy'}
        draggable={draggable}
        onLoad={loaded}
        {...cardPicture(item)}
        {...focusIn(item)}
      />
    </>
  );
}

/** A still video: its poster, or its first frame. As pictures have `loading="lazy"`, it loads only when it comes near. */
function StillVideo({ item, isSeenFirst }: MediaProps) {
  const { blur, loaded } = useBlurPlaceholder(item);
  const { draggable, controlsList } = useFreedom();
  const [isNear, setNear] = useState(isSeenFirst);
  const [isAwake, setAwake] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!video.current) return;
    return whenNear(video.current, () => {
      setNear(true);
      // The film itself waits until the pictures are there: nobody plays it in a card.
      whenIdle(() => setAwake(true));
    });
  }, []);
  const poster = cardPoster(item);
  // Without a poster some browsers show nothing until they are told a time.
  const film = poster ? item.mediaUrl : `${item.mediaUrl}#t=0.1`;
  return (
    <>
      {blur}
      <video
        ref={video}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        draggable={draggable}
        controlsList={controlsList}
        onLoadedData={loaded}
        poster={isNear ? poster : undefined}
        src={isAwake ? film : undefined}
        {...focusIn(item)}
      />
    </>
  );
}

/** How far outside the window a video begins to load. */
const NEAR = '400px';

/** Calls once when the element comes near the window. Returns how to stop waiting for that. */
function whenNear(element: Element, work: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      work();
    },
    { rootMargin: NEAR },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
