import * as z from 'zod/mini';
import type { ownerRules } from '#i18n/en/owner-rules';

/** The code of a sentence in `src/i18n` for a wrong value. */
export type Rule = keyof typeof ownerRules;

type Sentence = string | ((max: number | bigint) => string);

/** An issue of zod's. `message` is a rule's code; `maximum` limits a length. */
export interface BrokenRule {
  readonly message: string;
  readonly maximum?: number | bigint;
}

/** A broken rule's sentence; `other` if the contract names no rule. */
export function ruleIn(
  rules: Readonly<Record<string, Sentence>> & { readonly other: string },
  { message, maximum = 0 }: BrokenRule,
): string {
  const sentence = rules[message] ?? rules.other;
  return typeof sentence === 'string' ? sentence : sentence(maximum);
}

/** An error in one field: its path in the body and a sentence for the visitor. */
export const Issue = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() });
export type Issue = z.infer<typeof Issue>;

export const Problem = z.object({ error: z.string(), issues: z.optional(z.array(Issue)) });
export type Problem = z.infer<typeof Problem>;
