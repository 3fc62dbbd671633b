import { orderOnItsWay, owedOf, statusAt, stepsOf } from '#lead/place';
import { begunVisits, bookedTime, comingVisits } from '#lead/visits';
import { type Lead, requestsOf } from '#lead/lead';
import { choices as spanish } from '#i18n/es/choices';
import type { LeadQuery } from '#contracts/lead-query';
import { countedStatus } from '#contracts/lead-status';
import { cameFrom, originOf } from '#contracts/source';
import { namedIn, wordsOf } from '#lead/request-fields';
import { madeOnce } from '#lib/made-once';
import { addDays, zonedToday } from '#lib/time/dates';
import { zonedMidnight } from '#lib/time/zone';
import { MES, MONTH } from '#lib/unbroken';

const MIN_DIGITS = 3;
const PHONE_LIKE = /^[\d\s().+\p{Pd}]+$/u;

type Matcher = (lead: Lead) => boolean;

/**
 * A match contains every word of the search, as `folded`, or the digits of its phone number, and is what each filter
 * says. The name of a month is also in a lead that asked or has a visit in it. `now` in ms.
 */
export function matcherOf(query: LeadQuery, now: number): Matcher {
  const tests = [
    searched(query),
    query.status && ((lead: Lead) => countedStatus(statusAt(lead, now)) === query.status),
    onDays(query, now),
    query.amount && (({ amount = 0 }: Lead) => amount >= Number(query.amount)),
    originated(query),
    query.visit && ((lead: Lead) => visitsAt(lead, now)[query.visit || 'none']),
  ].filter((test) => test !== null && test !== '');
  return (lead) => tests.every((test) => test(lead));
}

function searched({ search }: LeadQuery): Matcher | null {
  const terms = Array.from(folded(search).matchAll(TERM), ([term, month, year = '']) => {
    return { words: term.split(' '), month: month && `${year}-${monthNumber(month)}` };
  });
  if (terms.length === 0) return null;
  const isNumber = numberMatcher(search);
  return (lead) => {
    const text = textOf(lead);
    if (isNumber && text.phones.some(isNumber)) return true;
    return terms.every(
      ({ words, month }) =>
        words.every((word) => text.words.includes(word)) || (month && monthsOf(lead).includes(month)),
    );
  };
}

/** A word; the name of a month, `oct`, `october` or `octubre`, with the year behind it, if one is. */
const TERM = new RegExp(`(${MONTH}|${MES})(?: (?:de )?(\\d{4}))?(?= |$)|\\S+`, 'gi');

const MONTHS = ['janfebmaraprmayjunjulaugsepoctnovdec', 'enefebmarabrmayjunjulagosepoctnovdic'];
/** `10` of `oct` */
const monthNumber = (name: string) =>
  String(Math.max(...MONTHS.map((names) => names.indexOf(name.slice(0, 3)))) / 3 + 1).padStart(2, '0');

const months = new WeakMap<Lead, string>();

/** Those in which it asked or has a visit, in the business's zone: `2026-10 2026-11`. Cached as `textOf` is. */
const monthsOf = (lead: Lead) =>
  madeOnce(months, lead, () => {
    const asked = requestsOf(lead).map(({ createdAt }) => Date.parse(createdAt));
    const times = [...asked, ...lead.visits.flatMap((visit) => bookedTime(visit)?.start ?? [])];
    return times.map((time) => zonedToday(time).slice(0, 7)).join(' ');
  });

/** By the day of the request, of another step, or of the next call, in the business's zone. Instants compare as texts. */
function onDays({ from, to, step }: LeadQuery, now: number): Matcher | null {
  if (!from && !to && !step) return null;
  if (step === 'followUp' || step === 'ordered')
    return (lead) => {
      const day = (step === 'followUp' ? lead.followUp : orderedOn(lead)) ?? '';
      return day !== '' && day >= from && (!to || day <= to);
    };
  const start = from && new Date(zonedMidnight(from)).toISOString();
  const end = to && new Date(zonedMidnight(addDays(to, 1))).toISOString();
  return (lead) => {
    if (step && lead.isSpam) return false;
    if (step === 'unpaid' && owedOf(lead) === 0) return false;
    const at = step ? stepsOf(lead, now)[step === 'unpaid' ? 'won' : step] : lead.createdAt;
    return at !== undefined && at >= start && (!end || at < end);
  };
}

