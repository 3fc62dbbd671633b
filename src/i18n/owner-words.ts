import { type Say, sayer } from './admin-text.ts';
import type { Language } from './language.ts';

/** The owner's words beyond the pages, as in mails, in one language. */
export interface OwnerWords {
  readonly language: Language;
  readonly say: Say;
  /** The name of a service or a city, which the lead stores in English. */
  readonly nameOf: (name: string) => string;
}

export const englishWords: OwnerWords = { language: 'en', say: sayer(), nameOf: (name) => name };

/** Loads the words of a language. English has none. */
export async function wordsIn(language: Language): Promise<OwnerWords> {
  if (language === 'en') return englishWords;
  const [{ default: spanish }, { choices }] = await Promise.all([
    import('./es/admin.json', { with: { type: 'json' } }),
    import('./es/choices.ts'),
  ]);
  return { language, say: sayer(spanish), nameOf: (name) => choices.city(choices.service(name)) };
}
