import zone from '#brand/zone-names.json' with { type: 'json' };
import type { Language } from './language.ts';

/** A line of hours in English: `Mon-Fri 8AM-6PM`, `Sat 9 AM-3 PM ET by appointment`. */
const LINE = /^(\w{3})(?:-(\w{3}))? ([\d:]+) ?([AP])M-([\d:]+) ?([AP])M(?: ([A-Z][\w ]*?))?( by appointment)?$/;
const DAYS: Readonly<Record<string, string>> = {
  Mon: 'lun.',
  Tue: 'mar.',
  Wed: 'mié.',
  Thu: 'jue.',
  Fri: 'vie.',
  Sat: 'sáb.',
  Sun: 'dom.',
};

/** A line of hours of `business.ts` in a language. Throws for an unknown form. */
export function hoursIn(language: Language, line: string): string {
  return language === 'en' ? line : inSpanish(line);
}

/** `lun. a vie., 8 a. m. a 6 p. m.` */
function inSpanish(line: string): string {
  const [whole, first = '', last, opens, am, closes, pm, zoneName, byAppointment] = LINE.exec(line) ?? [];
  if (whole === undefined) throw new Error(`src/i18n/hours.ts cannot say "${line}" in Spanish`);
  const days = [first, last].flatMap((day) => (day ? (DAYS[day] ?? day) : [])).join(' a ');
  const clock = (time = '', half = '') => `${time} ${half.toLowerCase()}. m.`;
  const notes = [zoneName && zone.es, byAppointment && 'con cita'].filter(Boolean);
  return [`${days}, ${clock(opens, am)} a ${clock(closes, pm)}`, ...notes].join(', ');
}

/** A visit's length within a sentence: `an hour`, `45 minutes`; `una hora`, `45 minutos`. */
export function visitLength(language: Language, minutes: number): string {
  if (minutes === 60) return language === 'en' ? 'an hour' : 'una hora';
  return `${minutes} ${language === 'en' ? 'minutes' : 'minutos'}`;
}
