import { type Language, languageOf } from '#i18n/language';
import { pageLocale } from '#lib/page-locale';

/** The language of the page that this runs in. Where there is no page, as while the site is built, it is English. */
export const pageLanguage: Language = languageOf(pageLocale);

/** Loads the words of the page's language, and of no other. */
export const loadWords = <Words>(words: Readonly<Record<Language, () => Promise<Words>>>): Promise<Words> =>
  words[pageLanguage]();
