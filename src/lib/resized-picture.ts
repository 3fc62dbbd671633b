/** A picture from Netlify's Image CDN (docs.netlify.com/image-cdn). `width` in pixels; `shape` is height / width. */
export function resizedPicture(url: string, width: number, shape?: number): string {
  const address = `/.netlify/images?url=${encodeURIComponent(url)}&w=${width}`;
  return shape ? `${address}&h=${Math.round(width * shape)}&fit=cover` : address;
}

/** The `srcset` of an uncropped picture. */
export function pictureWidths(url: string, widths: readonly number[]): string {
  return widths.map((width) => `${resizedPicture(url, width)} ${width}w`).join(', ');
}

/** A picture and its focus point: percent from the left and top. */
interface Framed {
  /** In pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly focus?: { readonly x: number; readonly y: number } | undefined;
}

/**
 * A picture for a frame of `frame` pixels and `shape` (height / width). The CDN crops the middle; a picture with a
 * focus point stays uncropped, and the browser crops it (`focusIn`).
 */
export function framedPicture(url: string, { width = 0, height = 0, focus }: Framed, frame: number, shape: number) {
  if (!focus) return resizedPicture(url, frame, shape);
  const excess = height > 0 ? Math.max(1, (width / height) * shape) : 1;
  return resizedPicture(url, Math.round(frame * excess));
}

/** The style that crops a picture or video at its focus point. */
export function focusIn({ focus }: Framed): { style?: { objectPosition: string } } {
  return focus ? { style: { objectPosition: `${focus.x}% ${focus.y}%` } } : {};
}
