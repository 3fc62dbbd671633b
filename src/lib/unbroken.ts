/** Of a regular expression: the English names of months, long or short. */
export const MONTH =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?';
/** The same in Spanish, in small letters. */
export const MES =
  'ene(?:ro)?|feb(?:rero)?|mar(?:zo)?|abr(?:il)?|mayo?|jun(?:io)?|jul(?:io)?|ago(?:sto)?|sept?(?:iembre)?|oct(?:ubre)?|nov(?:iembre)?|dic(?:iembre)?';
const GAPS = new RegExp(
  [
    `(?<=\\d) (?=[AP]M\\b)|(?<=\\d\\s[AP]M) (?=[A-Z]{2,3}\\b)|(?<=\\b(?:${MONTH})) (?=\\d{1,2}\\b)`,
    `(?<=\\d) (?=[ap]\\. m\\.)|(?<=\\d [ap]\\.) (?=m\\.)|(?<=\\d) (?=de (?:${MES})\\b)|(?<=\\d de) (?=(?:${MES})\\b)`,
    `(?<=\\b\\d{1,2}) (?=(?:${MES})\\b)`,
  ].join('|'),
  'g',
);

/** Puts no-break spaces into `10:30 AM ET` and `November 25`, also in Spanish. */
export function unbroken(text: string): string {
  return text.replace(GAPS, '\u00a0');
}
