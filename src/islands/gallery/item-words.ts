import type { GalleryItem } from '#contracts/gallery';
import { pageLanguage } from '#browser/page-language';

/** On a site in Spanish alone, which has no page in English, what is not translated is in Spanish itself. */
const isEnglish = () => document.querySelector('[hreflang=en]') !== null;

/** An item's words on this page, and their language if it is not the page's: many items have no Spanish words. */
export function wordsOf(item: GalleryItem): Pick<GalleryItem, 'title' | 'description' | 'alt'> & { lang?: 'en' } {
  if (pageLanguage === 'en') return item;
  const { titleEs: title, descriptionEs: description, altEs: alt } = item;
  return title ? { title, description, alt } : { ...item, ...(isEnglish() && { lang: 'en' }) };
}
