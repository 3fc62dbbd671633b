import { type APIRequestContext, expect } from '@playwright/test';
import type { JobChange } from '#contracts/lead-job';
import type { Outcome } from '#contracts/lead-outcome';
import type { SiteProcess } from '#tests/support/site-process';
import { newVisitor } from '#tests/support/visitor';
import { inCents } from '#lib/dollars';
import { addDays } from '#lib/time/dates';
import { zonedDate, zonedInstant } from '#lib/time/zone';
import { agree, command, openSlots, receive, visitLink } from '#tests/e2e/leads-site';
import { ledger, type Line, lived, newLine, noteOutcome, noteSale, noteVisit, soldFor } from './ledger.ts';

/** Something that happens to a lead, by a call, and is noted in the ledger. `request` is the owner's. */
export type Act = (line: Line, request: APIRequestContext, site: SiteProcess) => Promise<void>;

const change = (request: APIRequestContext, { id }: Line, fields: object) =>
  command(request, id, { do: 'change', ...fields });

/** Both on one day. */
const atOnce =
  (...acts: readonly Act[]): Act =>
  async (...given) => {
    for (const act of acts) await act(...given);
  };

/** The visitor takes the first time. */
const book: Act = async (line, request) => {
  const [slot] = await openSlots(request);
  if (!slot) throw new Error('No time is open');
  const data = { consultationId: line.id, slotStart: slot.start, slotEnd: slot.end };
  await expect(await request.post('/api/calendar/book', { data })).toBeOK();
  noteVisit(line, slot);
};

const bookAndCancel: Act = async (line, request, site) => {
  await book(line, request, site);
  await expect(await request.post(await visitLink(site, line.id), { form: { action: 'cancel' } })).toBeOK();
  delete line.visit;
  line.visits -= 1;
};

/** The owner books, over whatever stands there. */
const comes =
  (kind: string): Act =>
  async (line, request) => {
    const [start, end] = ['13:00', '15:30'].map((clock) => zonedInstant(addDays(lived.today, 1), clock));
    await agree(request, line.id, { slot: start, end, kind });
    noteVisit(line, { start: start ?? '', end: end ?? '' });
  };

/** How the visit went. */
const went =
  (result: Outcome, amount = 0): Act =>
  async (line, request) => {
    await change(request, line, { outcome: { visit: line.visit?.start, result }, ...(amount && { amount }) });
    noteOutcome(line, result, amount);
  };

const job =
  (step: 'ordered' | 'arrived', sale = 0): Act =>
  async (line, request) => {
    await change(request, line, { job: { [`${step}On`]: lived.today } satisfies JobChange, sale });
    const { job: noted = {} } = line.sales[sale] ?? {};
    noted[step] = lived.today;
  };
/** So many dollars, or the rest. */
const pays =
  (dollars?: number): Act =>
  async (line, request) => {
    const amount = dollars ?? inCents(soldFor(line) - line.paid);
    line.payments.push({ on: lived.today, amount });
    await change(request, line, { payments: line.payments });
    line.paid = inCents(line.paid + amount);
  };
const becomes =
  (status: Line['status'], amount?: number): Act =>
  async (line, request) => {
    await change(request, line, { status, ...(amount && { amount }) });
    line.status = status;
    if (status === 'won') noteSale(line, amount ?? line.quote ?? 0);
  };

/** The owner presses the wrong button, and takes it back: by Undo, or by the status. */
const mistakes: Act = async (line, request) => {
  const { undo } = await change(request, line, { status: 'won', amount: 9999 });
  await command(request, line.id, { do: 'undo', at: undo?.at });
  await change(request, line, { status: 'won', amount: 9999 });
  await change(request, line, { status: line.status, amount: line.quote ?? null });
};
/** The person asks once more and books, and the owner makes the two requests one. */
const asksAgain: Act = async (line, request, site) => {
  const other = await asks(request, 1000 + ledger.length);
  await book(other, request, site);
  await command(request, line.id, { do: 'merge', other: other.id });
  ledger.splice(ledger.indexOf(other), 1);
  if (other.visit) noteVisit(line, other.visit);
};
/** The lead is lost, and its visit stands. Nobody tells how it went. */
const isLostBefore: Act = async (line, request) => {
  await change(request, line, { status: 'lost', lostReason: 'price' });
  line.status = 'lost';
  line.visited = zonedDate(line.visit?.start ?? '');
  delete line.visit;
};
const cancelsToo: Act = async (line, request) => {
  await change(request, line, { status: 'lost', lostReason: 'price' });
  await command(request, line.id, { do: 'cancel', from: line.visit?.start, isQuiet: true });
  line.status = 'lost';
  delete line.visit;
  line.visits -= 1;
};

const installed = [job('ordered'), job('arrived'), comes('installation')];
/** What becomes of the leads, one act on each lived day. */
export const courses: readonly (readonly Act[])[] = [
  [book, went('sold', 5200), pays(2600), ...installed, went('not home'), comes('installation'), went('done'), pays()],
  [book, went('quoted', 7400.5), becomes('won', 6999.99), ...installed, went('done'), pays(1000.25)],
  [book, went('not now')],
  [becomes('contacted'), becomes('lost')],
  [bookAndCancel, becomes('lost')],
  [book, went('not home'), comes('consultation'), went('quoted', 3120)],
  [comes('measure'), went('sold', 4100), ...installed, went('done'), pays(), comes('service'), went('done')],
  [book, went('sold', 2980), ...installed, went('done'), pays(), comes('consultation'), went('sold', 890.1)],
  [book, went('sold', 3333.33), job('ordered')],
  [book, went('sold', 2000), pays(500), job('ordered'), comes('measure'), went('sold', 640), job('ordered', 1)],
  [becomes('contacted'), mistakes, comes('consultation'), went('quoted', 1500), mistakes],
  [becomes('contacted'), asksAgain, went('sold', 4321), pays(1000), asksAgain, went('sold', 79), pays()],
  [atOnce(book, isLostBefore)],
  [atOnce(book, cancelsToo), mistakes],
  [],
];

const ad = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'Spring shades', landing: '/' };
const sources = [
  { request: { attribution: ad }, source: 'Google ad' },
  { request: { attribution: { landing: '/blog', referrer: 'https://www.nextdoor.com/' } }, source: 'Nextdoor' },
] as const;

/** A visitor's request. */
export async function asks(request: APIRequestContext, number: number): Promise<Line> {
  const { request: fields, source } = sources[number % 2] ?? sources[0];
  const name = `Visitor ${number}`;
  const line = newLine(name, await receive(request, { ...newVisitor(), ...fields, name } as never), source);
  ledger.push(line);
  return line;
}
