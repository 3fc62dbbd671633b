import type { BrokenRule, Rule } from '#contracts/problem';
import { ownerRules } from '#i18n/en/owner-rules';
import { say } from './say.ts';

/** The sentence of a rule that the owner has broken, in the page's language. */
export const sayRule = ({ message, maximum = 0 }: BrokenRule): string =>
  say(ownerRules[message as Rule] ?? ownerRules.other, { max: String(maximum) });
