import type { Interval } from '#lib/time/interval';
import { visitReference } from '#server/leads/lead-id';
import { forInstaller } from '#lead/installer';
import { leadOfVisit, personOfSlot, visitName } from '#lead/visits';
import type { Lead } from '#lead/lead';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { FIRST_PERSON } from '#contracts/people';
import { business } from '#business';
import { standingNotes } from '#contracts/lead-note';
import { linesOf, oneLine } from '#contracts/text';
import { callLanguage, namedIn, shownAt } from '#lead/request-fields';
import type { OwnerWords } from '#i18n/owner-words';
import { hostOf, type Site } from '#server/site';
import { type SlotRecord, slotsWithin, visitIn } from '#server/slots/records';
import { bookedWindow } from '#server/slots/times';
import { findVisit, type VisitVersion } from '#server/leads/lead-records';
import { ownerWords } from '#server/leads/message-settings';
import { type Store, unlessUnreadable } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import { DAY } from '#lib/time/units';
import { icsOf, type IcsVisit } from './ics.ts';

/** The secret is the key to the visits. `madeAt` in ms. */
const FeedSecret = keptObject({ secret: z.string(), madeAt: z.number() });
export type FeedSecret = z.infer<typeof FeedSecret>;

export const feedSecrets = {
  place: 'calendar-feed/secret',
  schema: FeedSecret,
  isReplaceable: true,
} as const;
/** Those of others than the first person, by their ids. */
export const feedSecretsOfOthers = { ...feedSecrets, place: 'calendar-feed/of/' } as const;

/** The record of the person's feed, by the name `''`. */
function feedsOf(auth: Store, person: string) {
  const place = person === FIRST_PERSON ? feedSecrets.place : feedSecretsOfOthers.place + person;
  return recordsOf(auth, { ...feedSecrets, place });
}

/** The secret of the person's feed, or `null` if there is none or it cannot be read. */
export const findFeed = (auth: Store, person: string): Promise<FeedSecret | null> => feedsOf(auth, person).read('');

/** Makes a new secret. The former address stops working. */
export async function renewFeed(auth: Store, person: string, now: number): Promise<FeedSecret> {
  const secret = (person === FIRST_PERSON ? '' : `${person}-`) + randomBytes(32).toString('base64url');
  return (await feedsOf(auth, person).change('', (former) => ({ ...former, secret, madeAt: now }))).after;
}

export const endFeed = (auth: Store, person: string): Promise<void> => feedsOf(auth, person).delete('');

export function feedAddress({ secret }: FeedSecret, origin: string): string {
  return `${origin}/calendar/${secret}.ics`;
}

/** The id of whose feed has this file's name; `null` for nobody's. Takes the same time for every wrong name. */
export async function whoseFeed(auth: Store, file: string): Promise<string | null> {
  const [, person = FIRST_PERSON] = /^([a-z0-9]{8})-.{43}\.ics$/.exec(file) ?? [];
  const feed = await findFeed(auth, person);
  const isSame = timingSafeEqual(digest(file), digest(`${feed?.secret ?? randomBytes(32).toString('hex')}.ics`));
  return feed !== null && isSame ? person : null;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export interface FeedContext {
  readonly leads: Store;
  readonly slots: Store;
  readonly site: Site;
  readonly now: number;
  /** The visits of this person alone. */
  readonly whose?: { readonly person: string; readonly isInstaller: boolean } | undefined;
}

/** A week, so that yesterday's visits stay in the owner's calendar. */
const BEFORE_MS = 7 * DAY;

/**
 * The visits from a week ago on (RFC 5545), those of an installer as `forInstaller` shows them. If a lead cannot be read, its
 * visit has no details.
 */
export async function visitsCalendar(context: FeedContext): Promise<string> {
  const { slots, leads, now, site, whose } = context;
  const words = await ownerWords(leads);
  const window = { start: now - BEFORE_MS, end: bookedWindow(now).end };
  const visits = (await slotsWithin(slots, window)).map(async ({ key, record }) => {
    if (record.state !== 'booked' || (whose && personOfSlot(key) !== whose.person)) return [];
    const found = await unlessUnreadable(findVisit(leads, record.visit), () => null);
    // The visit has given up the slot, but the sweep has not freed it yet.
    if (found && found.visit.slot !== key) return [];
    const lead = found && (whose?.isInstaller ? forInstaller(found.lead, { person: whose.person, now }) : found.lead);
    if (found && !lead) return [];
    const seen = found && lead && { visit: found.visit, lead };
    return [entryOf(record, { found: seen, interval: visitIn(key, record), site, words })];
  });
  const entries = (await Promise.all(visits)).flat();
  return icsOf(entries, {
    name: words.say('{business} visits', { business: business.shortName }),
    method: 'PUBLISH',
    now,
  });
}

function entryOf(
  { visit: id, kind }: Extract<SlotRecord, { state: 'booked' }>,
  {
    found,
    interval,
    site,
    words,
  }: { found: Pick<VisitVersion, 'lead' | 'visit'> | null; interval: Interval; site: Site; words: OwnerWords },
): IcsVisit {
  const { lead, visit } = found ?? {};
  const what = visitName(kind, words.say);
  const request = lead && namedIn(words, lead.request);
  const url = `${site.origin}/admin/leads#${leadOfVisit(id)}`;
  return {
    ...interval,
    // Differs from the id of the visitor's invitation: the owner's calendar may hold both.
    uid: `owner-${visitReference(id)}@${hostOf(site)}`,
    sequence: visit?.changes ?? 0,
    stamp: lead ? Date.parse(lead.updatedAt) : interval.start,
    summary: request ? oneLine(`${what}: ${[request.name, request.city].filter(Boolean).join(', ')}`) : what,
    description: [...linesOf(visit?.note ?? ''), ...(lead ? particularsOf(lead, words) : []), url].join('\n'),
    location: lead ? placeOf(lead) : business.address.state,
    url,
  };
}

function particularsOf({ request: sent, notes }: Lead, words: OwnerWords): string[] {
  const { say } = words;
  const request = namedIn(words, sent);
  const facts = shownAt('event', say).flatMap(({ label, words }) =>
    words(request) ? `${label}: ${words(request)}` : [],
  );
  return [callLanguage(request, say) ?? '', ...facts, ...standingNotes(notes).map(({ text }) => text)]
    .flatMap(linesOf)
    .map((line) => oneLine(line, 500))
    .filter(Boolean);
}

function placeOf({ request: { address, city, zipCode } }: Lead): string {
  return oneLine([address, city, `${business.address.state} ${zipCode}`.trim()].filter(Boolean).join(', '), 250);
}
