import type { ImageMetadata } from 'astro';
import morning from '#assets/hero-0700.jpg';
import noon from '#assets/hero-1200.jpg';
import evening from '#assets/hero-1800.jpg';
import night from '#assets/hero-2100.jpg';
import morningClose from '#assets/hero-close-0700.jpg';
import noonClose from '#assets/hero-close-1200.jpg';
import eveningClose from '#assets/hero-close-1800.jpg';
import nightClose from '#assets/hero-close-2100.jpg';
import { type HeroHour, photoFiles } from '#lib/photo';

/** In the cuts of the hero's own picture, wide and close, and in fewer widths: they come when the page has long been there. */
async function pictureOf(wide: ImageMetadata, close: ImageMetadata, alt: string): Promise<HeroHour['picture']> {
  return { ...(await photoFiles({ src: wide, widths: [1440] }, { src: close, widths: [560, 840] })), alt };
}

/** The room of the hero through the day, in the order of the slider's stops. Fetched when somebody comes near it. */
export async function GET(): Promise<Response> {
  const hours: readonly HeroHour[] = [
    {
      time: '7:00 AM',
      line: '7:00 AM: all the way up, and the morning comes in',
      picture: await pictureOf(
        morning,
        morningClose,
        'Florida living room at seven in the morning, shades up, pool and palms in early light',
      ),
    },
    {
      time: '12:00 PM',
      line: '12:00 PM: halfway down, and the pool stays in view',
      picture: await pictureOf(
        noon,
        noonClose,
        'Florida living room at noon, three roller shades half lowered against a high sun',
      ),
    },
    {
      time: '2:00 PM',
      line: '2:00 PM: each at its own height, lowest on the right',
      picture: null,
    },
    {
      time: '6:00 PM',
      line: '6:00 PM: nearly down, and the low sun only glows',
      picture: await pictureOf(
        evening,
        eveningClose,
        'Florida living room at six in the evening, shades glowing in low sun',
      ),
    },
    {
      time: '9:00 PM',
      line: '9:00 PM: closed, and nobody looks in',
      picture: await pictureOf(night, nightClose, 'Florida living room at nine at night, shades closed, a lamp lit'),
    },
  ];
  return Response.json(hours);
}
