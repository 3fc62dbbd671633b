import type * as en from '#i18n/en/booking';
import type { Translated } from '#i18n/language';
import { loadStylesheet } from '#browser/stylesheet';
import { loadWords } from '#browser/page-language';
import styles from './booking.css?url';

/** The dialog needs its words and its styles, so both load at once. */
const [words] = await Promise.all([
  loadWords<Translated<typeof en>>({ en: () => import('#i18n/en/booking'), es: () => import('#i18n/es/booking') }),
  loadStylesheet(styles),
]);

export const { answer, booking, choices, confirm, contact, details, outcome, rules, times, zipAreas } = words;
