/** A sentence, or what makes one of values: texts and numbers. */
type Sentence = string | ((...values: never[]) => string);
type Sentences = Readonly<Record<string, Sentence>>;

/** The same sentences in two languages. */
export type Pair = readonly [from: Sentences, to: Sentences];

/**
 * Says in another language what is a sentence of the first one; any other text stays as it is. The values in a sentence are
 * found again where they stand: each is whatever lies between the words around it.
 */
export function translator(...pairs: readonly Pair[]): (text: string) => string {
  const known = new Map<string, string>();
  const patterns: (readonly [RegExp, (...values: string[]) => string])[] = [];
  for (const [from, to] of pairs) {
    for (const [name, sentence] of Object.entries(from)) {
      const other = to[name];
      if (typeof sentence === 'string' && typeof other === 'string') known.set(sentence, other);
      if (typeof sentence === 'function' && typeof other === 'function') {
        patterns.push([patternOf(sentence as typeof other), other as (...values: string[]) => string]);
      }
    }
  }
  return (text) => {
    const same = known.get(text);
    if (same !== undefined) return same;
    for (const [pattern, other] of patterns) {
      const values = pattern.exec(text)?.groups;
      if (values) return other(...Object.keys(values).map((name) => values[name] ?? ''));
    }
    return text;
  };
}

/** What matches the sentence with any values in it: the groups `v0`, `v1` and so on, in the order of its parameters. */
function patternOf(sentence: (...values: never[]) => string): RegExp {
  // No text of ours holds these characters.
  const marks = Array.from({ length: sentence.length }, (_, index) => String.fromCharCode(0xe000 + index));
  const escaped = sentence(...(marks as never[])).replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const groups = marks.reduce((text, mark, index) => text.replace(mark, `(?<v${index}>.+)`), escaped);
  return new RegExp(`^${groups}$`, 's');
}
