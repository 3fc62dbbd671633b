import type { MediaType } from '#contracts/gallery';
import { pictureWidths, resizedPicture } from '#lib/resized-picture';
import { Icon } from '#islands/ui/Icon.tsx';

const FRAME = 9 / 16;
const SIZES = '(min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw';

interface Shown {
  mediaType: MediaType;
  mediaUrl: string;
  posterUrl?: string | undefined;
}

/** The picture of an item, or its video, standing still. Its words stand beside it, so it says nothing itself. */
export function ItemMedia({ item: { mediaType, mediaUrl, posterUrl } }: { item: Shown }) {
  const picture = mediaType === 'image' ? mediaUrl : posterUrl;
  return (
    <>
      {picture ? (
        <img
          alt=""
          src={resizedPicture(picture, 480, FRAME)}
          srcSet={pictureWidths(picture, { widths: [320, 480, 640, 900], shape: FRAME })}
          sizes={SIZES}
          width={480}
          height={270}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      ) : (
        <video src={`${mediaUrl}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} />
      )}
      {mediaType === 'video' && (
        <b className="play">
          <span className="vh">Video</span>
          <Icon name="play" />
        </b>
      )}
    </>
  );
}
