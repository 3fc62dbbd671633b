import * as z from 'zod/mini';
import { instant } from './calendar.ts';
import { type Attribution, KeptRequest } from './consultation.ts';
import type { Rule } from './problem.ts';
import { line, notAnObject, paragraph } from './text.ts';

/** What has become of a lead: the value kept, and its label. */
export const leadStatusLabels = {
  new: 'New',
  booked: 'Booked',
  'called back': 'Called back',
  closed: 'Closed',
} as const;
export type LeadStatus = keyof typeof leadStatusLabels;
export const leadStatuses = Object.keys(leadStatusLabels) as [LeadStatus, ...LeadStatus[]];
export const leadStatus = z.enum(leadStatuses, { error: 'status' satisfies Rule });

/** How a request came in; `form` is the plain page that works without scripts, `phone` what the owner wrote down. */
const leadSource = z.enum(['dialog', 'form', 'phone']);

/** How many characters the owner's notes may have. */
export const MAX_NOTES = 4000;
/** How many characters a search may have. */
export const MAX_SEARCH_LENGTH = 200;
/** How many leads one answer holds. */
export const LEADS_A_PAGE = 50;

/** A lead as the owner sees it. Instants are ISO 8601 in UTC. */
export const AdminLead = z.object({
  id: z.string(),
  createdAt: instant,
  updatedAt: instant,
  source: leadSource,
  status: leadStatus,
  /** The honeypot was filled in: most likely spam. */
  isSpam: z.boolean(),
  request: KeptRequest,
  /** The start of the visit that is held or booked. */
  slot: z.optional(instant),
  /** When the visit was cancelled, while no other is booked. */
  cancelledAt: z.optional(instant),
  notes: z.string(),
});
export type AdminLead = z.infer<typeof AdminLead>;

const NEXT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{32}$/;

/** The query of `GET /api/leads` and of `GET /api/leads/export`; an empty value is as good as an absent one. */
export const LeadQuery = z.object({
  /** Looked for in name, phone, email, ZIP, address, message and notes. */
  search: z._default(line(MAX_SEARCH_LENGTH), ''),
  status: z._default(z.union([z.literal(''), leadStatus], { error: 'status' satisfies Rule }), ''),
  /** The `next` of the page before. */
  after: z._default(z.string().check(z.refine((text) => text === '' || NEXT.test(text), 'next' satisfies Rule)), ''),
});
export type LeadQuery = z.infer<typeof LeadQuery>;

/** `GET /api/leads`: newest first. */
export const LeadPage = z.object({
  leads: z.array(AdminLead),
  /** How many leads match, on all pages together. */
  matching: z.number(),
  /** How many leads there are. */
  total: z.number(),
  /** Asks for the next page; absent on the last one. */
  next: z.optional(z.string()),
});
export type LeadPage = z.infer<typeof LeadPage>;

/** What visitors are promised: somebody contacts them within this time, ms. */
export const PROMISE_MS = 24 * 60 * 60_000;

/** `GET /api/today`: what the owner has to do. Of the visits and of those who wait each is a lead. */
export const Today = z.object({
  /** The visits of this Eastern day and those to come, soonest first. */
  visits: z.array(AdminLead),
  /** New requests without a visit, the one that has waited longest first; at most `LEADS_A_PAGE`. */
  waiting: z.array(AdminLead),
  /** How many wait in all. */
  waitingCount: z.number(),
});
export type Today = z.infer<typeof Today>;

/** In which language to call, where it is not English: the page that the request was sent from was in it. */
export const callLanguage = ({ language }: Pick<AdminLead['request'], 'language'>): 'Call in Spanish' | undefined =>
  language === 'es' ? 'Call in Spanish' : undefined;

/** Since when a lead waits for a call, in ISO 8601: since it came, or since its visit was cancelled. */
export const waitsSince = ({ createdAt, cancelledAt }: Pick<AdminLead, 'createdAt' | 'cancelledAt'>): string =>
  cancelledAt ?? createdAt;

/** `PUT /api/leads/{id}`: any subset of the fields; what is absent stays. Answered with 200 and the lead. */
export const LeadChange = z.object(
  { status: z.optional(leadStatus), notes: z.optional(paragraph(MAX_NOTES)) },
  notAnObject,
);
export type LeadChange = z.infer<typeof LeadChange>;

/**
 * `POST /api/leads/{id}/visit`: books, moves or cancels the visit of a lead. `from` is the visit that the owner sees, or
 * `null`: what has changed since is not written over. `isQuiet`: the visitor is not told. Answered with 200 and the lead.
 */
export const VisitByOwner = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('book'), slot: instant, from: z.nullable(instant), isQuiet: z.boolean() }),
    z.object({ action: z.literal('cancel'), from: instant, isQuiet: z.boolean() }),
  ],
  'change' satisfies Rule,
);
export type VisitByOwner = z.infer<typeof VisitByOwner>;

/** One mail about a lead: what it was about, to whom, and what became of it. */
export const LeadMail = z.object({
  /** `request`, `booked`, `cancelled`, `undelivered`, or what else was mailed about. */
  about: z.string(),
  to: z.enum(['owner', 'visitor']),
  state: z.enum(['waiting', 'sent', 'gave up']),
  /** When it ended or, while it waits, was written. */
  at: instant,
});
export type LeadMail = z.infer<typeof LeadMail>;

/** `GET /api/leads/{id}/mails`: the newest first. */
export const LeadMails = z.object({ mails: z.array(LeadMail) });
export type LeadMails = z.infer<typeof LeadMails>;

/** Whose click ids they are; where an address says no more, they still tell the advertisement's network. */
const networks = {
  gclid: 'Google ad',
  gbraid: 'Google ad',
  wbraid: 'Google ad',
  dclid: 'Google display ad',
  msclkid: 'Microsoft ad',
  ttclid: 'TikTok',
  fbclid: 'Facebook or Instagram',
} as const satisfies Attribution;

/** Where a lead came from in one line: `google / cpc, “Fall shades”, home page`. */
export function cameFrom(attribution: Attribution | undefined): string {
  if (!attribution) return 'Not known';
  const { utm_campaign: campaign, landing } = attribution;
  return [sourceOf(attribution), campaign && `“${campaign}”`, landing && pageName(landing)].filter(Boolean).join(', ');
}

/** Which place or advertisement led a visitor here: `google / cpc`, `Facebook or Instagram`, `nextdoor.com`. */
export function sourceOf(attribution: Attribution): string {
  const { utm_source: source, utm_medium: medium, referrer } = attribution;
  if (source || medium) return [source ?? 'not named', medium].filter(Boolean).join(' / ');
  const ids = Object.keys(networks) as (keyof typeof networks)[];
  const click = ids.find((id) => attribution[id]);
  if (click) return networks[click];
  return referrer && URL.canParse(referrer) ? new URL(referrer).host.replace(/^www\./, '') : 'Direct';
}

function pageName(path: string): string {
  return path === '/' ? 'home page' : path;
}
