/** The label of a value. A value that the list does not know, as in a record of former rules, is its own label. */
export function labelOf(labels: Readonly<Record<string, string>>, value: string): string {
  return (Object.hasOwn(labels, value) && labels[value]) || value;
}

/** `1 visit`, `3 visits` */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** `installation` at the start of a line: `Installation`. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
