import * as z from 'zod/mini';
import { ConsultationRequest, ContactDetails, VisitDetails, withOneNumber } from './consultation.ts';
import type { Rule } from './problem.ts';

const { address, message } = VisitDetails.shape;
const { phone, email, texts } = ContactDetails.shape;

/** The text with which the page drew a field. A text that breaks the field's rule counts as empty. */
const drawn = (field: typeof phone | typeof email) => z.catch(field, undefined);

/**
 * The street address, the phone number with the agreement to texts, the email address, and the notes, such as a gate
 * code: the installer needs them. A field whose text is the drawn one changes nothing: the owner may have corrected it
 * meanwhile.
 */
const VisitorNotes = z
  .object({
    action: z.literal('notes'),
    address,
    phone,
    email,
    message,
    texts,
    /** The wording beside the box for texts. */
    consent: ConsultationRequest.shape.consent,
    addressDrawn: drawn(address),
    phoneDrawn: drawn(phone),
    emailDrawn: drawn(email),
    messageDrawn: drawn(message),
    textsDrawn: texts,
  })
  .check(
    // A visitor who takes the number away need not untick a box that we have drawn ticked.
    z.refine(({ texts, textsDrawn, phone }) => !texts || Boolean(textsDrawn ?? phone), {
      path: ['phone'],
      error: 'textsPhone' satisfies Rule,
    }),
    z.overwrite(withOneNumber),
  );
export type VisitorNotes = z.infer<typeof VisitorNotes>;

/** The start of the visit that the page has drawn: a lead may have several. */
const drawnVisit = z.catch(z.optional(z.iso.datetime()), undefined);

/** The forms of `/visit/<token>`. */
export const VisitChange = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('move'), slot: z.iso.datetime('time' satisfies Rule), visit: drawnVisit }),
    z.object({ action: z.literal('cancel'), visit: drawnVisit }),
    VisitorNotes,
  ],
  'change' satisfies Rule,
);
export type VisitChange = z.infer<typeof VisitChange>;
