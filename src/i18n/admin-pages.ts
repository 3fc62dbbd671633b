import spanish from './es/admin.json' with { type: 'json' };
import { type Language, locales } from './language.ts';
import { sayer } from './admin-text.ts';

/**
 * `getStaticPaths` of an owner's page. It is built in both languages, whatever those of the site are: at `/admin` in
 * English, at `/es/admin` in Spanish. `netlify.toml` shows the second at the address of the first.
 */
export const inBothLanguages = () => [{ params: { language: undefined } }, { params: { language: 'es' } }];

/** The language and the words of the owner's page at `url` (`Astro.url`). */
export function adminPage(url: URL) {
  const language: Language = url.pathname.startsWith('/es/') ? 'es' : 'en';
  const isEnglish = language === 'en';
  return {
    isEnglish,
    locale: locales[language],
    say: sayer(isEnglish ? undefined : spanish),
    /** The page's words for its islands (`#browser/say`), as the content of a data block. */
    words: isEnglish ? undefined : JSON.stringify(spanish).replaceAll('<', '\\u003c'),
  };
}
