const PART = /^[\p{L}\p{M}'’-]{1,30}\.?$/u;
const MAX_PARTS = 6;
const MAX_LENGTH = 60;

/** Whether the word may be part of a person's name: letters, and nothing that could be a link or a number. */
export function isNamePart(word: string): boolean {
  return PART.test(word);
}

/**
 * A name as it may be said to somebody who perhaps did not type it: the whole of it where every part is one, else
 * nothing. Anybody may give anybody's mail address, and write what they like for a name.
 */
export function nameInLetters(name: string): string {
  const parts = name.trim().split(/\s+/);
  const whole = parts.join(' ');
  return parts.length <= MAX_PARTS && whole.length <= MAX_LENGTH && parts.every(isNamePart) ? whole : '';
}
