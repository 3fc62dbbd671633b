/** The basic letters of a text message (GSM 03.38), in which it holds 160 characters. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** These take two places. */
const EXTENDED = '^{}\\[~]|€\f';

interface Room {
  readonly whole: number;
  /** A text of several parts says in each where it belongs. */
  readonly part: number;
}
const GSM7: Room = { whole: 160, part: 153 };
const UCS2: Room = { whole: 70, part: 67 };

/** Typographic characters that would make a text three times as dear, as they are usually typed. Letters stay. */
const TYPED: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
};

/** The text with typed characters in place of typographic ones, and plain spaces. */
export const asTyped = (text: string): string =>
  text.replace(/[’‘“”–—…]/g, (character) => TYPED[character] ?? character).replace(/[\u00A0\u2007\u2009\u202F]/g, ' ');

/** One accent outside of the basic letters, such as á, makes all of a text dear. */
export const isBasic = (text: string): boolean =>
  [...text].every((character) => BASIC.includes(character) || EXTENDED.includes(character));

/** How many parts a text has, as they are billed. */
export function partsOf(text: string): number {
  const room = isBasic(text) ? GSM7 : UCS2;
  const doubled = isBasic(text) ? [...text].filter((character) => EXTENDED.includes(character)).length : 0;
  const length = text.length + doubled;
  return length <= room.whole ? 1 : Math.ceil(length / room.part);
}
