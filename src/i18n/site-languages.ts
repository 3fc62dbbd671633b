import brand from '#brand/brand.json' with { type: 'json' };
import { type Language, languages } from './language.ts';

/**
 * The languages that this site has pages and mails in, by the schema. The pages of the first lie at the root, those of the
 * other below its name. Pages in the browser know theirs by `<html lang>` and need not import this.
 */
export const siteLanguages = brand.languages as unknown as readonly [Language, ...Language[]];

/** The language, or the site's first if the site does not speak it. */
export const spoken = (language: Language, site = siteLanguages): Language =>
  site.includes(language) ? language : site[0];

/** The site's other language for a page in this one; `null` on a site with one language. */
export const otherLanguage = (language: Language): Language | null =>
  siteLanguages.find((one) => one !== language) ?? null;

/** `es` of `/es/blog`, whatever the site's languages are: they may have been others when a link was sent. */
const prefixOf = (path: string) => languages.find((one) => `${path}/`.startsWith(`/${one}/`));

/** The language of the page at a path. */
export const languageAt = (path: string, site = siteLanguages): Language => spoken(prefixOf(path) ?? site[0], site);

/** The page that has another address in each language. */
const sun: Readonly<Record<Language, string>> = { en: '/sun', es: '/sol' };

/** The page's path in a language: `/blog` and `/es/blog`, `/` and `/es`, `/sun` and `/es/sol`. */
export function pathIn(language: Language, path: string, site = siteLanguages): string {
  const bare = path.slice(prefixOf(path) ? '/xx'.length : 0) || '/';
  const own = Object.values(sun).includes(bare) ? sun[language] : bare;
  if (language === site[0]) return own;
  return own === '/' ? `/${language}` : `/${language}${own}`;
}
