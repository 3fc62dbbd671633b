/** What to tell an editor whose entry has fields that the schema does not know. */
export function unknownFields(given: readonly string[], known: readonly string[]): string {
  return given.map((field) => `"${field}" is not a field here. ${remedy(field, known)}`).join(' ');
}

function remedy(field: string, known: readonly string[]): string {
  const nearest = known.find((name) => distance(field.toLowerCase(), name.toLowerCase()) <= 2);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  return `Remove it, or use one of: ${known.join(', ')}.`;
}

/** Levenshtein's distance: how many letters to add, drop or change to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const [left = 0, above = 0, diagonal = 0] = [next[j], row[j + 1], row[j]];
      next.push(Math.min(left + 1, above + 1, diagonal + (letter === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? a.length;
}
