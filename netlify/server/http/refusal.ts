import { type BrokenRule, type Conflict, type Problem, ruleIn } from '#contracts/problem';
import type { Language } from '#i18n/language';
import { type Headers, json } from './answers.ts';
import { type Message, rules, sentenceIn } from './language.ts';

/** A field and the rule that it breaks. */
type BrokenField = BrokenRule & { readonly path: (string | number)[] };

interface More {
  readonly issues?: readonly BrokenField[];
  readonly conflict?: Conflict;
  readonly headers?: Headers;
}

/** A refusal's status and sentence. */
export type Refused = readonly [status: number, sentence: Message];

/**
 * A refused request: the status, a sentence for a person, the broken rule of each field (400), the fields that have
 * changed since they were seen (409), and headers such as `Allow` (405) and `Retry-After` (429). Thrown on the way to an
 * operation, rendered by `handler.ts`. Inside a domain an expected outcome is a value.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly sentence: Message;
  readonly more: More;

  constructor(status: number, sentence: Message, more: More = {}) {
    super(sentenceIn('en', sentence));
    this.status = status;
    this.sentence = sentence;
    this.more = more;
  }
}

/** A refusal's sentence and headers in a language. With wrong fields, the sentence of the first. */
export function refusalIn(
  language: Language,
  { sentence, more: { issues: broken, conflict, headers } }: Refusal,
): Problem & { headers: Headers } {
  const issues = broken?.map((issue) => ({ path: issue.path, message: ruleIn(rules[language], issue) }));
  return {
    error: issues?.[0]?.message ?? sentenceIn(language, sentence),
    ...(issues && { issues }),
    ...(conflict && { conflict }),
    headers: { ...headers, ...(language !== 'en' && { 'content-language': language }) },
  };
}

/** A refusal as JSON: `{ error, issues?, conflict? }`. */
export function problem(language: Language, refusal: Refusal): Response {
  const { headers, ...body } = refusalIn(language, refusal);
  return json(refusal.status, body satisfies Problem, headers);
}

/** A field's message with a full stop, to stand alone on a page. */
export function asSentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}
