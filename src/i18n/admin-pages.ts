import { ownerRules } from './en/owner-rules.ts';
import spanish from './es/admin.json' with { type: 'json' };
import { ownerRules as spanishRules } from './es/owner-rules.ts';
import { type Language, locales } from './language.ts';
import { sayer } from './admin-text.ts';

/**
 * `getStaticPaths` of an owner's page. It is built in both languages, whatever those of the site are: at `/admin` in
 * English, at `/es/admin` in Spanish. `netlify.toml` shows the second at the address of the first.
 */
export const inBothLanguages = () => [{ params: { language: undefined } }, { params: { language: 'es' } }];

/** The Spanish texts and sentences of broken rules, by their English. */
const words: Readonly<Record<string, string>> = {
  ...spanish,
  ...Object.fromEntries(
    Object.entries(ownerRules).map(([rule, english]) => [english, spanishRules[rule as keyof typeof ownerRules]]),
  ),
};

/** The language and the words of the owner's page at `url` (`Astro.url`). */
export function adminPage(url: URL) {
  const language: Language = url.pathname.startsWith('/es/') ? 'es' : 'en';
  const isEnglish = language === 'en';
  return {
    isEnglish,
    locale: locales[language],
    say: sayer(isEnglish ? undefined : words),
    /** The page's words for its islands (`#browser/say`), as the content of a data block. */
    words: isEnglish ? undefined : JSON.stringify(words).replaceAll('<', '\\u003c'),
  };
}
