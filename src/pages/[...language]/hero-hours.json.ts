import type { APIContext, ImageMetadata } from 'astro';
import morning from '#assets/hero-0700.jpg';
import noon from '#assets/hero-1200.jpg';
import evening from '#assets/hero-1800.jpg';
import night from '#assets/hero-2100.jpg';
import morningClose from '#assets/hero-close-0700.jpg';
import noonClose from '#assets/hero-close-1200.jpg';
import eveningClose from '#assets/hero-close-1800.jpg';
import nightClose from '#assets/hero-close-2100.jpg';
import { onlyEntryIn } from '#i18n/entries';
import { inEachLanguage, pageLanguage } from '#i18n/pages';
import { type HeroHour, photoFiles } from '#lib/photo';

/** In the cuts of the hero's own picture, wide and close, and in fewer widths: they come when the page has long been there. */
async function pictureOf(wide: ImageMetadata, close: ImageMetadata, alt: string): Promise<HeroHour['picture']> {
  return { ...(await photoFiles({ src: wide, widths: [1440] }, { src: close, widths: [560, 840] })), alt };
}

export const getStaticPaths = inEachLanguage;

/** The hours that were drawn, in the order of the slider's stops. The page shows the third by itself. */
const pictures: readonly (readonly [wide: ImageMetadata, close: ImageMetadata] | null)[] = [
  [morning, morningClose],
  [noon, noonClose],
  null,
  [evening, eveningClose],
  [night, nightClose],
];

/** The room of the hero through the day. Fetched when somebody comes near the slider. */
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
