/** The address of a picture at one width, made by Netlify's Image CDN (docs.netlify.com/image-cdn). */
export function resizedPicture(url: string, width: number, shape?: number): string {
  const address = `/.netlify/images?url=${encodeURIComponent(url)}&w=${width}`;
  return shape ? `${address}&h=${Math.round(width * shape)}&fit=cover` : address;
}

/** All widths of a whole picture, as `srcset` says them. */
export function pictureWidths(url: string, widths: readonly number[]): string {
  return widths.map((width) => `${resizedPicture(url, width)} ${width}w`).join(', ');
}

/** A picture, and what of it has to stay in sight in a frame that cuts it: in percent from the left and from the top. */
interface Framed {
  /** Pixels, of the picture. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly focus?: { readonly x: number; readonly y: number } | undefined;
}

/**
 * The address of a picture for a frame of that width and shape (height divided by width). The CDN cuts a picture in its
 * middle. One with a focus point comes whole, as wide as covers the frame: the browser cuts it (`focusIn`).
 */
export function framedPicture(url: string, { width = 0, height = 0, focus }: Framed, frame: number, shape: number) {
  if (!focus) return resizedPicture(url, frame, shape);
  const excess = height > 0 ? Math.max(1, (width / height) * shape) : 1;
  return resizedPicture(url, Math.round(frame * excess));
}

/** How a browser cuts a picture or film that it gets whole; nothing where the middle is kept. */
export function focusIn({ focus }: Framed): { style?: { objectPosition: string } } {
  return focus ? { style: { objectPosition: `${focus.x}% ${focus.y}%` } } : {};
}
