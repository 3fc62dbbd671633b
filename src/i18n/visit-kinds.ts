import type { Language } from './language.ts';

/** All are feminine in Spanish, as `visita` is. */
const names: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { measure: 'measuring visit', installation: 'installation', service: 'service visit' },
  es: { measure: 'visita para medir', installation: 'instalación', service: 'visita de servicio' },
};

/** A visit that is no consultation, within a sentence: `installation`; `visit` for a kind that nobody knows. */
export function visitKindIn(language: Language, kind: string): string {
  const known = names[language];
  return (Object.hasOwn(known, kind) && known[kind]) || (language === 'en' ? 'visit' : 'visita');
}
