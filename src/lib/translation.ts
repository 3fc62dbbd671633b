/** Merges an entry with its translation. Throws a sentence for the translator if they do not fit. */
export function withTranslation<Fields extends object>(original: Fields, translated: object): Fields {
  const { translation: _state, ...words } = translated as { translation?: string };
  return laidOver(original, words, '') as Fields;
}

function laidOver(original: unknown, words: unknown, at: string): unknown {
  if (Array.isArray(original) && Array.isArray(words)) {
    if (!words.some(isGroup)) return words;
    if (words.length === original.length) return original.map((row, index) => laidOver(row, words[index], at));
    throw new Error(`${at}: The English file has ${original.length} of them, the translation ${words.length}.`);
  }
  if (!isGroup(original) || !isGroup(words)) return words;
  if ('alt' in original && !('alt' in words))
    throw new Error(`${at}: The description of the picture is not translated.`);
  const names = Object.keys({ ...original, ...words });
  return Object.fromEntries(
    names.map((name) => {
      const [own, other] = [original[name], words[name]];
      if (isGroup(own) && 'alt' in own && other === undefined) laidOver(own, {}, name);
      return [name, other === undefined ? own : laidOver(own, other, name)];
    }),
  );
}

/** An object, such as a picture that the build has opened. */
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
