import * as z from 'zod/mini';
import type { ownerRules } from '#i18n/en/owner-rules';

/** The code of a sentence in `src/i18n` for a wrong value. */
export type Rule = keyof typeof ownerRules;

/** An issue of zod's. `message` is a rule's code; `maximum` limits a length. */
export interface BrokenRule {
  readonly message: string;
  readonly maximum?: number | bigint;
}

/** A broken rule's sentence; `other` if the contract names no rule. A sentence may name the length: `{max}`. */
export const ruleIn = (
  rules: Readonly<Record<string, string>> & { readonly other: string },
  { message, maximum = 0 }: BrokenRule,
): string => (rules[message] ?? rules.other).replace('{max}', String(maximum));

/** The mistakes in a form's fields, by field, each as a sentence. */
export type Problems = Readonly<Record<string, readonly string[]>>;

/** What is wrong with a form's values; each sentence of a field once. */
export function problemsOf(
  issues: readonly (BrokenRule & { readonly path: readonly PropertyKey[] })[] | undefined,
  sentenceOf: (issue: BrokenRule) => string,
): Problems {
  const problems: Record<string, readonly string[]> = {};
  for (const issue of issues ?? []) {
    const field = String(issue.path[0]);
    problems[field] = [...new Set([...(problems[field] ?? []), sentenceOf(issue)])];
  }
  return problems;
}

/** An error in one field: its path in the body and a sentence for the visitor. */
export const Issue = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() });
export type Issue = z.infer<typeof Issue>;

/** A record of fields by name, each with any JSON value. */
const AnyFields = z.record(z.string(), z.unknown());

/**
 * What the caller of a change saw in the fields that it changes. A field that has changed since is refused with 409;
 * without `seen` the change is made anyway. An absent value is `null` or empty.
 */
export const seen = z.optional(AnyFields);

/** In a 409: the fields that have changed since they were seen, with their present values. `at`: the last change. */
export const Conflict = z.object({ fields: AnyFields, at: z.optional(z.string()) });
export type Conflict = z.infer<typeof Conflict>;

export const Problem = z.object({
  error: z.string(),
  issues: z.optional(z.array(Issue)),
  conflict: z.optional(Conflict),
});
export type Problem = z.infer<typeof Problem>;
