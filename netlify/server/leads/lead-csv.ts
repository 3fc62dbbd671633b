import { attributionFields, contactLabels } from '#contracts/consultation';
import { type AdminLead, cameFrom, leadStatusLabels } from '#contracts/lead';
import { easternDateTime } from '#lib/eastern-time';
import { leadReference } from './lead.ts';

type Column = readonly [heading: string, cell: (lead: AdminLead) => string | undefined];

const sources = { dialog: 'Booking dialog', form: 'Plain form', phone: 'By phone' } as const;

/** Every field of a lead, in the order of the file. */
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
  // The file goes from hand to hand, and the id itself books.
  ['Id', ({ id }) => leadReference(id)],
];

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** The leads as CSV (RFC 4180), line by line; each line ends with CRLF. */
export function* csvLines(leads: Iterable<AdminLead>): Generator<string> {
  yield csvStart(columns.map(([heading]) => heading));
  for (const lead of leads) yield csvLine(columns.map(([, cell]) => cell(lead) ?? ''));
}

/** The first line of a file: its headings. */
export function csvStart(headings: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(headings);
}

/** One line of a file; no cell of it is taken for a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * What a spreadsheet takes for a formula: =, +, - or @ at the beginning, also behind spaces, quotes, marks and characters
 * that nobody sees, which some of them take away, and in full width or small; and a tab or a line break there, which may
 * begin a new cell.
 */
const FORMULA =
  /^(?:[\t\r\n]|[\s\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"'“”‘’]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u;

/**
 * One cell, always in quotes. An apostrophe before what looks like a formula makes it the text that it is (OWASP, CSV
 * Injection); a number such as +1 407 555 0142 stays readable behind it.
 */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
