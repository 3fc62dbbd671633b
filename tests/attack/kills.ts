import { setTimeout as pause } from 'node:timers/promises';
import type { Slot } from '#contracts/calendar';
import { findLead } from '#server/leads/lead';
import { leadReference } from '#server/leads/lead-id';
import { createMailer } from '#server/mail/mailer';
import { readSlot } from '#server/slots/records';
import { openStore } from '#server/storage/stores';
import { chanceOf, pick } from '#tests/support/chance';
import { rush } from '#tests/support/rush';
import { SiteProcess } from '#tests/support/site-process';
import { newVisitor, send } from '#tests/support/visitor';
import { MINUTE } from '#lib/time/units';
import type { Outcome } from './outcome.ts';
import { openSite, openSlots } from './target.ts';

const KILLS = 25;
const VISITORS = 12;
/** Few enough that slots are left until the last kill. */
const BOOKING_SHARE = 0.08;
const SEED = 9;
/** ms between a start and its kill. */
const MIN_LIFE = 80;
const MAX_LIFE = 1500;

/** The visitors' confirmations: names by request id, and booked slots. */
interface Acknowledged {
  readonly requests: Map<string, string>;
  readonly bookings: Map<string, string>;
  cut: number;
}

/** 25 times: load, a SIGKILL at a random moment, a check of the stored data, and a restart. */
export async function attackWithKills(outcome: Outcome): Promise<void> {
  const random = chanceOf(SEED);
  const site = await openSite({ RATE_LIMIT: 'off' });
  const told: Acknowledged = { requests: new Map(), bookings: new Map(), cut: 0 };
  const slots = await openSlots(site);
  const isOver = new AbortController();
  const load = Array.from({ length: VISITORS }, () => visitors(site, slots, told, isOver.signal));
  const wrong: Losses = { requests: 0, bookings: 0, notices: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(MIN_LIFE + random() * (MAX_LIFE - MIN_LIFE));
    await site.kill();
    await addLosses(wrong, site, told);
    await site.start();
  }
  isOver.abort();
  await Promise.all(load);
  await site.stop();
  const kept = await writeDueNotices(site);
  await addLosses(wrong, site, told);
  outcome.tries = told.requests.size + told.bookings.size;
  outcome.notes.push(`${KILLS} kills, ${told.cut} calls cut off, ${kept.leads} requests kept`);
  outcome.figure('acknowledged requests lost', wrong.requests, 0);
  outcome.figure('acknowledged bookings lost', wrong.bookings, 0);
  outcome.figure('kept requests with no notice, nor a pending one', wrong.notices, 0);
  outcome.figure('with none once the mail has run', kept.leads - kept.notices, 0);
  outcome.figure('notes of notices left', kept.pending, 0);
  if (told.requests.size < KILLS || told.bookings.size === 0 || told.cut === 0)
    outcome.through.push('there was too little load to show anything');
}

interface Losses {
  requests: number;
  bookings: number;
  notices: number;
}

/** Visitors send requests one after the other, and some book any slot. */
async function visitors(site: SiteProcess, slots: Slot[], told: Acknowledged, isOver: AbortSignal): Promise<void> {
  while (!isOver.aborted) {
    const visitor = { ...newVisitor(), name: `Visitor ${letters(told.requests.size + told.cut)}` };
    const key = crypto.randomUUID();
    const request = await send(`${site.url}/api/consultation-requests`, visitor, key);
    if (request?.status !== 201 || !request.id) {
      told.cut += 1;
      await pause(20);
      continue;
    }
    told.requests.set(request.id, visitor.name);
    if (Math.random() > BOOKING_SHARE) continue;
    const { start, end } = pick(Math.random, slots);
    const body = { consultationId: request.id, slotStart: start, slotEnd: end };
    const booking = await send(`${site.url}/api/calendar/book`, body, key);
    if (booking?.status === 201) told.bookings.set(request.id, start);
    if (!booking) told.cut += 1;
  }
}

const letters = (count: number) => [...String(count)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

const storeOf = ({ dataDir }: SiteProcess, name: 'leads' | 'calendar' | 'auth' | 'limits') =>
  openStore(name, { context: 'dev', dataDir });

/** Adds the confirmed requests and bookings that are missing, and missing notices. */
async function addLosses(losses: Losses, site: SiteProcess, { requests, bookings }: Acknowledged): Promise<void> {
  const [leads, calendar] = [storeOf(site, 'leads'), storeOf(site, 'calendar')];
  for (const [id, name] of requests) {
    if ((await findLead(leads, id))?.lead.request.name !== name) losses.requests += 1;
  }
  for (const [id, slot] of bookings) {
    const { record } = await readSlot(calendar, Date.parse(slot));
    const isBooked = record?.state === 'booked' && record.lead === id;
    if (!isBooked || (await findLead(leads, id))?.lead.slot !== slot) losses.bookings += 1;
  }
  const noticed = await idsOf(site, ['outbox/', 'mailed/'], '-request-');
  const pending = await idsOf(site, ['pending-notices/']);
  for (const id of await idsOf(site, ['leads/'])) {
    if (!noticed.has(leadReference(id)) && !pending.has(id)) losses.notices += 1;
  }
}

/** For keys with `part`: the first word behind each prefix. */
async function idsOf(site: SiteProcess, prefixes: readonly string[], part = ''): Promise<Set<string>> {
  const ids = prefixes.map(async (prefix) => {
    const keys = (await storeOf(site, 'leads').list(prefix)).map(({ key }) => key);
    return keys.filter((key) => key.includes(part)).map((key) => key.slice(prefix.length).split('-')[0] ?? '');
  });
  return new Set((await Promise.all(ids)).flat());
}

/** Runs the schedule of three minutes later and counts the records. */
async function writeDueNotices(site: SiteProcess): Promise<{ leads: number; notices: number; pending: number }> {
  const mailer = createMailer({
    leads: storeOf(site, 'leads'),
    auth: storeOf(site, 'auth'),
    limits: storeOf(site, 'limits'),
    visits: { invites: () => false },
    site: { origin: site.url, from: { name: 'Site', address: 'site@example.com' } },
    send: null,
    now: () => Date.now() + 3 * MINUTE,
    random: Math.random,
    log: (line, error) => console.error(line, error),
  });
  await mailer.sendDue();
  const noticed = await idsOf(site, ['outbox/', 'mailed/'], '-request-');
  const kept = await idsOf(site, ['leads/']);
  const notices = [...kept].filter((id) => noticed.has(leadReference(id))).length;
  return { leads: kept.size, notices, pending: (await idsOf(site, ['pending-notices/'])).size };
}

/** 500 visitors want one slot at once, at two processes of the site. */
export async function attackWithStorm(outcome: Outcome): Promise<void> {
  const site = await openSite({ RATE_LIMIT: 'off' });
  const second = await SiteProcess.beside(site);
  const [slot] = await openSlots(site);
  if (!slot) throw new Error('No slot is open');
  const attempts = await rush(slot, 500, [site.url, second.url]);
  outcome.tries = attempts.length;
  await second.stop();
  outcome.figure('requests acknowledged', attempts.filter(({ request }) => request?.status === 201).length, 500);
  outcome.figure('requests kept', (await idsOf(site, ['leads/'])).size, 500);
  outcome.figure('booked', attempts.filter(({ booking }) => booking?.status === 201).length, 1);
  outcome.figure('told that the time is taken', attempts.filter(({ booking }) => booking?.status === 409).length, 499);
}
