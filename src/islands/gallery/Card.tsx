import { memo, useEffect, useRef, useState } from 'react';
import type { GalleryItem } from '#contracts/gallery';
import { whenIdle } from '#lib/intent';
import { focusIn } from '#lib/resized-picture';
import { PageIcon, protection, useBlurPlaceholder, useFreedom } from './media.tsx';
import { cardPicture } from './pictures.ts';
import { gallery } from './store.ts';
import { ownersLang, words } from './words.ts';

interface CardProps {
  item: GalleryItem;
  /** Its picture is there by now (src/scripts/gallery-begin.ts). Those of all others load when they come near. */
  isSeenFirst: boolean;
  /** Filtered out. */
  hidden: boolean;
}

/** One item: its media in a 16:9 frame, and the words over it. */
export const Card = memo(function Card({ item, isSeenFirst, hidden }: CardProps) {
  const { id, title, description, mediaType } = item;
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
        <Media item={item} isSeenFirst={isSeenFirst} />
        {mediaType === 'video' && (
          <span className="film">
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

/** The title is read from the card's words, so the picture itself says only what its own alt text adds. */
function Media({ item, isSeenFirst }: Pick<CardProps, 'item' | 'isSeenFirst'>) {
  const { mediaType, mediaUrl, alt } = item;
  const { blur, loaded } = useBlurPlaceholder(item);
  const { draggable, controlsList } = useFreedom();
  /** The picture that the film lies under, once the film is there; empty for one without a poster. */
  const [poster, setPoster] = useState<string>();
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (mediaType === 'image' || !frame.current) return;
    // Nobody plays a film in a card: it waits until the pictures are there. Chromium reads its styles of players, 125 kB,
    // when it meets the first.
    const pictureOf = (media: HTMLElement) => media.querySelector('img')?.currentSrc ?? '';
    return whenNear(frame.current, () => whenIdle(() => frame.current && setPoster(pictureOf(frame.current))));
  }, [mediaType]);
  const picture = cardPicture(item);
  const shared = { draggable, ...focusIn(item) };
  return (
    <span ref={frame} className="work-media" lang={ownersLang}>
      {blur}
      {picture && (
        <img
          alt={alt ?? ''}
          width={640}
          height={360}
          decoding={isSeenFirst ? 'sync' : 'async'}
          loading={isSeenFirst ? 'eager' : 'lazy'}
          onLoad={loaded}
          {...picture}
          {...shared}
        />
      )}
      {poster !== undefined && (
        <video
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          controlsList={controlsList}
          onLoadedData={loaded}
          poster={poster || undefined}
          // Without a poster some browsers show nothing until they are told a time.
          src={picture ? mediaUrl : `${mediaUrl}#t=0.1`}
          {...shared}
        />
      )}
    </span>
  );
}

/** How far outside the window a film begins to load. */
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
