import brand from '#brand/brand.json' with { type: 'json' };
import { type Language, languages } from './language.ts';

/**
 * The languages that this site has pages and mails in; English is always the first. Pages in the browser know theirs by
 * `<html lang>` and need not import this.
 */
export const siteLanguages: readonly Language[] = languages.filter((language) => brand.languages.includes(language));

/** The language, or English if the site does not speak it. */
export const spoken = (language: Language): Language => (siteLanguages.includes(language) ? language : 'en');

/** The site's other language for a page in this one; `null` on a site with one language. */
export const otherLanguage = (language: Language): Language | null =>
  siteLanguages.find((one) => one !== language) ?? null;
