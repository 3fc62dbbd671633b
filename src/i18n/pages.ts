import { servedPath } from '#lib/seo';
import * as englishSteps from './en/booking.ts';
import * as englishPages from './en/pages.ts';
import * as spanishSteps from './es/booking.ts';
import * as spanishPages from './es/pages.ts';
import { type Language, locales, type Translated } from './language.ts';
import { languageAt, pathIn, siteLanguages } from './site-languages.ts';

const english = { ...englishPages, steps: englishSteps };
const spanish = { ...spanishPages, steps: spanishSteps };
type Words = Translated<typeof english>;

/** The words of built pages. No browser script may import this file: it would load both languages. */
const words: Readonly<Record<Language, Words>> = { en: pointedOnce<Words>(english), es: pointedOnce<Words>(spanish) };

/** Words with one point where a name ends its sentence: `by Miller & Co.` */
function pointedOnce<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replace(/(?<!\.)\.\.(?!\.)/g, '.') as Value;
  if (typeof value === 'function') return ((...given: unknown[]) => pointedOnce(value(...given))) as Value;
  if (Array.isArray(value)) return value.map(pointedOnce) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, pointedOnce(one)])) as Value;
}

export const wordsIn = (language: Language) => words[language];

interface PageLanguage {
  readonly language: Language;
  /** For dates, such as `en-US`. */
  readonly locale: (typeof locales)[Language];
  readonly words: Words;
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

/** The parameter `[...language]`: none for the site's first, whose pages lie at the root. */
export const parameterOf = (language: Language) => (language === siteLanguages[0] ? undefined : language);

/** `getStaticPaths` of a page in each language. */
export function inEachLanguage() {
  return siteLanguages.map((language) => ({ params: { language: parameterOf(language) } }));
}
