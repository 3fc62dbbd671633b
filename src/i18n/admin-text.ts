import type { ownerRules } from './en/owner-rules.ts';
import type words from './es/admin.json';

/**
 * A text for the owner. It is its own English; `es/admin.json` has its translation, without which it does not compile, and
 * `es/owner-rules.ts` that of a broken rule's sentence. What follows a `#` is not shown: it tells two meanings of a word apart, as in `Call#noun`.
 */
export type AdminText = keyof typeof words | (typeof ownerRules)[keyof typeof ownerRules];

/** The names in a text's braces. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type Values<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<Text>, string | number>>];

/** A text without values. */
export type PlainText = { [Text in AdminText]: [NamesIn<Text>] extends [never] ? Text : never }[AdminText];

export type Say = <Text extends AdminText>(text: Text, ...values: Values<Text>) => string;

/** Says the label of a value. A value that the list does not know is its own label. */
export const sayLabel = (say: Say, labels: Readonly<Record<string, PlainText>>, value: string): string =>
  Object.hasOwn(labels, value) && labels[value] ? say(labels[value]) : value;

/** Says the texts in a language, by its words; in English without any. Each `{name}` becomes its value. */
export const sayer =
  (words: Readonly<Partial<Record<string, string>>> = {}): Say =>
  (text, ...[values = {}]: readonly Readonly<Record<string, string | number>>[]) =>
    (words[text] ?? text.replace(/#.*/, '')).replace(/\{(\w+)\}/g, (braces, name: string) =>
      String(values[name] ?? braces),
    );
