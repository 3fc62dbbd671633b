import type { Interval } from '#lib/time/interval';
import { CONSULTATION, type Lead } from '#lead/lead';
import type { calendar_v3 } from '@googleapis/calendar';
import * as z from 'zod/mini';
import { business } from '#business';
import { visitKindLabels } from '#contracts/owner-visit';
import { callLanguage, namedIn, shownAt } from '#lead/request-fields';
import { sayLabel } from '#i18n/admin-text';
import { englishWords, type OwnerWords, wordsIn } from '#i18n/owner-words';
import { escapeHtml } from '#lib/escape-html';
import { nameInLetters, telHref } from '#lib/contact';
import { asciiEmail } from '#server/leads/person-keys';
import type { VisitFacts } from '#server/slots/records';
import type { EventState, Visit } from '../calendar.ts';
import type { ApiCall, Caller } from './client.ts';
import { type Answer, reasonOf } from './failures.ts';

export interface Maker {
  /** The installation's name: others may use the same calendar. */
  readonly site: string;
  readonly origin: string;
  /** The owner's. */
  readonly words: OwnerWords;
}

/**
 * The event of a visit. A guest sees the whole of it, and anybody may have given the guest's address: an event with a guest
 * says no more of what was sent than the service, the city, the language and a name that is letters (docs/decisions/028).
 */
export function eventOf(
  { id, interval, kind = CONSULTATION, lead, visit }: Visit,
  { site, origin, words }: Maker,
  invites: boolean,
): calendar_v3.Schema$Event {
  const { email } = lead.request;
  const isShared = invites && email !== undefined;
  const at = (moment: number) => ({ dateTime: new Date(moment).toISOString(), timeZone: business.timeZone });
  return {
    id,
    ...wordsOf(lead, { kind, origin, words, isShared }),
    start: at(interval.start),
    end: at(interval.end),
    extendedProperties: { private: { site, lead: lead.id, visit, end: String(interval.end), kind } },
    ...(isShared && { attendees: [{ email: asciiEmail(email) }] }),
  };
}

type Words = Record<'summary' | 'description' | 'location', string>;

interface Wording extends Pick<Maker, 'origin' | 'words'> {
  readonly kind: string;
  /** Guests see it too. */
  readonly isShared: boolean;
}

const wordsOf = (lead: Lead, { isShared, ...wording }: Wording): Words =>
  isShared ? wordsForGuests(lead, wording) : wordsForOwner(lead, wording);

function wordsForOwner(lead: Lead, { kind, words }: Pick<Wording, 'kind' | 'words'>): Words {
  const { name, address, city, zipCode } = lead.request;
  return {
    summary: `${sayLabel(words.say, visitKindLabels, kind)}: ${name}`,
    description: descriptionOf(lead, words),
    location: [address, city, zipCode].filter(Boolean).join(', '),
  };
}

/** The owner finds the rest behind the link, which requires a login. */
function wordsForGuests({ request }: Lead, { kind, origin, words }: Omit<Wording, 'isShared'>): Words {
  const { say } = words;
  const { city, serviceInterest } = namedIn(words, request);
  return {
    summary: [sayLabel(say, visitKindLabels, kind), nameInLetters(request.name)].filter(Boolean).join(': '),
    description: [
      ...(serviceInterest ? [`${say('Service')}: ${escapeHtml(serviceInterest)}`] : []),
      ...(city ? [`${say('City')}: ${escapeHtml(city)}`] : []),
      ...languageLines(request, words),
      say('For {business}: {link}', {
        business: escapeHtml(business.name),
        link: `<a href="${escapeHtml(origin)}/admin/leads">${say('all about this request')}</a>`,
      }),
    ].join('<br>'),
    location: request.city,
  };
}

/** Google shows a description as HTML, so the visitor's text is escaped. */
function descriptionOf({ request }: Lead, words: OwnerWords): string {
  const named = namedIn(words, request);
  const facts = shownAt('event', words.say).flatMap(({ field, label, words: textOf }) => {
    const text = textOf(named);
    const html = field === 'phone' ? phoneLink(text) : escapeHtml(text).replaceAll('\n', '<br>');
    return text ? `${label}: ${html}` : [];
  });
  return [...languageLines(request, words), ...facts].join('<br>');
}

function languageLines(request: Lead['request'], { say }: OwnerWords): string[] {
  const line = callLanguage(request, say);
  return line ? [escapeHtml(line)] : [];
}

