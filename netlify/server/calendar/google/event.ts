import type { calendar_v3 } from '@googleapis/calendar';
import * as z from 'zod/mini';
import { business } from '#business';
import { contactLabels } from '#contracts/consultation';
import { escapeHtml } from '#lib/escape-html';
import { telHref } from '#lib/tel-href';
import type { Lead } from '#server/leads/lead';
import type { EventState, Visit } from '../port.ts';
import type { Span } from '#server/booking/slots';

/** The event of a visit. `site` names this installation: another one may keep its visits in the same calendar. */
export function eventOf({ id, span, lead }: Visit, site: string, invites: boolean): calendar_v3.Schema$Event {
  const { name, address, city, zipCode, email } = lead.request;
  const at = (moment: number) => ({ dateTime: new Date(moment).toISOString(), timeZone: business.timeZone });
  return {
    id,
    summary: `Consultation: ${name}`,
    description: descriptionOf(lead),
    location: [address, city, zipCode].filter(Boolean).join(', '),
    start: at(span.start),
    end: at(span.end),
    extendedProperties: { private: { site, lead: lead.id } },
    ...(invites && email && { attendees: [{ email }] }),
  };
}

/** Google shows a description as HTML: what the visitor typed is escaped, so that it stays text. */
function descriptionOf({ request }: Lead): string {
  const { phone, email, zipCode, city, address, serviceInterest, preferredContact, message } = request;
  const lines: [label: string, html: string | undefined][] = [
    ['Phone', phone && phoneLink(phone)],
    ['Email', email && escapeHtml(email)],
    ['Address', address && escapeHtml(address)],
    ['City', escapeHtml(city)],
    ['ZIP', escapeHtml(zipCode)],
    ['Service', escapeHtml(serviceInterest)],
    ['Preferred contact', contactLabels[preferredContact]],
    ['Message', message && escapeHtml(message).replaceAll('\n', '<br>')],
  ];
  return lines.flatMap(([label, html]) => (html ? [`${label}: ${html}`] : [])).join('<br>');
}

function phoneLink(phone: string): string {
  const href = telHref(phone);
  return href ? `<a href="${href}">${escapeHtml(phone)}</a>` : escapeHtml(phone);
}

const Moment = z.object({ dateTime: z.optional(z.string()) });
const Properties = z.object({ private: z.optional(z.record(z.string(), z.string())) });

/** What is read of an event that Google sends. */
export const EventAnswer = z.object({
  id: z.string(),
  status: z.optional(z.string()),
  start: z.optional(Moment),
  end: z.optional(Moment),
  recurringEventId: z.optional(z.string()),
  extendedProperties: z.optional(Properties),
});
type EventAnswer = z.infer<typeof EventAnswer>;

/** What became of an event that was made for the span. One that the owner made longer or shorter is still that visit. */
export function stateOf({ status, start, extendedProperties }: EventAnswer, span: Span, site: string): EventState {
  if (status === 'cancelled') return { state: 'dead' };
  if (instantOf(start) !== span.start) return { state: 'dead' };
  const { site: maker, lead } = extendedProperties?.private ?? {};
  return maker === site && lead ? { state: 'alive', lead } : { state: 'foreign' };
}

/** In milliseconds; `NaN` for an event that takes whole days. */
export function instantOf(moment: z.infer<typeof Moment> | undefined): number {
  return Date.parse(moment?.dateTime ?? '');
}
