import { attributionFields, contactLabels } from '#contracts/consultation';
import { type AdminLead, cameFrom, leadStatusLabels } from '#contracts/lead';
import { easternDateTime } from '#lib/eastern-time';
import { leadReference } from './lead.ts';

type Column = readonly [heading: string, cell: (lead: AdminLead) => string | undefined];

const sources = { dialog: 'Booking dialog', form: 'Plain form', phone: 'By phone' } as const;

const columns: readonly Column[] = [
  ['Received (Eastern)', ({ createdAt }) => easternDateTime(createdAt)],
  ['Status', ({ status }) => leadStatusLabels[status]],
  ['Name', ({ request }) => request.name],
  ['Phone', ({ request }) => request.phone],
  ['Email', ({ request }) => request.email],
  ['ZIP code', ({ request }) => request.zipCode],
  ['City', ({ request }) => request.city],
  ['Address', ({ request }) => request.address],
  ['Service', ({ request }) => request.serviceInterest],
  ['Prefers', ({ request }) => contactLabels[request.preferredContact]],
  ['Call in', ({ request }) => (request.language === 'es' ? 'Spanish' : 'English')],
  ['Visit (Eastern)', ({ slot }) => slot && easternDateTime(slot)],
  ['Visit cancelled (Eastern)', ({ cancelledAt }) => cancelledAt && easternDateTime(cancelledAt)],
  ['Asked about', ({ request }) => request.about],
  ['Message', ({ request }) => request.message],
  ['Notes', ({ notes }) => notes],
  ['Came from', ({ request }) => cameFrom(request.attribution)],
  ...attributionFields.map((field): Column => [field, ({ request }) => request.attribution?.[field]]),
  ['Sent with', ({ source }) => sources[source]],
  ['Likely a robot', ({ isSpam }) => (isSpam ? 'Yes' : 'No')],
  ['Last changed (Eastern)', ({ updatedAt }) => easternDateTime(updatedAt)],
  // The file is passed on. The id itself could book a visit, so the file holds the reference.
  ['Id', ({ id }) => leadReference(id)],
];

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** The leads as CSV (RFC 4180), one line at a time, each with its CRLF. */
export function* csvLines(leads: Iterable<AdminLead>): Generator<string> {
  yield csvStart(columns.map(([heading]) => heading));
  for (const lead of leads) yield csvLine(columns.map(([, cell]) => cell(lead) ?? ''));
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
