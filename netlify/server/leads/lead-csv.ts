import { contactLabels } from '#contracts/consultation';
import type { AdminLead } from '#contracts/admin-lead';
import { languageName, typedFields } from '#contracts/kept-request';
import { standingNotes } from '#contracts/lead-note';
import { outcomeLabels } from '#contracts/lead-outcome';
import { leadStatusLabels, lostReasonLabels } from '#contracts/lead-status';
import { visitKindLabels } from '#contracts/owner-visit';
import { originOf } from '#contracts/source';
import { labelOf } from '#lib/label';
import { zonedDateTime, zoneNames } from '#lib/time/zone';
import { leadReference } from './lead-id.ts';

type Column = readonly [heading: string, cell: (lead: AdminLead) => string | undefined];

const sources = { dialog: 'Booking dialog', form: 'Plain form', phone: 'By phone', text: 'Text message' } as const;

/** In the file's order. A field of the request that is missing here does not compile. */
const columns = {
  received: [`Received (${zoneNames.adjective})`, ({ createdAt }) => zonedDateTime(createdAt)],
  status: ['Status', ({ status }) => labelOf(leadStatusLabels, status)],
  name: ['Name', ({ request }) => request.name],
  phone: ['Phone', ({ request }) => request.phone],
  email: ['Email', ({ request }) => request.email],
  address: ['Street address', ({ request }) => request.address],
  city: ['City', ({ request }) => request.city],
  zipCode: ['ZIP code', ({ request }) => request.zipCode],
  serviceInterest: ['Service', ({ request }) => request.serviceInterest],
  amount: ['Amount', ({ amount }) => amount?.toFixed(2)],
  visits: [`Visits (${zoneNames.adjective})`, visitsCell],
  followUp: ['Follow up on', ({ followUp }) => followUp],
  lostReason: ['Lost because', ({ lostReason }) => lostReason && labelOf(lostReasonLabels, lostReason)],
  ...typedFields((label, field): Column => [label, ({ request }) => request[field]]),
  notes: ['Notes', notesCell],
  heardFrom: ['Came from', (lead) => originOf(lead).source],
  campaign: ['Campaign', ({ request }) => request.attribution?.utm_campaign],
  attribution: ['What the link said', ({ request }) => linkCell(request.attribution)],
  source: ['Sent with', ({ source, isSpam }) => labelOf(sources, source) + (isSpam ? ', likely by a robot' : '')],
  preferredContact: ['Prefers', ({ request }) => labelOf(contactLabels, request.preferredContact)],
  language: ['Call in', ({ request }) => languageName(request)],
  consent: ['Consent wording', consentCell],
  // The file is passed on. The id itself could book a visit, so the file holds the reference.
  id: ['Reference', ({ id }) => leadReference(id)],
} satisfies Record<Exclude<keyof AdminLead['request'], 'texts'>, Column> & Record<string, Column>;

/** `2027-02, agreed to texts` */
function consentCell({ request: { consent, texts } }: AdminLead): string {
  return [consent, texts && 'agreed to texts'].filter(Boolean).join(', ');
}

/** One visit a line, those to come too: `2026-12-01 10:30, Consultation: Quoted`; then when it was cancelled. */
function visitsCell({ visits, coming, cancelledAt }: AdminLead): string {
  const lines = [...visits, ...coming].map(({ start, kind, outcome }) => {
    const what = `${zonedDateTime(start)}, ${labelOf(visitKindLabels, kind)}`;
    return outcome ? `${what}: ${labelOf(outcomeLabels, outcome)}` : what;
  });
  return [...lines, cancelledAt && `Cancelled on ${zonedDateTime(cancelledAt)}`].filter(Boolean).join('\n');
}

/** One word of the link a line: `utm_medium: cpc` */
const linkCell = (attribution: object = {}) =>
  Object.entries(attribution)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');

/** One note a paragraph: `2026-12-01 10:30, owner: Two dogs.` */
function notesCell({ notes }: AdminLead): string {
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

/** The leads as CSV (RFC 4180), one line at a time, each with its CRLF. */
export function* csvLines(leads: Iterable<AdminLead>): Generator<string> {
  const all: readonly Column[] = Object.values(columns);
  yield csvStart(all.map(([heading]) => heading));
  for (const lead of leads) yield csvLine(all.map(([, cell]) => cell(lead) ?? ''));
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
