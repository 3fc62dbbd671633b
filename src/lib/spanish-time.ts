/** Eastern days and times in US Spanish. The browser has the names, so no page loads them. */
const formatted = (instant: string, parts: Intl.DateTimeFormatOptions) =>
  new Date(instant).toLocaleString('es-US', { ...parts, timeZone: 'America/New_York' });

/** `martes, 1 de diciembre` */
export const spanishDay = (instant: string) => formatted(instant, { weekday: 'long', day: 'numeric', month: 'long' });

/** `mar, 1 dic` */
export const spanishDayBriefly = (instant: string) =>
  formatted(instant, { weekday: 'short', day: 'numeric', month: 'short' }).replaceAll('.', '').replace(' de ', ' ');

/** `10:30 a. m.` with no-break spaces. Browsers differ in dots and spaces. */
export const spanishTime = (instant: string) =>
  formatted(instant, { hour: 'numeric', minute: '2-digit', hour12: true }).replace(
    /\s*([ap])\.?\s*m\.?$/i,
    (_, half: string) => `\u00a0${half.toLowerCase()}.\u00a0m.`,
  );

/** `a las 10:30 a. m.`, but `a la 1:30 p. m.` */
export function spanishAt(instant: string): string {
  const time = spanishTime(instant);
  return `${time.startsWith('1:') ? 'a la' : 'a las'} ${time}`;
}
