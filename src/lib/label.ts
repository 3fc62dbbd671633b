import { pageLocale } from './page-locale.ts';

/** The label of a value. A value that the list does not know, as in a record of former rules, is its own label. */
export function labelOf(labels: Readonly<Record<string, string>>, value: string): string {
  return (Object.hasOwn(labels, value) && labels[value]) || value;
}

/** `1 visit`, `1,200 visits` */
export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;

/** `installation` at the start of a line: `Installation`. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `25 min`, `4 h 10 min`, `2 days 3 h`: rounded down. */
export function duration(minutes: number): string {
  const whole = Math.floor(minutes);
  const [days, hours, rest] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60];
  const day = pageLocale === 'es-US' ? 'día' : 'day';
  if (days > 0) return [counted(days, day), hours > 0 && `${hours} h`].filter(Boolean).join(' ');
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}
