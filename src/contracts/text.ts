import * as z from 'zod/mini';
import type { Rule } from './problem.ts';

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Replaces control and invisible characters and runs of spaces by one space. */
function tidyLine(text: string): string {
  return text.replace(CONTROL, ' ').replace(/\s+/g, ' ').trim();
}

/** Tidies a longer text. Keeps line breaks and the joiners of emoji. */
function tidyText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim();
}

/** For a JSON body that is a list, a text or a number. */
export const notAnObject: Rule = 'object';

/** A tidied line of at most `max` characters. `missing`: the rule for a value that is no text. */
export function line(max: number, missing: Rule = 'text') {
  return z.string(missing).check(z.overwrite(tidyLine), z.maxLength(max, 'tooLong' satisfies Rule));
}

/** A tidied text of at most `max` characters. */
export function paragraph(max: number) {
  return z.string('text' satisfies Rule).check(z.overwrite(tidyText), z.maxLength(max, 'tooLong' satisfies Rule));
}

/** Turns the `''` of an untouched field into an absent value. */
export function absentWhenEmpty(schema: z.ZodMiniString) {
  const absent = z.transform((text: string) => text || undefined);
  return z.optional(z.pipe(schema, absent));
}
