import * as z from 'zod/mini';
import { instant } from './calendar.ts';
import type { Rule } from './problem.ts';
import { notAnObject, paragraph } from './text.ts';

/** Of an answer, in characters: three parts. */
export const MAX_TEXT = 459;

/** One text with a lead's visitor. */
export const ConversationText = z.object({
  id: z.string(),
  at: instant,
  from: z.enum(['us', 'them']),
  /** Of ours: the kind of news, such as `booked` or `answer`. */
  about: z.optional(z.string()),
  text: z.string(),
  /** Of ours. `waiting`: as at night. */
  state: z.optional(z.enum(['waiting', 'sent', 'delivered', 'failed'])),
  /** The provider's code of a failure: see `textFailure`. */
  code: z.optional(z.string()),
  /** Who of us wrote it. */
  by: z.optional(z.string()),
});
export type ConversationText = z.infer<typeof ConversationText>;

/**
 * `GET /api/leads/{id}/texts`, in the order of their coming. `standing`: `off`, no texts are set up; `noNumber`, the
 * lead has none that takes texts; `unknown`, its person has not agreed. `said`: what the number's ledger says last of that.
 */
export const Conversation = z.object({
  texts: z.array(ConversationText),
  standing: z.enum(['off', 'noNumber', 'unknown', 'agreed', 'stopped']),
  said: z.optional(z.object({ at: instant, by: z.string(), where: z.optional(z.string()) })),
  /** Whether an answer would be taken: the person has agreed, or has texted us, and has not stopped. */
  mayAnswer: z.boolean(),
  /** The number that an answer goes to, in E.164. */
  number: z.optional(z.string()),
});
export type Conversation = z.infer<typeof Conversation>;

/**
 * `POST /api/leads/{id}/texts`: our answer. The sender chooses the id: the same one again sends nothing. Answer: 200
 * with the conversation; 409 where no answer would be taken.
 */
export const NewText = z.object(
  {
    id: z.string('note' satisfies Rule).check(z.regex(/^[a-z0-9-]{1,64}$/, 'note' satisfies Rule)),
    text: paragraph(MAX_TEXT).check(z.minLength(1, 'text' satisfies Rule)),
    /** The texts of the visitor that its writer has seen: 409 where another has come. Absent: all. */
    seen: z.optional(z.array(z.string('note' satisfies Rule))),
  },
  notAnObject,
);
export type NewText = z.infer<typeof NewText>;

/** What a failed text means for the owner, by Twilio's code (https://www.twilio.com/docs/api/errors). */
const failures = {
  late: 'It could not go out in time. Please tell them yourself.',
  '21610': 'They have stopped texts from you. They begin again only by texting START to your number.',
  '21211': 'This is no phone number. Correct it on the lead.',
  '21614': 'This number takes no texts: it may be a landline. Call, or write a mail.',
  '21408': 'Your provider’s account may not text to this country. Allow it there.',
  '30003': 'The phone is off or out of reach. Try again later, or call.',
  '30004': 'The phone or its carrier blocks texts. Call, or write a mail.',
  '30005': 'The number is not in use. Correct it on the lead.',
  '30006': 'This number takes no texts: it may be a landline. Call, or write a mail.',
  '30007': 'The carrier took it for spam. Shorter words without links may arrive; or call.',
  '30008': 'The carrier did not say why. Try again later, or call.',
  '30034': 'Your sender is not registered. Register it with the provider: until then carriers refuse its texts.',
} as const;

/** Why a text did not arrive, and what the owner can do. It may name the `{code}`. */
export function textFailure(code = '') {
  if (Object.hasOwn(failures, code)) return failures[code as keyof typeof failures];
  return code
    ? 'The provider refused it ({code}). Call, or write a mail.'
    : 'The provider refused it. Call, or write a mail.';
}
