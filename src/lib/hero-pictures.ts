import type { ImageMetadata } from 'astro';
import { type CollectionEntry, getEntry } from 'astro:content';

const files = import.meta.glob<ImageMetadata>('../../brand/pictures/hero*.jpg', { eager: true, import: 'default' });

/** The room at an hour: the whole picture for wide screens, and its middle for narrow ones. */
export interface HeroPicture {
  readonly wide: ImageMetadata;
  readonly close: ImageMetadata;
}

/** `''`: the picture that the page begins with. `null` if `brand/pictures` has none of that hour. */
function pictureNamed(hour: string): HeroPicture | null {
  const of = (name: string) => files[`../../brand/pictures/${name}${hour}.jpg`];
  const wide = of('hero');
  return wide ? { wide, close: of('hero-close') ?? wide } : null;
}

/** `6:00 PM` at 18 hours. */
function clockOf(time: string) {
  const [, hour = '', minute = '', half] = /^(\d+):(\d\d) ([AP])M$/.exec(time) ?? [];
  return { hours: (Number(hour) % 12) + (half === 'P' ? 12 : 0), minute };
}

const twoDigits = (hours: number) => String(hours).padStart(2, '0');

/** The picture of `6:00 PM` is `brand/pictures/hero-1800.jpg`. */
export function heroPictureAt(time: string): HeroPicture | null {
  const { hours, minute } = clockOf(time);
  return pictureNamed(`-${twoDigits(hours)}${minute}`);
}

/** The picture of a role, such as `gallery` (`brand/look.json`); the room at the head if the dealer names none. */
export async function pictureFor(
  role: keyof NonNullable<CollectionEntry<'look'>['data']['pictures']>,
): Promise<ImageMetadata> {
  const look = await getEntry('look', 'look');
  return look?.data.pictures?.[role] ?? heroPicture().wide;
}

/** The picture that the page begins with. */
export function heroPicture(): HeroPicture {
  const picture = pictureNamed('');
  if (!picture) throw new Error('brand/pictures/hero.jpg is missing: the picture at the head of the home page.');
  return picture;
}
