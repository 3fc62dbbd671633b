export const review = 'unreviewed';

const days: Readonly<Record<string, string>> = {
  Mon: 'lun',
  Tue: 'mar',
  Wed: 'mié',
  Thu: 'jue',
  Fri: 'vie',
  Sat: 'sáb',
  Sun: 'dom',
};

/** `Mon-Fri 8AM-6PM` and `Sat 9AM-4PM`, as `business.ts` says the hours: `lun-vie 8 a. m.-6 p. m. y sáb 9 a. m.-4 p. m.` */
export const hoursInSpanish = (hours: readonly string[]): string =>
  hours
    .join(' y ')
    .replace(/\b[A-Z][a-z]{2}\b/g, (day) => days[day] ?? day)
    .replace(/ ?([AP])M\b/g, (_, half: string) => `\u00a0${half.toLowerCase()}.\u00a0m.`);
