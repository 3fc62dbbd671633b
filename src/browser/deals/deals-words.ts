import type * as en from '#i18n/en/deals';
import type { Translated } from '#i18n/language';
import { loadWords } from '#browser/page-language';

/** The words in the page's language. */
export const { deals } = await loadWords<Translated<typeof en>>({
  en: () => import('#i18n/en/deals'),
  es: () => import('#i18n/es/deals'),
});
