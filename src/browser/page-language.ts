import { type Language, languageOf, locales } from '#i18n/language';

/** The language of the page that this runs in. Where there is no page, as while the site is built, it is English. */
export const pageLanguage: Language =
  typeof document === 'undefined' ? 'en' : languageOf(document.documentElement.lang);

/** The tag of its dates. */
export const pageLocale = locales[pageLanguage];

/** Loads the words of the page's language, and of no other. */
export const loadWords = <Words>(words: Readonly<Record<Language, () => Promise<Words>>>): Promise<Words> =>
  words[pageLanguage]();
