import type { Lead } from '#lead/lead';
import { findLead, findVisit } from '#server/leads/lead-records';
import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Availability, type Slot } from '#contracts/calendar';
import { embeddedCalendar } from '#server/calendar/calendar';
import { HOLD_MS } from '#server/booking/machine';
import { sweepSlots } from '#server/booking/reconcile';
import { readSlot, slotKey } from '#server/slots/records';
import { visitRules } from '#business';
import { leadReference } from '#server/leads/lead-id';
import { listLeads } from '#server/leads/lead-list';
import { openStore } from '#server/storage/stores';
import { SEEDS } from '#tests/support/chance';
import { type Attempt, rush } from '#tests/support/rush';
import { SiteProcess } from '#tests/support/site-process';

/** 500 in `npm run test:long`. */
const ATTEMPTS = SEEDS > 1 ? 500 : 60;

let site: SiteProcess;
beforeEach(async () => {
  site = await SiteProcess.open({ RATE_LIMIT: 'off' });
});
afterEach(() => site.close());

test('many attempts at once on one slot, on two processes of the site: one has it, and every request is kept', async () => {
  const second = await SiteProcess.beside(site);
  const attempts = await rush(await firstSlot(site), ATTEMPTS, [site.url, second.url]);
  expect(await second.stop()).toBe(0);

  expect(attempts).toHaveLength(ATTEMPTS);
  expect(count(attempts, ({ request }) => request?.status)).toEqual({ 201: ATTEMPTS });
  expect(count(attempts, ({ booking }) => booking?.status)).toEqual({ 201: 1, 409: ATTEMPTS - 1 });
  expect(count(attempts, ({ booking }) => booking?.error ?? 'none')).toEqual({
    none: 1,
    'Somebody has just taken that time. Please choose another.': ATTEMPTS - 1,
  });
  await expectKept(site, attempts);
  const { leads } = storesOf(site);
  expect(await leads.list('leads/')).toHaveLength(ATTEMPTS);
});

test('the site killed amid many attempts loses no acknowledged request or notice, and no slot stays held by nobody', async () => {
  const slot = await firstSlot(site);
  const answers = new EventEmitter();
  let answered = 0;
  const onAttempt = () => {
    answered += 1;
    answers.emit(String(answered));
  };
  const running = rush(slot, ATTEMPTS, [site.url], { atOnce: 20 * SEEDS, onAttempt });
  // Told at once, not asked for now and then: a quick machine could be through with all of them meanwhile.
  for (const kill of (SEEDS > 1 ? [0.1, 0.4, 0.6] : [0.1, 0.5]).map((share) => share * ATTEMPTS)) {
    if (answered < kill) await once(answers, String(kill));
    await site.kill();
    await site.start();
  }
  const attempts = await running;

  expect(attempts.filter(({ request }) => request)).toHaveLength(ATTEMPTS);
  expect(attempts.some(({ request, booking }) => request === null || booking === null)).toBe(true);
  const statuses = new Set(attempts.map(({ booking }) => booking?.status ?? 'cut'));
  expect([...statuses].filter((status) => status !== 201 && status !== 409 && status !== 'cut')).toEqual([]);
  expect(attempts.filter(({ booking }) => booking?.status === 201).length).toBeLessThanOrEqual(1);
  await expectKept(site, attempts);
  await expectNoticed(site);
  await expectSettled(site, slot);
});

async function firstSlot(site: SiteProcess): Promise<Slot> {
  const answer = await fetch(`${site.url}/api/calendar/availability`);
  const [slot] = Availability.parse(await answer.json()).slots;
  if (!slot) throw new Error('No slot is open');
  return slot;
}

function count(attempts: Attempt[], of: (attempt: Attempt) => string | number | undefined): Record<string, number> {
  const groups = Object.groupBy(attempts, (attempt) => String(of(attempt)));
  return Object.fromEntries(Object.entries(groups).map(([key, group]) => [key, group?.length ?? 0]));
}

function storesOf({ dataDir }: SiteProcess) {
  const place = { context: 'dev', dataDir };
  return { leads: openStore('leads', place), slots: openStore('slots', place) };
}

/** Every request that was answered with an id is in storage, whole. */
async function expectKept(site: SiteProcess, attempts: Attempt[]): Promise<void> {
  const { leads } = storesOf(site);
  for (const { request } of attempts) {
    if (!request?.id) continue;
    expect((await findLead(leads, request.id))?.lead.request.name).toBe('Elise Romero');
  }
}

/** The notice of every kept request waits or has been sent, or the schedule is to write it. */
async function expectNoticed(site: SiteProcess): Promise<void> {
  const { leads } = storesOf(site);
  const namesIn = async (prefix: string) => (await leads.list(prefix)).map(({ key }) => key.slice(prefix.length));
  const written = [...(await namesIn('outbox/')), ...(await namesIn('mailed/'))];
  const kept = await listLeads(leads, (what, error) => expect.unreachable(`${what}: ${error}`));
  const isNoticed = ({ id, untold }: Lead) =>
    untold.some(({ kind }) => kind === 'request') ||
    written.some((name) => name.startsWith(`${leadReference(id)}-request-`));
  expect(kept.filter((lead) => !isNoticed(lead))).toEqual([]);
  expect(kept.length).toBeGreaterThan(0);
}

/** After the holds have expired the slot is free, or booked for a lead that knows it. */
async function expectSettled(site: SiteProcess, slot: Slot): Promise<void> {
  const stores = storesOf(site);
  const calendar = embeddedCalendar(stores.slots);
  const now = Date.now() + HOLD_MS + 1;
  await sweepSlots({
    ...stores,
    calendar,
    rules: visitRules,
    schedule: async () => visitRules,
    now,
    notify: async () => undefined,
    report: () => undefined,
  });
  const { record } = await readSlot(stores.slots, slotKey(Date.parse(slot.start)));
  if (record?.state !== 'booked') return expect(record?.state ?? 'free').toBe('free');
  expect(await findVisit(stores.leads, record.visit)).toMatchObject({
    ...{ visit: { slot: slotKey(Date.parse(slot.start)), start: slot.start }, lead: { status: 'booked' } },
  });
}
