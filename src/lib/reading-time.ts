/** A calm reader's words a minute. */
const WORDS_A_MINUTE = 225;

/** How many words of a Markdown text a reader sees: addresses, tags and marks do not count. */
export function wordCount(markdown: string): number {
  const seen = markdown.replace(/<[^>]+>/g, ' ').replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  return seen.match(/[\p{L}\p{N}$][\p{L}\p{N}’'$%.,/-]*/gu)?.length ?? 0;
}

/** Whole minutes to read a Markdown text, at least one. */
export function readingMinutes(markdown: string): number {
  return Math.max(1, Math.ceil(wordCount(markdown) / WORDS_A_MINUTE));
}
