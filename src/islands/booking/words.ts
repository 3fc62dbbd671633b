import type * as en from '#i18n/en/booking';
import type { Translated } from '#i18n/language';
import { loadWords } from '#islands/ui/words.ts';

/** The words of the dialog in the language of its page. */
export const { booking, choices, contact, details, outcome, shown, times } = await loadWords<Translated<typeof en>>({
  en: () => import('#i18n/en/booking'),
  es: () => import('#i18n/es/booking'),
});
