import type { ImageMetadata } from 'astro';
import { getImage } from 'astro:assets';

const WEBP = { format: 'webp', quality: 70, width: 960 } as const;

/** For `sizes`: the page without its gutters (styles/tokens.css), on phones and small tablets. */
export const WITHIN_GUTTERS = 'calc(92.4vw - 0.8rem)';
/** Widths in pixels for a page-wide picture on a phone: 672 for two pixels per point, 1120 for three. */
export const PAGE_WIDTHS = [672, 1120];

export interface PhotoCut {
  readonly src: ImageMetadata;
  readonly widths: readonly number[];
  /** Of AVIF. */
  readonly quality?: number;
}

export interface PhotoFiles {
  /** The AVIF `srcset` of each cut. */
  readonly srcsets: readonly string[];
  /** The last cut as WebP, for the few browsers without AVIF. */
  readonly src: string;
}

/** Makes a photo in all its widths. Later cuts are for narrower screens. */
export async function photoFiles(...cuts: readonly [...PhotoCut[], PhotoCut]): Promise<PhotoFiles> {
  const last = cuts[cuts.length - 1] as PhotoCut;
  const made = cuts.map(({ src, widths, quality = 55 }) =>
    getImage({ src, format: 'avif', quality, widths: [...widths, src.width] }),
  );
  const [webp, ...avif] = await Promise.all([getImage({ src: last.src, ...WEBP }), ...made]);
  return { srcsets: avif.map(({ srcSet }) => srcSet.attribute), src: webp.src };
}

/** An hour of the room in the hero, from src/pages/[...language]/hero-hours.json.ts. */
export interface HeroHour {
  /** `6 PM: what the shades do`. */
  readonly line: string;
  /** `null` for the page's own picture. */
  readonly picture: (PhotoFiles & { readonly alt: string }) | null;
}
