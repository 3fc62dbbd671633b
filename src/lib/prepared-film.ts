import { drawn, encoded, fitWithin, lookOf, type MediaLook } from './prepared-picture.ts';
import { withoutPosition } from './video-position.ts';

/** Pixels on either side. */
const MAX_POSTER_EDGE = 1600;
const QUALITY = 0.82;
/** Seconds into the film, where it is long enough: the first frame is often black. */
const POSTER_AT = 1;
/** ms. A film that the browser has not understood by then goes without a poster. */
const TIMEOUT = 6000;

export interface PreparedFilm {
  readonly file: Blob;
  /** Nothing where the browser cannot play the film; it is uploaded all the same. */
  readonly look: (MediaLook & { readonly poster: Blob }) | null;
}

/** A film as it may leave the browser: without its position, and with a poster made of one of its frames. */
export async function prepareFilm(film: Blob): Promise<PreparedFilm> {
  const [file, look] = await Promise.all([withoutPosition(film), lookAtFilm(film).catch(() => null)]);
  return { file, look };
}

async function lookAtFilm(film: Blob): Promise<PreparedFilm['look']> {
  const address = URL.createObjectURL(film);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const metadata = heard(video, 'loadeddata');
    video.src = address;
    await metadata;
    const sought = heard(video, 'seeked');
    video.currentTime = Math.min(POSTER_AT, video.duration / 2 || 0);
    await sought;
    const size = { width: video.videoWidth, height: video.videoHeight };
    if (size.width === 0) return null;
    const poster = await encoded(drawn(video, fitWithin(size, MAX_POSTER_EDGE)), 'image/jpeg', QUALITY);
    return { ...lookOf(video, size), poster };
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

/** Resolves with the event; rejects with an error of the player, or when it does not come in time. */
function heard(video: HTMLVideoElement, type: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The film did not come to ${type}`)), TIMEOUT);
    const once = (done: () => void) => () => {
      clearTimeout(timer);
      done();
    };
    video.addEventListener(type, once(resolve), { once: true });
    video.addEventListener(
      'error',
      once(() => reject(new Error('The browser cannot play this film'))),
      { once: true },
    );
  });
}
