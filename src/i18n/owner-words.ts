import { type Say, sayer } from './admin-text.ts';
import type { Language } from './language.ts';

/** What is said to the owner beyond the pages, as in mails, in one language. */
export interface OwnerWords {
  readonly language: Language;
  readonly say: Say;
  /** What a service or a city is called. It is stored in English. */
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
