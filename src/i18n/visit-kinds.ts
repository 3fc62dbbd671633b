import type { VisitKind } from '#contracts/lead';
import type { Language } from './language.ts';

type Names = Record<Exclude<VisitKind, 'consultation'>, string>;

/** All are feminine in Spanish, as `visita` is. */
const names: Record<Language, Names> = {
  en: { measure: 'measuring visit', installation: 'installation', service: 'service visit' },
  es: { measure: 'visita para medir', installation: 'instalación', service: 'visita de servicio' },
};

/** A visit that is no consultation, within a sentence: `installation`; `visit` for a kind that nobody knows. */
export function visitKindIn(language: Language, kind: string): string {
  const known: Readonly<Record<string, string>> = names[language];
  return (Object.hasOwn(known, kind) && known[kind]) || (language === 'en' ? 'visit' : 'visita');
}
