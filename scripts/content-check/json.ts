import { findNodeAtLocation, type JSONPath, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** A mistake for which a file is not read, and its line from 1. */
export interface Unreadable {
  readonly message: string;
  readonly line: number;
}

const quotes =
  'Each text stands between straight double quotes, "like this": not between “these” or ‘these’. A quote within a text is written \\".';
/** Of other encodings, and of UTF-8 that was read as Windows-1252 and saved so: `Ã©`. */
const BROKEN = /[\uFFFD\0]|[ÂÃ][\u0080-\u00BF]|â€/;
const encoding =
  'A letter or sign here is broken: the file was not saved as "UTF-8". Correct it, and save the file so.';
const mark = 'A hidden sign stands before the first {. Save the file as "UTF-8", not as "UTF-8 with BOM".';
const comma = 'A comma is missing at the end of this line. One stands behind every line but the last of its list.';

/** By the codes of `jsonc-parser`. */
const sentences: Readonly<Record<string, string>> = {
  CommaExpected: comma,
  ColonExpected: 'A colon is missing between the name of the field and what it says.',
  CloseBraceExpected: 'A } is missing at the end.',
  CloseBracketExpected: 'A ] is missing at the end of the list.',
  EndOfFileExpected: 'Something stands behind the last }. Remove it.',
  InvalidCommentToken: 'A note cannot stand in this file. Remove it.',
  PropertyNameExpected: 'A comma is too many here, since the last line has none, or the name of a field is missing.',
  ValueExpected: 'A comma is too many here, since the last line has none, or a value is missing.',
  InvalidSymbol: quotes,
  UnexpectedEndOfString: quotes,
};

/** The first sign that was lost by another encoding, or `null`. */
export function encodingMistake(text: string): Unreadable | null {
  const offset = text.search(BROKEN);
  return offset < 0 ? null : { message: encoding, line: lineAt(text, offset) };
}

/** The first mistake of a file that is not JSON, or `null`. Another often follows from it. */
export function jsonMistake(text: string): Unreadable | null {
  const broken = encodingMistake(text);
  if (broken) return broken;
  if (text.startsWith('\uFEFF')) return { message: mark, line: 1 };
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  if (!first) return null;
  if (/\d/.test(text[first.offset] ?? '') && text[first.offset - 1] === '0')
    return { message: 'A ZIP code stands between quotes: "02134".', line: lineAt(text, first.offset) };
  const code = printParseErrorCode(first.error);
  // The parser stops at the next word; the comma or colon is missing at the end of the word before it.
  const offset = code.endsWith('Expected') ? text.slice(0, first.offset).trimEnd().length : first.offset;
  return { message: sentences[code] ?? 'This cannot be read. Undo the last change here.', line: lineAt(text, offset) };
}

/** The line of a field, or of the nearest that is there of those around it. */
export function jsonLine(text: string, at: readonly PropertyKey[]): number | undefined {
  const tree = parseTree(text);
  const path = at as JSONPath;
  const node = tree && findNodeAtLocation(tree, path);
  if (node) return lineAt(text, node.offset);
  return path.length > 1 ? jsonLine(text, path.slice(0, -1)) : undefined;
}

/** The line of a position, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
