import * as z from 'zod/mini';
import { ContactDetails, VisitDetails } from './consultation.ts';
import type { Rule } from './problem.ts';

const { address, message } = VisitDetails.shape;
const { phone } = ContactDetails.shape;

/** What stood in a field when its page was drawn; text that no form of ours sends is as if nothing stood there. */
const drawn = <Field extends z.ZodMiniType>(field: Field) => z.catch(z.optional(field), undefined);

/**
 * The street address, the phone number and the notes, such as a gate code: what whoever comes needs to know. A field that
 * says what stood in it is not changed: the owner may have corrected it meanwhile.
 */
const VisitorNotes = z.object({
  action: z.literal('notes'),
  address,
  phone,
  message,
  addressDrawn: drawn(address),
  phoneDrawn: drawn(phone),
  messageDrawn: drawn(message),
});
export type VisitorNotes = z.infer<typeof VisitorNotes>;

/** The forms of `/visit/<token>`. */
export const VisitChange = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('move'), slot: z.iso.datetime('time' satisfies Rule) }),
    z.object({ action: z.literal('cancel') }),
    VisitorNotes,
  ],
  'change' satisfies Rule,
);
export type VisitChange = z.infer<typeof VisitChange>;
