import range from '#brand/range.json' with { type: 'json' };

/** One of what the dealer sells, by the schema `rangeSchema`. */
type Kind = { category: string; name: string } & Partial<Record<'inText' | 'kindOf' | 'es' | 'inTextEs', string>>;

/** What the dealer sells, in the order of the gallery's filters, and the name of all else. */
export const { kinds, other }: { kinds: readonly Kind[]; other: Pick<Kind, 'name' | 'es'> } = range;

/** The category of all else. */
export const OTHER = 'general';

/** The label of each category of the gallery. */
export const labelsIn = (language: 'en' | 'es'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...kinds, { ...other, category: OTHER }].map((one) => [one.category, (language === 'es' && one.es) || one.name]),
  );

/**
 * What is sold, in words for the middle of a sentence, each once. `all`: a kind of another one stands behind that one.
 * `inOrder`: as the gallery's filters. `brief`: without kinds of another one, and without brackets.
 */
export function rangeIn(language: 'en' | 'es', sold = kinds) {
  const said = ({ name, inText = name.toLowerCase(), es, inTextEs = es?.toLowerCase() }: Kind) =>
    (language === 'es' && inTextEs) || inText;
  const words = (some: readonly Kind[]) => [...new Set(some.map(said))];
  const main = sold.filter(({ kindOf }) => !kindOf);
  return {
    all: words(main.flatMap((one) => [one, ...sold.filter(({ kindOf }) => kindOf === one.category)])),
    inOrder: words(sold),
    brief: words(main).map((word) => word.replace(/ \(.*\)/, '')),
  };
}
