/** A language of pages and their dates (BCP 47). */
export type Locale = 'en-US' | 'es-US';

/** The language of the page that this runs in. Where there is none, as on the server and in a build, it is English. */
export const pageLocale: Locale = globalThis.document?.documentElement.lang.startsWith('es') ? 'es-US' : 'en-US';
