import { zone } from './es/zone.ts';
import { type Language, locales } from './language.ts';

/** A line of hours in English: `Mon-Fri 8AM-6PM`, `Sat 9 AM-3 PM ET by appointment`. */
const LINE = /^(\w{3})(?:-(\w{3}))? ([\d:]+) ?([AP])M-([\d:]+) ?([AP])M(?: ([A-Z][\w ]*?))?( by appointment)?$/;
const DAYS: Readonly<Record<string, string>> = {
  Mon: 'lunes',
  Tue: 'martes',
  Wed: 'miércoles',
  Thu: 'jueves',
  Fri: 'viernes',
  Sat: 'sábado',
  Sun: 'domingo',
};

/** A line of hours of `business.ts` in a language. Throws for an unknown form. */
export function hoursIn(language: Language, line: string): string {
  return language === 'en' ? line : inSpanish(line);
}

/** Items within a sentence: `A, B and C`, or `A, B or C`. British English has no comma before the last. */
export const listIn = (language: Language, items: readonly string[], word: 'and' | 'or' = 'and'): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : locales[language], {
    type: word === 'and' ? 'conjunction' : 'disjunction',
  }).format(items);

/** Lines of hours within a sentence: `Mon-Fri 8AM-6PM and Sat 9AM-4PM`. */
export const hoursInText = (language: Language, lines: readonly string[]): string =>
  listIn(language, language === 'en' ? lines : lines.map(withinSpanish));

/** `de lunes a viernes de 8 a. m. a 6 p. m.`, `los sábados de 9 a. m. a 3 p. m. con cita` */
function withinSpanish(line: string): string {
  const { first, last, from, to, zoneName, byAppointment } = partsOf(line);
  const days = last ? `de ${DAYS[first]} a ${DAYS[last]}` : `los ${DAYS[first]?.replace(/s?$/, 's')}`;
  return `${days} de ${from} a ${to}${zoneName ? `, ${zone.es}` : ''}${byAppointment ? ', con cita' : ''}`;
}

/** `Lunes a viernes: 8 a. m. a 6 p. m.` */
function inSpanish(line: string): string {
  const { first, last, from, to, zoneName, byAppointment } = partsOf(line);
  const days = [first, last].flatMap((day) => (day ? (DAYS[day] ?? day) : [])).join(' a ');
  const notes = [zoneName && zone.es, byAppointment && 'con cita'].filter(Boolean);
  return [`${days.charAt(0).toUpperCase()}${days.slice(1)}: ${from} a ${to}`, ...notes].join(', ');
}

function partsOf(line: string) {
  const [whole, first = '', last, opens, am, closes, pm, zoneName, byAppointment] = LINE.exec(line) ?? [];
  if (whole === undefined) throw new Error(`src/i18n/hours-lines.ts cannot say "${line}" in Spanish`);
  const clock = (time = '', half = '') => `${time} ${half.toLowerCase()}. m.`;
  return { first, last, from: clock(opens, am), to: clock(closes, pm), zoneName, byAppointment };
}

/** A visit's length within a sentence: `an hour`, `45 minutes`, `4 hours`; `una hora`, `45 minutos`. */
export function visitLength(language: Language, minutes: number): string {
  if (minutes === 60) return language === 'en' ? 'an hour' : 'una hora';
  if (minutes > 60 && minutes % 60 === 0) return `${minutes / 60} ${language === 'en' ? 'hours' : 'horas'}`;
  return `${minutes} ${language === 'en' ? 'minutes' : 'minutos'}`;
}
