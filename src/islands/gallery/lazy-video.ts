import type { GalleryItem } from '#contracts/gallery';
import { whenIdle } from '#lib/when-idle';

/** How far outside the window a video begins to load. */
const NEAR = '400px';

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLVideoElement)) continue;
      near.unobserve(target);
      wake(target);
    }
  },
  { rootMargin: NEAR },
);

/** A still video: its poster, or its first frame. As pictures have `loading="lazy"`, it loads only when it comes near. */
export function lazyVideo({ mediaUrl }: GalleryItem, poster: string | undefined): HTMLVideoElement {
  const video = document.createElement('video');
  video.preload = 'metadata';
  video.muted = true;
  video.playsInline = true;
  video.tabIndex = -1;
  video.dataset['src'] = mediaUrl;
  if (poster) video.dataset['poster'] = poster;
  near.observe(video);
  return video;
}

/** The film itself waits until the pictures are there: nobody plays it in a card. */
function wake(video: HTMLVideoElement): void {
  const { src = '', poster } = video.dataset;
  if (poster) video.poster = poster;
  // Without a poster some browsers show nothing until they are told a time.
  const film = poster ? src : `${src}#t=0.1`;
  whenIdle(() => {
    video.src = film;
  });
}
