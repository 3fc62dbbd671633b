const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)[a-z]*\\.?';
const ENGLISH: Readonly<Record<string, string>> = { ene: 'jan', abr: 'apr', ago: 'aug', dic: 'dec' };
/** `Oct 1`, `Oct 1-15`; `1 de octubre`, `1 al 15 de octubre`. */
const ENGLISH_DAY = new RegExp(`\\b${MONTH} (\\d{1,2})(?:(?: ?[-–] ?| to )(\\d{1,2}))?\\b`, 'gi');
const SPANISH_DAY = new RegExp(`\\b(\\d{1,2})(?: ?(?:[-–]|al?) ?(\\d{1,2}))? de ${MONTH}`, 'gi');

/** The days of a text in English or Spanish, each as `oct 1`. */
export function daysIn(text: string): string[] {
  const named = [
    ...[...text.matchAll(ENGLISH_DAY)].map(([, month = '', ...days]) => ({ month, days })),
    ...[...text.matchAll(SPANISH_DAY)].map(([, from, to, month = '']) => ({ month, days: [from, to] })),
  ];
  return named.flatMap(({ month, days }) => {
    const name = month.toLowerCase();
    return days.filter((day) => day !== undefined).map((day) => `${ENGLISH[name] ?? name} ${Number(day)}`);
  });
}

const PRICE = /\$ ?(\d[\d,]*(?:\.\d+)?)/g;
const PER_CENT = /(\d+(?:\.\d+)?) ?(?:%|per ?cent|por ciento)/g;
const YEAR = /\b(20\d\d)\b/g;
const NUMBER = /\d[\d,]*(?:\.\d+)?/g;
const plain = (figure: string) => figure.replace(/,/g, '');

/** The prices, per cents, years and days of one text that the other has not, days as `oct 1`. */
export function lackingIn(other: string, text: string): string[] {
  const numbers = new Set(other.match(NUMBER)?.map(plain));
  const days = new Set(daysIn(other));
  const figures = [PRICE, PER_CENT, YEAR].flatMap((pattern) => [...text.matchAll(pattern)]);
  return [
    ...figures.filter(([, number = '']) => !numbers.has(plain(number))).map(([written]) => written),
    ...daysIn(text).filter((day) => !days.has(day)),
  ];
}
