import type * as en from '#i18n/en/booking';
import type { Translated } from '#i18n/language';
import { loadStylesheet } from '#browser/stylesheet';
import { loadWords } from '#browser/page-language';
import styles from './booking.css?url';

/** Loads the words and the styles in parallel, because the dialog needs both. */
const [words] = await Promise.all([
  loadWords<Translated<typeof en>>({ en: () => import('#i18n/en/booking'), es: () => import('#i18n/es/booking') }),
  loadStylesheet(styles),
]);

/** The words of the dialog in the language of its page. */
export const { booking, choices, contact, details, outcome, rules, times } = words;
