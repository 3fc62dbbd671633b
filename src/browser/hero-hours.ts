/** The hero's slider. An hour's picture lies over the page's own. Loads the chosen hour, then its neighbors. */
import { pageLanguage } from '#browser/page-language';
import { pathIn } from '#i18n/site-languages';
import type { HeroHour } from '#lib/photo';

const FADE = 'opacity 600ms ease';
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Follows the slider from its current value. Rejects if the hours cannot be loaded. */
export async function followSlider(slider: HTMLInputElement): Promise<void> {
  const hours = await readHours();
  const figure = slider.closest('section')?.querySelector('figure');
  const own = figure?.querySelector('picture');
  const ownImage = own?.querySelector('img');
  if (!figure || !own || !ownImage) return;
  const { alt } = ownImage;
  const load = pictureLoader(hours, own, ownImage);
  let shown = Number(slider.defaultValue);

  async function follow(): Promise<void> {
    const index = slider.valueAsNumber;
    const isAsked = () => slider.valueAsNumber === index;
    captionHour(figure as HTMLElement, slider, hours[index]);
    const image = await load(index).catch(() => null);
    if (!isAsked()) return;
    if (!image) {
      // Keep the shown picture and its caption.
      slider.valueAsNumber = shown;
      return captionHour(figure as HTMLElement, slider, hours[shown]);
    }
    shown = index;
    show(image);
    (ownImage as HTMLImageElement).alt = hours[index]?.picture?.alt ?? alt;
    for (const near of byDistance(hours.length, index)) {
      if (isAsked()) await load(near).catch(() => null);
    }
  }

  slider.addEventListener('input', () => void follow());
  await follow();
}

async function readHours(): Promise<readonly HeroHour[]> {
  const answer = await fetch(pathIn(pageLanguage, '/hero-hours.json'));
  if (!answer.ok) throw new Error(`The hours of the room were answered with ${answer.status}`);
  return await answer.json();
}

function captionHour(figure: HTMLElement, slider: HTMLInputElement, hour: HeroHour | undefined): void {
  const caption = figure.querySelector('.tag');
  if (!hour || !caption) return;
  // Keeps the room's name and changes the rest.
  caption.textContent = `${caption.textContent?.split(', ')[0]}, ${hour.line}`;
  slider.setAttribute('aria-valuetext', hour.line);
}

/** Loads the pictures by hour, each once, at the width of the page's picture. Retries a failed one. */
function pictureLoader(hours: readonly HeroHour[], own: HTMLPictureElement, ownImage: HTMLImageElement) {
  const loading = new Map<number, Promise<HTMLImageElement>>();

  async function layer({ srcsets, src }: NonNullable<HeroHour['picture']>): Promise<HTMLImageElement> {
    const picture = own.cloneNode(true) as HTMLPictureElement;
    const image = picture.querySelector('img') as HTMLImageElement;
    for (const [index, source] of picture.querySelectorAll('source').entries()) source.srcset = srcsets[index] ?? '';
    Object.assign(image, { src, alt: '', fetchPriority: 'auto' });
    Object.assign(image.style, { opacity: '0', transition: reducedMotion.matches ? '' : FADE });
    // Above the page's own picture, below the shade.
    ownImage.closest('figure')?.querySelector(':scope > picture:last-of-type')?.after(picture);
    try {
      await image.decode();
    } catch (error) {
      picture.remove();
      throw error;
    }
    return image;
  }

  return (index: number): Promise<HTMLImageElement> => {
    const picture = hours[index]?.picture;
    if (!picture) return Promise.resolve(ownImage);
    const known = loading.get(index) ?? layer(picture);
    loading.set(index, known);
    known.catch(() => loading.delete(index));
    return known;
  };
}

/** The page's own picture stays at the bottom; those above the next one fade away, or the next one fades in. */
function show(next: HTMLImageElement): void {
  for (const image of next.closest('figure')?.querySelectorAll<HTMLImageElement>(':scope > picture img') ?? [])
    if (next.compareDocumentPosition(image) & Node.DOCUMENT_POSITION_FOLLOWING) image.style.opacity = '0';
  next.style.opacity = '1';
}

/** The other indexes, the nearest first. */
const byDistance = (length: number, index: number): number[] =>
  Array.from({ length }, (_, other) => other)
    .filter((other) => other !== index)
    .toSorted((one, other) => Math.abs(one - index) - Math.abs(other - index));
