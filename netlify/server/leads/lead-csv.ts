import type { Lead } from '#lead/lead';
import { statusAt } from '#lead/place';
import { cancellationOf, pastVisits, standingVisits } from '#lead/visits';
import { standingNotes } from '#contracts/lead-note';
import { outcomeLabels } from '#contracts/lead-outcome';
import { leadStatusLabels, lostReasonLabels } from '#contracts/lead-status';
import { visitKindLabels } from '#contracts/owner-visit';
import { originOf } from '#contracts/source';
import { shownAt } from '#lead/request-fields';
import { labelOf } from '#lib/label';
import { zonedDateTime, zoneNames } from '#lib/time/zone';
import { leadReference } from './lead-id.ts';

type Column = readonly [heading: string, cell: (lead: Lead, now: number) => string | undefined];

const sources = { dialog: 'Booking dialog', form: 'Plain form', phone: 'By phone', text: 'Text message' } as const;

/** In the file's order. */
const columns: readonly Column[] = [
  [`Received (${zoneNames.adjective})`, ({ createdAt }) => zonedDateTime(createdAt)],
  ['Status', (lead, now) => labelOf(leadStatusLabels, statusAt(lead, now))],
  ...shownAt('csv').map(({ label, words }): Column => [label, ({ request }) => words(request)]),
  ['Amount', ({ amount }) => amount?.toFixed(2)],
  [`Visits (${zoneNames.adjective})`, visitsCell],
  ['Follow up on', ({ followUp }) => followUp],
  ['Lost because', ({ lostReason }) => lostReason && labelOf(lostReasonLabels, lostReason)],
  ['Notes', notesCell],
  ['Came from', (lead) => originOf(lead).source],
  ['Campaign', ({ request }) => request.attribution?.utm_campaign],
  ['Sent with', ({ source, isSpam }) => labelOf(sources, source) + (isSpam ? ', likely by a robot' : '')],
  // The file is passed on. The id itself could book a visit, so the file holds the reference.
  ['Reference', ({ id }) => leadReference(id)],
];

/** One visit a line, those to come too: `2026-12-01 10:30, Consultation: Quoted`; then when it was cancelled. */
function visitsCell(lead: Lead, now: number): string {
  const cancelledAt = cancellationOf(lead, now);
  const lines = [...pastVisits(lead, now), ...standingVisits(lead, now)].map(({ start = '', kind, outcome }) => {
    const what = `${zonedDateTime(start)}, ${labelOf(visitKindLabels, kind)}`;
    return outcome ? `${what}: ${labelOf(outcomeLabels, outcome)}` : what;
  });
  return [...lines, cancelledAt && `Cancelled on ${zonedDateTime(cancelledAt)}`].filter(Boolean).join('\n');
}

/** One note a paragraph: `2026-12-01 10:30, owner: Two dogs.` */
function notesCell({ notes }: Lead): string {
  const standing = standingNotes(notes);
  const lines = notes.map((note) => {
    const when = [note.at && zonedDateTime(note.at), note.by, !standing.includes(note) && 'corrected'];
    const words = when.filter(Boolean).join(', ');
    return words ? `${words}: ${note.text}` : note.text;
  });
  return lines.join('\n');
}

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** The leads as CSV (RFC 4180), one line at a time, each with its CRLF. `now` in ms. */
export function* csvLines(leads: Iterable<Lead>, now: number): Generator<string> {
  yield csvStart(columns.map(([heading]) => heading));
  for (const lead of leads) yield csvLine(columns.map(([, cell]) => cell(lead, now) ?? ''));
}

/** The line of headings, behind the byte order mark. */
export function csvStart(headings: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(headings);
}

/** One line of the file. No cell of it runs as a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Text that a spreadsheet may run as a formula: =, +, - or @ (also full width or small) comes first. Some spreadsheets
 * drop spaces, quotes, marks and invisible characters before the sign. A leading tab or line break may start a new
 * cell.
 */
const FORMULA =
  /^(?:[\t\r\n]|[\s\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"'“”‘’]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u;

/** One cell, in quotes. An apostrophe stops a formula (OWASP, CSV Injection); a phone number stays readable. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
