import { drawn, encoded, fitWithin, lookOf, type MediaLook } from './media-look.ts';
import { withoutPosition } from './video-position.ts';

const POSTER_MOST = 1600;
const QUALITY = 0.82;
/** Seconds into the film, where it is long enough: the first frame is often black. */
const POSTER_AT = 1;
/** ms. A film that the browser has not understood by then goes without a poster. */
const PATIENCE = 6000;

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
    const poster = await encoded(drawn(video, fitWithin(size, POSTER_MOST)), 'image/jpeg', QUALITY);
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
    const patience = setTimeout(() => reject(new Error(`The film did not come to ${type}`)), PATIENCE);
    const settle = (done: () => void) => () => {
      clearTimeout(patience);
      done();
    };
    video.addEventListener(type, settle(resolve), { once: true });
    video.addEventListener(
      'error',
      settle(() => reject(new Error('The browser cannot play this film'))),
      { once: true },
    );
  });
}
