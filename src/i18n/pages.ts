import { servedPath } from '#lib/seo';
import { areas as areasEn } from './en/areas.ts';
import { blog as blogEn } from './en/blog.ts';
import { book as bookEn } from './en/book.ts';
import { deals as dealsEn } from './en/deals.ts';
import { home as homeEn } from './en/home.ts';
import { site as siteEn } from './en/site.ts';
import { sun as sunEn } from './en/sun.ts';
import { thanks as thanksEn } from './en/thank-you.ts';
import { visit as visitEn } from './en/visit.ts';
import { areas as areasEs } from './es/areas.ts';
import { blog as blogEs } from './es/blog.ts';
import { book as bookEs } from './es/book.ts';
import { deals as dealsEs } from './es/deals.ts';
import { home as homeEs } from './es/home.ts';
import { site as siteEs } from './es/site.ts';
import { sun as sunEs } from './es/sun.ts';
import { thanks as thanksEs } from './es/thank-you.ts';
import { visit as visitEs } from './es/visit.ts';
import { type Language, languageAt, locales, pathIn, type Translated } from './language.ts';
import { siteLanguages } from './site-languages.ts';

/** The words of built pages. No browser script may import this file: it would load both languages. */
const english = {
  site: siteEn,
  home: homeEn,
  deals: dealsEn,
  areas: areasEn,
  blog: blogEn,
  book: bookEn,
  sun: sunEn,
  thanks: thanksEn,
  visit: visitEn,
};
const words: Readonly<Record<Language, Translated<typeof english>>> = {
  en: english,
  es: {
    site: siteEs,
    home: homeEs,
    deals: dealsEs,
    areas: areasEs,
    blog: blogEs,
    book: bookEs,
    sun: sunEs,
    thanks: thanksEs,
    visit: visitEs,
  },
};

export const wordsIn = (language: Language) => words[language];

interface PageLanguage {
  readonly language: Language;
  /** For dates, such as `en-US`. */
  readonly locale: (typeof locales)[Language];
  readonly words: Translated<typeof english>;
  /** A page's address in this language, from its English one. */
  readonly to: (path: string) => string;
}

/** The language and the words of the page at `url` (`Astro.url`). */
export function pageLanguage(url: URL): PageLanguage {
  const language = languageAt(servedPath(url.pathname));
  return {
    language,
    locale: locales[language],
    words: words[language],
    to: (path) => pathIn(language, path),
  };
}

/** The parameter `[...language]`: none for English, whose pages lie at the root. */
export const parameterOf = (language: Language) => (language === 'en' ? undefined : language);

/** `getStaticPaths` of a page in each language. */
export function inEachLanguage() {
  return siteLanguages.map((language) => ({ params: { language: parameterOf(language) } }));
}
