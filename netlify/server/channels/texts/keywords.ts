/** `yes` begins again too, of somebody who has stopped; of others it is a message. */
export type Keyword = 'stop' | 'again' | 'yes' | 'help';

/** The words of the carriers and the law, and their Spanish. */
const words: Readonly<Record<Keyword, readonly string[]>> = {
  stop: [
    ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
    ...['alto', 'parar', 'cancelar'],
  ],
  again: ['start', 'unstop'],
  yes: ['si'],
  help: ['help', 'info', 'ayuda'],
};

/** A longer sentence is a message: "Stop by on Tuesday if you like". */
const MOST_WORDS = 3;

/** In small letters without accents and marks: `¡ALTO!` is `alto`, `opt-out` is `optout`, `stop,please` is two words. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’/-]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .trim();

/**
 * What a text asks for by a word of its own. A stop counts in a sentence of up to three words too; the other words only
 * alone. `null`: it is a message.
 */
export function keywordOf(text: string): Keyword | null {
  const given = plain(text).split(/\s+/);
  if (given.length <= MOST_WORDS && given.some((word) => words.stop.includes(word))) return 'stop';
  if (given.join('') === 'optout') return 'stop';
  const [only = ''] = given;
  if (given.length > 1) return null;
  const asked = ['again', 'yes', 'help'] as const;
  return asked.find((keyword) => words[keyword].includes(only)) ?? null;
}
