import * as z from 'zod/mini';
import type { Rule } from './problem.ts';

/** Characters that nobody sees and nobody types. They come with pasted text. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** The same without joiners and variation selectors, which shape Persian names and emoji. */
const INVISIBLE_BUT_SHAPING = /(?![\p{Join_Control}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}/gu;
/** They shape the character before them. At the start of a word there is none. */
const SHAPING_NOTHING = /(^|[\p{Cc}\s])[\p{Join_Control}\p{Variation_Selector}]+/gu;

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

const withoutStray = (text: string): string => text.replace(INVISIBLE_BUT_SHAPING, '').replace(SHAPING_NOTHING, '$1');

/** Replaces control characters and runs of spaces by one space. */
const inOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/** A line of words: removes what is invisible, and keeps what shapes names and emoji. */
export function tidyLine(text: string): string {
  return inOneLine(withoutStray(text));
}

/** One line for a header or a title, without invisible characters that could reverse the text. `max` in characters. */
export function oneLine(text: string, max = 150): string {
  const tidied = tidyLine(text);
  const characters = [...tidied];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : tidied;
}

/** Splits a longer text into lines. Removes the characters that change the text's direction. */
export function linesOf(text: string): string[] {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').split(/\r\n?|\n/);
}

/** Tidies a longer text as `tidyLine` does, but keeps line breaks and tabs. */
function tidyText(text: string): string {
  return withoutStray(text.replace(/\r\n?/g, '\n'))
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim();
}

/**
 * A phone number, a ZIP code or a mail address as it is typed on a plain keyboard: nothing invisible, each dash a
 * hyphen, each space a space, and no full-width digits or letters.
 */
function tidyPlain(text: string): string {
  return inOneLine(withoutInvisible(text.normalize('NFKC')).replace(/\p{Dash}/gu, '-'));
}

/** `x12`, `ext. 12` or `;ext=12` behind a number, or `(12)`, as we write it. */
const EXTENSION = String.raw`(?:[ ,;]*(?:x|ext|extension|#)[ .:=]*(\d{1,6})\b| \((\d{1,6})\)(?! ?\d))?`;
/** With `+`, `00` or `011`, as it is written: `+44 (0)20 7946 0958`. */
const ABROAD = String.raw`\(?(?:\+|(?<![\d+])0(?:0|11))[ .-]?[2-9]\d{0,2}\)?[ .-]*(?:\(\d{1,5}\))?(?:(?:[ .-]*|/)\d){5,12}(?!\d)`;
const NORTH_AMERICAN = String.raw`(?<![\d+])(?:\+?1[ .()-]*)?\(?([2-9]\d\d)[ .)-]*(\d{3})[ .-]*(\d{4})(?!\d)`;
const NUMBERS = new RegExp(`(?:(${ABROAD})|${NORTH_AMERICAN})${EXTENSION}`, 'gi');
/** Digits enough for a number that we do not know. */
const OTHER = /\d(?:[ ()./-]*\d){6,}/g;
/** A number of these characters alone stays as it is typed. */
const PLAIN = /^[\d ()-]*$/;
const ONE_FROM_ABROAD = new RegExp(`^${ABROAD}(?: \\(\\d{1,6}\\))?$`);
/** Has the characters of the phone field: digits, spaces, hyphens and parentheses, or is a number from abroad. */
export const isPhone = (text: string): boolean => PLAIN.test(text) || ONE_FROM_ABROAD.test(text);

/**
 * Formats a typed, pasted or autofilled number: `(202) 555-0142`, with extension `(202) 555-0142 (12)`. Finds it in a
 * pasted card; several stand behind each other with commas. A number from abroad stays as it is written, as do other texts.
 */
export function tidyPhone(text: string): string {
  const plain = tidyPlain(text);
  const digits = plain.replace(/\D/g, '');
  if (PLAIN.test(plain) && digits.length <= 15 && !/^1\d{10}$/.test(digits)) return plain;
  const found = Array.from(plain.matchAll(NUMBERS), ([, abroad, area, exchange, line, ...extensions]) => {
    const extension = extensions.find(Boolean);
    return (abroad ?? `(${area}) ${exchange}-${line}`) + (extension ? ` (${extension})` : '');
  });
  if (found.length === 0) return text;
  return [...new Set([...found, ...(plain.replace(NUMBERS, ';').match(OTHER) ?? [])])].join(', ');
}

/** For a JSON body that is a list, a text or a number. */
export const notAnObject: Rule = 'object';

/** A tidied line of at most `max` characters. `missing`: the rule for a value that is no text. */
export function line(max: number, missing: Rule = 'text') {
  return z.string(missing).check(z.overwrite(tidyLine), z.maxLength(max, 'tooLong' satisfies Rule));
}

/** A tidied phone number, ZIP code or mail address. `tidy`: what the field does after that. */
export function plainLine(max: number, missing: Rule = 'text', tidy = (text: string) => text) {
  const overwrite = z.overwrite((text: string) => tidy(tidyPlain(text)));
  return z.string(missing).check(overwrite, z.maxLength(max, 'tooLong' satisfies Rule));
}

/** A tidied text of at most `max` characters. */
export function paragraph(max: number) {
  return z.string('text' satisfies Rule).check(z.overwrite(tidyText), z.maxLength(max, 'tooLong' satisfies Rule));
}

/** One of the keys of a list of labels. */
export const keyOf = <Key extends string>(labels: Readonly<Record<Key, unknown>>, error: Rule) =>
  z.enum(Object.keys(labels) as [Key, ...Key[]], { error });

/** The fields of a change: an absent one stays, and `null` empties one. */
export const emptiable = <Fields extends Readonly<Record<string, z.ZodMiniType>>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, z.optional(z.nullable(field))])) as {
    [Name in keyof Fields]: z.ZodMiniOptional<z.ZodMiniNullable<Fields[Name]>>;
  };

/** Turns the `''` of an untouched field into an absent value. */
export function absentWhenEmpty(schema: z.ZodMiniString) {
  const absent = z.transform((text: string) => text || undefined);
  return z.optional(z.pipe(schema, absent));
}
