import type * as en from '#i18n/en/gallery';
import type { Language, Translated } from '#i18n/language';
import { loadWords, pageLanguage } from '../ui/words.ts';

export type GalleryWords = Translated<typeof en.gallery>;

const load: Record<Language, () => Promise<{ readonly gallery: GalleryWords }>> = {
  en: () => import('#i18n/en/gallery'),
  es: () => import('#i18n/es/gallery'),
};

/** The words of the gallery in the language of its page. */
export const { gallery: words } = await loadWords(load);
/** While the site is built there is no page yet: then the other language's are needed too. */
const others = typeof document === 'undefined' ? { en: words, es: (await load.es()).gallery } : null;

/** Titles and descriptions are the owner's, in English: other pages say so. */
export const ownersLang = pageLanguage === 'en' ? undefined : 'en';

/** The words in a language: in a browser there is the page's alone. */
export const wordsIn = (language: Language = pageLanguage): GalleryWords => others?.[language] ?? words;
