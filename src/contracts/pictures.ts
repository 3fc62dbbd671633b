import * as z from 'zod/mini';
import { PART_BYTES } from './media.ts';

/** For one lead. */
export const MAX_PICTURES = 8;
/** For one picture as it is sent, and for all of a form together: a function's request has a limit. */
export const MAX_PICTURE_BYTES = PART_BYTES;

/** A picture of a lead's windows. `by`: who of the business added it; absent: the visitor. `at`: ISO 8601, UTC. */
export const LeadPicture = z.object({ id: z.string(), at: z.string(), by: z.optional(z.string()) });
export type LeadPicture = z.infer<typeof LeadPicture>;

/** `GET` and `POST /api/leads/{id}/pictures`, `DELETE /api/leads/{id}/pictures/{picture}`. The oldest is first. */
export const LeadPictures = z.object({ pictures: z.array(LeadPicture) });
export type LeadPictures = z.infer<typeof LeadPictures>;
