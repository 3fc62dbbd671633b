import type { APIContext, ImageMetadata } from 'astro';
import morning from '#brand/pictures/hero-0700.jpg';
import noon from '#brand/pictures/hero-1200.jpg';
import evening from '#brand/pictures/hero-1800.jpg';
import night from '#brand/pictures/hero-2100.jpg';
import morningClose from '#brand/pictures/hero-close-0700.jpg';
import noonClose from '#brand/pictures/hero-close-1200.jpg';
import eveningClose from '#brand/pictures/hero-close-1800.jpg';
import nightClose from '#brand/pictures/hero-close-2100.jpg';
import { onlyEntryIn } from '#i18n/entries';
import { inEachLanguage, pageLanguage } from '#i18n/pages';
import { type HeroHour, photoFiles } from '#lib/photo';

/** Cut like the hero's own picture, wide and close. Fewer widths: these load long after the page. */
async function pictureOf(wide: ImageMetadata, close: ImageMetadata, alt: string): Promise<HeroHour['picture']> {
  return { ...(await photoFiles({ src: wide, widths: [1440] }, { src: close, widths: [560, 840] })), alt };
}

export const getStaticPaths = inEachLanguage;

/** In the order of the slider's stops. The page itself shows the third. */
const pictures: readonly (readonly [wide: ImageMetadata, close: ImageMetadata] | null)[] = [
  [morning, morningClose],
  [noon, noonClose],
  null,
  [evening, eveningClose],
  [night, nightClose],
];

/** The hero's room through the day. Fetched when a visitor comes near the slider. */
export async function GET({ url }: APIContext): Promise<Response> {
  const { language, words } = pageLanguage(url);
  const { data } = await onlyEntryIn(language, 'hero');
  const hours = data.hours.map(async ({ time: drawnAt, line, alt }, index): Promise<HeroHour> => {
    const drawn = pictures[index];
    const time = words.home.clock(drawnAt);
    return { time, line: `${time}: ${line}`, picture: drawn ? await pictureOf(...drawn, alt) : null };
  });
  return Response.json(await Promise.all(hours));
}
