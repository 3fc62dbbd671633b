/** The cut of a picture: widths in pixels, and the shape of the cut, if it is cut at all. */
interface Cut {
  readonly widths: readonly number[];
  /** Height divided by width, for a picture cut to a frame. */
  readonly shape?: number;
}

/** The address of a picture at one width, made by Netlify's Image CDN (docs.netlify.com/image-cdn). */
export function resizedPicture(url: string, width: number, shape?: number): string {
  const address = `/.netlify/images?url=${encodeURIComponent(url)}&w=${width}`;
  return shape ? `${address}&h=${Math.round(width * shape)}&fit=cover` : address;
}

/** All widths of a picture, as `srcset` says them. */
export function pictureWidths(url: string, { widths, shape }: Cut): string {
  return widths.map((width) => `${resizedPicture(url, width, shape)} ${width}w`).join(', ');
}
