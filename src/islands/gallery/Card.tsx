import { memo, useEffect, useRef, useState } from 'react';
import type { GalleryItem } from '#contracts/gallery';
import { whenIdle } from '#browser/hydrate-events';
import { focusIn } from '#lib/resized-picture';
import { Icon } from '../ui/Icon.tsx';
import { protection, useBlurPlaceholder, useFreedom } from './media.tsx';
import { cardPicture } from './pictures.ts';
import { gallery } from './gallery-store.ts';
import { words } from './gallery-words.ts';
import { wordsOf } from './item-words.ts';

interface CardProps {
  item: GalleryItem;
  /** On the first screen, with its picture loaded (src/islands/gallery/first-pictures.ts). Other pictures are lazy. */
  isSeenFirst: boolean;
  hidden: boolean;
}

export const Card = memo(function Card({ item, isSeenFirst, hidden }: CardProps) {
  const { id, mediaType } = item;
  const { title, description, lang } = wordsOf(item);
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
            <Icon name="play" />
          </span>
        )}
        <span className="words" lang={lang}>
          <b>{title}</b>
          {description && <small>{description}</small>}
        </span>
      </button>
    </li>
  );
});

/** Screen readers get the title from the words, so the picture's alt text is only its own. */
function Media({ item, isSeenFirst }: Pick<CardProps, 'item' | 'isSeenFirst'>) {
  const { mediaType, mediaUrl } = item;
  const { alt, lang } = wordsOf(item);
  const { blur, loaded } = useBlurPlaceholder(item);
  const { draggable, controlsList } = useFreedom();
  /** The video's poster, set when the video may load; empty without one. */
  const [poster, setPoster] = useState<string>();
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (mediaType !== 'video' || !frame.current) return;
    // Loads the video after the pictures. Chromium loads 125 kB of player styles with the first one.
    const pictureOf = (media: HTMLElement) => media.querySelector('img')?.currentSrc ?? '';
    return whenNear(frame.current, () => whenIdle(() => frame.current && setPoster(pictureOf(frame.current))));
  }, [mediaType]);
  const picture = cardPicture(item);
  const shared = { draggable, ...focusIn(item) };
  return (
    <span ref={frame} className="work-media" lang={lang}>
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
          // Without a poster, some browsers need a time to show a frame.
          src={picture ? mediaUrl : `${mediaUrl}#t=0.1`}
          {...shared}
        />
      )}
    </span>
  );
}

/** Distance from the window at which a video loads. */
const NEAR = '400px';

/** Calls once when the element comes near the window. Returns a function that stops waiting. */
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
