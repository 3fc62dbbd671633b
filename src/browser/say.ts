import { type PlainText, sayer } from '#i18n/admin-text';

/**
 * The words of an owner's page in Spanish, which stand in it as data. They are there before any script runs, so texts in
 * the tables of a module are right too. (A module that waited for a file would not load in Safari before 27.)
 */
const words = globalThis.document?.getElementById('admin-words')?.textContent;

/** Says a text of the owner's pages in the page's language. */
export const say = sayer(words ? JSON.parse(words) : undefined);

/** A word that has its plural, with an s, among the texts. */
type Countable = { [Text in PlainText]: `${Text}s` extends PlainText ? Text : never }[PlainText];

/** `1 visit`, `1,200 visits`; `1 visita`, `1,200 visitas` */
export const sayCounted = (count: number, what: Countable): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? say(what) : say(`${what}s`)}`;

/** Says the labels of a contract, for `labelOf` and `optionsOf`. */
export const sayLabels = <Value extends string>(labels: Readonly<Record<Value, PlainText>>) =>
  Object.fromEntries(Object.entries<PlainText>(labels).map(([value, label]) => [value, say(label)])) as Record<
    Value,
    string
  >;