/** The day of an order that has not arrived. */
const orderedOn = (lead: Lead) => (lead.isSpam ? undefined : orderOnItsWay(lead)?.orderedOn);

const origins = ['source', 'campaign', 'city', 'service'] as const;

function originated(query: LeadQuery): Matcher | null {
  const asked = origins.filter((field) => query[field]);
  if (asked.length === 0) return null;
  const wanted = new Map(asked.map((field) => [field, query[field].toLowerCase()]));
  return (lead) => {
    const origin = originOf(lead);
    return asked.every((field) => origin[field].toLowerCase() === wanted.get(field));
  };
}

const sources = new WeakMap<readonly Lead[], string[]>();

/** Where the leads came from, in order. Cached for the list. */
export const sourcesOf = (leads: readonly Lead[]): string[] =>
  madeOnce(sources, leads, () => {
    const names = new Set(leads.map((lead) => originOf(lead).source));
    const byName = new Map(Array.from(names, (name) => [name.toLowerCase(), name]));
    return [...byName.values()].sort((one, other) => one.localeCompare(other, 'en'));
  });

function visitsAt(lead: Lead, now: number) {
  const ahead = comingVisits(lead, now).length > 0;
  const past = begunVisits(lead, now).length > 0;
  return { ahead, past, booked: lead.bookedAt !== undefined, none: !ahead && !past };
}

/** Without what is dialed before a country's code, or before a number in its own country. */
const digitsOf = (phone: string) => phone.replace(/\(0\)|\D/g, '').replace(/^0(?:0|11)?(?=\d{7})/, '');

/** Finds a part of a phone number. After a plus, or the country's 1, the part is its beginning. */
function numberMatcher(search: string): ((phone: string) => boolean) | null {
  const digits = digitsOf(search);
  if (!PHONE_LIKE.test(search) || digits.length < MIN_DIGITS) return null;
  const beginnings = digits.startsWith('1') ? [digits, digits.slice(1)] : [digits];
  const isWhole = search.trim().startsWith('+');
  return (phone) => beginnings.some((beginning) => phone.startsWith(beginning)) || (!isWhole && phone.includes(digits));
}

const texts = new WeakMap<Lead, ReturnType<typeof searchable>>();

/** Cached for each version of a lead, as long as the list holds it. */
const textOf = (lead: Lead) => madeOnce(texts, lead, () => searchable(lead));

/** A service or a city is stored in English, and found by its Spanish name too. */
const nameOf = (name: string) => spanish.city(spanish.service(name));

function searchable(lead: Lead) {
  const sent = requestsOf(lead);
  const words = sent.flatMap((one) => {
    const { attribution: _, consent, heardFrom, language, preferredContact, texts: __, ...typed } = one.request;
    const { city, serviceInterest } = namedIn({ nameOf }, one.request);
    return [...Object.values(typed), city, serviceInterest, cameFrom(one), wordsOf('language', one.request)];
  });
  return {
    words: folded([...words, ...lead.notes.map((note) => note.text)].filter(Boolean).join('\n')),
    phones: sent.map(({ request }) => digitsOf(request.phone ?? '')),
  };
}

/** Latin letters that are no letter with an accent for Unicode, as they are typed on a keyboard without them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ŧ: 't',
};
const OTHER_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');
const APOSTROPHES = /['’‘‛ʼʻʹ′`´＇]/g;

/** Lower case, without accents and apostrophes, with single spaces: `Søren O’Łuk` is `soren oluk`. */
function folded(text: string): string {
  return text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(OTHER_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}
