import type { APIContext } from 'astro';
import { onlyEntryIn } from '#i18n/entries';
import { inEachLanguage, pageLanguage } from '#i18n/pages';
import { type HeroPicture, heroPictureAt } from '#lib/hero-pictures';
import { type HeroHour, photoFiles } from '#lib/photo';

/** Cut like the hero's own picture, wide and close. Fewer widths: these load long after the page. */
async function pictureOf({ wide, close }: HeroPicture, alt: string): Promise<HeroHour['picture']> {
  return { ...(await photoFiles({ src: wide, widths: [1440] }, { src: close, widths: [560, 840] })), alt };
}

export const getStaticPaths = inEachLanguage;

/**
 * The hero's room through the day, in the order of the slider's stops. Fetched for the present hour, or
 * when a visitor comes near the slider.
 */
export async function GET({ url }: APIContext): Promise<Response> {
  const { language, words } = pageLanguage(url);
  const { data } = await onlyEntryIn(language, 'hero');
  const hours = data.hours.map(async ({ time, line, alt }): Promise<HeroHour> => {
    const drawn = heroPictureAt(time);
    return { line: `${words.home.clock(time)}: ${line}`, picture: drawn ? await pictureOf(drawn, alt) : null };
  });
  return Response.json(await Promise.all(hours));
}
