import type { ImageMetadata } from 'astro';
import { getImage } from 'astro:assets';

const AVIF = { format: 'avif', quality: 55 } as const;
const WEBP = { format: 'webp', quality: 70, width: 960 } as const;

/** For `sizes`: the page without its gutters (styles/tokens.css), on phones and small tablets. */
export const WITHIN_GUTTERS = 'calc(92.4vw - 0.8rem)';
/** Pixels, of what is that wide on a phone: 672 for two pixels to a point, 1120 for three. */
export const PAGE_WIDTHS = [672, 1120];

/** A picture, and pixels: the widths in which it is made, besides its own. */
export interface PhotoCut {
  readonly src: ImageMetadata;
  readonly widths: readonly number[];
}

/** The addresses of a photo. */
export interface PhotoFiles {
  /** What `srcset` says of each cut, in their order: AVIF. */
  readonly srcsets: readonly string[];
  /** One of WebP for the few browsers that cannot draw that, of the last cut. */
  readonly src: string;
}

/** Makes a photo in every width it is shown at; each cut after the first is for narrower screens. */
export async function photoFiles(...cuts: readonly [...PhotoCut[], PhotoCut]): Promise<PhotoFiles> {
  const last = cuts[cuts.length - 1] as PhotoCut;
  const made = cuts.map(({ src, widths }) => getImage({ src, ...AVIF, widths: [...widths, src.width] }));
  const [webp, ...avif] = await Promise.all([getImage({ src: last.src, ...WEBP }), ...made]);
  return { srcsets: avif.map(({ srcSet }) => srcSet.attribute), src: webp.src };
}

/** What the hero says (`src/content/home/hero.md`). */
export interface HeroWords {
  readonly title: string;
  readonly lead: string;
  readonly rating: string;
  readonly promise: string;
  readonly room: string;
}

/** An hour of the room in the hero, as the pages' scripts get it (src/pages/[...language]/hero-hours.json.ts). */
export interface HeroHour {
  readonly time: string;
  /** What the shades do at that hour. */
  readonly line: string;
  /** Its picture; none at the hour that the page shows by itself. */
  readonly picture: (PhotoFiles & { readonly alt: string }) | null;
}
