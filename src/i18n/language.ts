/** English pages lie at the root, Spanish ones under `/es`. Which of them a site has: `site-languages.ts`. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The tags of pages and their dates (BCP 47). */
export const locales = { en: 'en-US', es: 'es-US' } as const satisfies Record<Language, string>;

/** The same words in another language. A missing word does not compile. */
export type Translated<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string
    ? string
    : Words[Key] extends (...values: infer Values) => infer Result
      ? (...values: Values) => Result extends string ? string : Translated<Result>
      : Translated<Words[Key]>;
};

/** The language of a tag such as `es-US`; English for any tag but Spanish. */
export const languageOf = (tag: string | null | undefined): Language => (/^es\b/i.test(tag ?? '') ? 'es' : 'en');

/** The language of the page at a path. */
export const languageAt = (path: string): Language => (/^\/es(\/|$)/.test(path) ? 'es' : 'en');

/** The page's path in a language: `/blog` and `/es/blog`, `/` and `/es`, `/sun` and `/es/sol`. */
export function pathIn(language: Language, path: string): string {
  const english = path.replace(/^\/es(?=\/|$)/, '').replace(/^\/sol$/, '/sun') || '/';
  if (language === 'en') return english;
  return english === '/' ? '/es' : `/es${english.replace(/^\/sun$/, '/sol')}`;
}
