import { listIn } from '../hours-lines.ts';

/** `as` if each of these nouns is feminine, such as `cortinas (drapery)`. One of another kind, such as `toldos`, decides. */
export const ending = (nouns: readonly string[]): 'as' | 'os' =>
  nouns.every((noun) => /^\S*as\b/.test(noun)) ? 'as' : 'os';

/** `persianas y cortinas motorizadas`, `persianas y toldos motorizados` */
export const motorized = (nouns: readonly string[], word?: 'and' | 'or'): string =>
  `${listIn('es', nouns, word)} motorizad${ending(nouns)}`;
