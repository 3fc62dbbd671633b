import { type Say, sayer } from './admin-text.ts';
import type { Language } from './language.ts';

/** What is said to the owner beyond the pages, as in mails, in one language. */
export interface OwnerWords {
  readonly language: Language;
  readonly say: Say;
}

export const englishWords: OwnerWords = { language: 'en', say: sayer() };

/** Loads the words of a language. English has none. */
export async function wordsIn(language: Language): Promise<OwnerWords> {
  if (language === 'en') return englishWords;
  const { default: spanish } = await import('./es/admin.json', { with: { type: 'json' } });
  return { language, say: sayer(spanish) };
}
