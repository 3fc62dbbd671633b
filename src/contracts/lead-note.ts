import * as z from 'zod/mini';
import { instant } from './calendar.ts';
import type { Rule } from './problem.ts';
import { paragraph } from './text.ts';

/** Of one note, in characters. */
export const MAX_NOTE = 4000;
/** Of those that people write in a lead, and of those that the site writes. */
export const MAX_NOTES = 200;

/** Written once: a later note corrects it. */
export const LeadNote = z.object({
  id: z.string(),
  /** Absent for what was written before notes had a time and an author. */
  at: z.optional(instant),
  by: z.optional(z.string()),
  text: z.string(),
  /** The id of the note in whose place this one stands. */
  corrects: z.optional(z.string()),
});
export type LeadNote = z.infer<typeof LeadNote>;

/** The notes that no other one corrects. */
export function standingNotes(notes: readonly LeadNote[]): LeadNote[] {
  const corrected = new Set(notes.map(({ corrects }) => corrects));
  return notes.filter(({ id }) => !corrected.has(id));
}

const SITE = 'correction-';
/** The id of a note that the site writes by itself: of the words that a correction has replaced. */
export const siteNoteId = (count: number): string => SITE + count;
export const isSiteNote = ({ id }: Pick<LeadNote, 'id'>): boolean => id.startsWith(SITE);
/** Whether one more of its kind fits. What a visitor changes again and again leaves the owner's room as it is. */
export const hasRoom = (notes: readonly LeadNote[], note: Pick<LeadNote, 'id'>): boolean =>
  notes.filter((one) => isSiteNote(one) === isSiteNote(note)).length < MAX_NOTES;

const noteId = z.string('note' satisfies Rule).check(z.regex(/^[\w-]{1,64}$/, 'note' satisfies Rule));

/** The sender chooses the id: the same one again writes nothing. */
export const NewNote = z.object({
  id: noteId,
  text: paragraph(MAX_NOTE).check(z.minLength(1, 'text' satisfies Rule)),
  corrects: z.optional(noteId),
});
export type NewNote = z.infer<typeof NewNote>;