function phoneLink(phone: string): string {
  const href = telHref(phone);
  return href ? `<a href="${href}">${escapeHtml(phone)}</a>` : escapeHtml(phone);
}

const Moment = z.object({ dateTime: z.optional(z.string()) });
const Properties = z.object({ private: z.optional(z.record(z.string(), z.string())) });

const Guest = z.looseObject({ email: z._default(z.string(), '') });

export const EventAnswer = z.object({
  id: z.string(),
  summary: z.optional(z.string()),
  description: z.optional(z.string()),
  location: z.optional(z.string()),
  attendees: z.optional(z.array(Guest)),
  status: z.optional(z.string()),
  start: z.optional(Moment),
  end: z.optional(Moment),
  recurringEventId: z.optional(z.string()),
  extendedProperties: z.optional(Properties),
});
type EventAnswer = z.infer<typeof EventAnswer>;

/** The state of the event that was created for the interval. The owner may change its length. */
export function stateOf(
  { status, start, extendedProperties }: EventAnswer,
  interval: Interval,
  site: string,
): EventState {
  if (status === 'cancelled') return { state: 'dead' };
  if (instantOf(start) !== interval.start) return { state: 'dead' };
  const { site: maker, visit, ...made } = extendedProperties?.private ?? {};
  return maker === site && visit ? { state: 'alive', visit, ...factsOf(made) } : { state: 'foreign' };
}

/** Somebody may have emptied them by hand. */
function factsOf({ end, kind }: Readonly<Record<string, string>>): { facts?: VisitFacts } {
  return end && kind && Number.isSafeInteger(Number(end)) ? { facts: { end: Number(end), kind } } : {};
}

/** In ms; `NaN` for an all-day event. */
function instantOf(moment: z.infer<typeof Moment> | undefined): number {
  return Date.parse(moment?.dateTime ?? '');
}

/** True while Google mails the guests. Turns false when Google refuses to. */
export interface Guests {
  mayInvite: boolean;
}

const sendUpdates = ({ mayInvite }: Guests) => (mayInvite ? 'all' : 'none');

/** Google refuses the guests, not the event: create it without guests and mail the invitation. */
const aboutGuests = new Set(['forbiddenForServiceAccounts', 'quotaExceeded']);

/** Inserts the visit's event. `exists` if the id is taken, even by a deleted event. */
export function insertCall(
  calendarId: string,
  { visit, maker, guests }: { visit: Visit; maker: Maker; guests: Guests },
): ApiCall<'created' | 'exists'> {
  return {
    mayChange: true,
    send: (api, options) => {
      const requestBody = eventOf(visit, maker, guests.mayInvite);
      return api.events.insert({ calendarId, sendUpdates: sendUpdates(guests), requestBody }, options);
    },
    read: (answer) => {
      if (answer.status === 409) return { result: 'exists' };
      if (guests.mayInvite && answer.status === 403 && aboutGuests.has(reasonOf(answer))) {
        guests.mayInvite = false;
        return 'again';
      }
      return parseEvent(answer)?.id === visit.id ? { result: 'created' } : null;
    },
  };
}

/**
 * Writes a lead's new words into its event, in place of those of `former`, which stand there alone or among the owner's.
 * They are in the language in which it was made. A guest's new address takes the place of the former one. Google mails
 * nobody of it.
 */
export function updateCall(
  calendarId: string,
  { visit: { id, lead, kind = CONSULTATION }, former, origin }: { visit: Visit; former: Lead; origin: string },
): ApiCall<undefined> {
  return {
    mayChange: true,
    send: async (api, options) => {
      const found = await api.events.get({ calendarId, eventId: id }, options);
      const event = parseEvent(found);
      if (!event || event.status === 'cancelled') return found;
      const requestBody = await newWords(event, { lead, former, kind, origin });
      if (Object.keys(requestBody).length === 0) return found;
      return await api.events.patch({ calendarId, eventId: id, sendUpdates: 'none', requestBody }, options);
    },
    read: ({ status }) => ([200, 404, 410].includes(status) ? { result: undefined } : null),
  };
}

