import type * as en from '#i18n/en/gallery';
import type { Language, Translated } from '#i18n/language';
import { loadWords, pageLanguage } from '#browser/page-language';

export type GalleryWords = Translated<typeof en.gallery>;

const load: Record<Language, () => Promise<{ readonly gallery: GalleryWords }>> = {
  en: () => import('#i18n/en/gallery'),
  es: () => import('#i18n/es/gallery'),
};

/** The words in the page's language. */
export const { gallery: words } = await loadWords(load);
/** The build has no page yet and needs both languages. */
const others = typeof document === 'undefined' ? { en: words, es: (await load.es()).gallery } : null;

/** The words in a language. A browser has only the page's. */
export const wordsIn = (language: Language = pageLanguage): GalleryWords => others?.[language] ?? words;