/** The fields of the event that change. What the owner has written stays. */
async function newWords(
  { summary, description = '', location, attendees = [] }: EventAnswer,
  { lead, former, kind, origin }: { lead: Lead; former: Lead; kind: string; origin: string },
): Promise<calendar_v3.Schema$Event> {
  const wording = { kind, origin, isShared: attendees.length > 0 };
  const wordingIn = (words: OwnerWords) => ({
    next: wordsOf(lead, { ...wording, words }),
    last: wordsOf(former, { ...wording, words }),
  });
  const standing = ({ last }: ReturnType<typeof wordingIn>) =>
    Number(summary === last.summary) + Number(description.includes(last.description));
  const [english, spanish] = [wordingIn(englishWords), wordingIn(await wordsIn('es'))];
  const { next, last } = standing(spanish) > standing(english) ? spanish : english;
  const [address, formerAddress] = [lead, former].map(({ request: { email } }) => email && asciiEmail(email));
  const isGuest = attendees.some(({ email }) => email === formerAddress);
  const others = attendees.filter(({ email }) => email !== formerAddress);
  return {
    ...(last.summary !== next.summary && summary === last.summary && { summary: next.summary }),
    ...(last.description !== next.description &&
      description.includes(last.description) && {
        description: description.replace(last.description, () => next.description),
      }),
    ...(last.location !== next.location && location === last.location && { location: next.location }),
    ...(isGuest && address !== formerAddress && { attendees: [...others, ...(address ? [{ email: address }] : [])] }),
  };
}

export function stateCall(
  calendarId: string,
  { id, interval, site }: { id: string; interval: Interval; site: string },
): ApiCall<EventState> {
  return {
    mayChange: false,
    send: (api, options) => api.events.get({ calendarId, eventId: id }, options),
    read: (answer) => {
      if (answer.status === 404) return { result: { state: 'absent' } };
      if (answer.status === 410) return { result: { state: 'dead' } };
      const event = parseEvent(answer);
      return event && { result: stateOf(event, interval, site) };
    },
  };
}

export function deleteCall(calendarId: string, id: string, guests: Guests): ApiCall<'deleted' | 'absent'> {
  return {
    mayChange: true,
    send: (api, options) => api.events.delete({ calendarId, eventId: id, sendUpdates: sendUpdates(guests) }, options),
    read: ({ status }) => {
      if (status === 204 || status === 410) return { result: 'deleted' };
      return status === 404 ? { result: 'absent' } : null;
    },
  };
}

/** Fails if the calendar is out of reach. A 404 for an event does not tell that apart from an unknown event. */
export function presenceCall(calendarId: string): ApiCall<true> {
  return {
    mayChange: false,
    send: (api, options) => api.events.list({ calendarId, maxResults: 1 }, options),
    read: ({ status }) => (status === 200 ? { result: true } : null),
  };
}

function parseEvent({ status, data }: Answer): z.infer<typeof EventAnswer> | null {
  const event = EventAnswer.safeParse(data);
  return status === 200 && event.success ? event.data : null;
}

const Page = z.object({ items: z._default(z.array(EventAnswer), []), nextPageToken: z.optional(z.string()) });
const MAX_PAGE = 2500;

function listCall(
  calendarId: string,
  { site, window, pageToken }: { site: string; window: Interval; pageToken: string | undefined },
): ApiCall<z.infer<typeof Page>> {
  const query = {
    calendarId,
    privateExtendedProperty: [`site=${site}`],
    singleEvents: true,
    showDeleted: false,
    timeMin: new Date(window.start).toISOString(),
    timeMax: new Date(window.end).toISOString(),
    maxResults: MAX_PAGE,
    ...(pageToken !== undefined && { pageToken }),
  };
  return {
    mayChange: false,
    send: (api, options) => api.events.list(query, options),
    read: ({ status, data }) => {
      const page = Page.safeParse(data);
      return status === 200 && page.success ? { result: page.data } : null;
    },
  };
}

/** Events that begin in the window (Google returns all that overlap it), without the owner's series. */
export async function listOwn(
  call: Caller,
  { calendarId, site, window }: { calendarId: string; site: string; window: Interval },
  deadline: number,
): Promise<{ id: string; start: number }[]> {
  const found: { id: string; start: number }[] = [];
  let pageToken: string | undefined;
  do {
    const { items, nextPageToken } = await call(listCall(calendarId, { site, window, pageToken }), deadline);
    const single = items.filter(({ recurringEventId }) => recurringEventId === undefined);
    found.push(...single.map(({ id, start }) => ({ id, start: instantOf(start) })));
    pageToken = nextPageToken;
  } while (pageToken);
  return found.filter(({ start }) => start >= window.start && start < window.end);
}
