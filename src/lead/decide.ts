import { mostOf } from '#contracts/lead-job';
import type { LeadNote } from '#contracts/lead-note';
import { hasRoom } from '#contracts/lead-note';
import { afterOutcome } from '#contracts/lead-outcome';
import { isClosed, isEnded, isOutcome, type LeadStatus, type LostReason } from '#contracts/lead-status';
import type { Conflict } from '#contracts/problem';
import { HELD_BACK_MS, isNext, isTold, lastStep } from '#contracts/visit-day';
import { changedSince } from '#lib/changed-since';
import { isSameNumber } from '#lib/contact';
import { isSame } from '#lib/is-same';
import { zonedToday } from '#lib/time/dates';
import { zonedDate } from '#lib/time/zone';
import type { Change, CommandOf, PureCommand } from './command.ts';
import { corrected, filled, withAgreement, withConsents } from './correction.ts';
import type { Lead, Untold, Visit } from './lead.ts';
import { statusAt, sumOf } from './place.ts';
import { isTakenBack, jobsOf, withInstallation, withJobs, withoutSale, withSale } from './sales.ts';
import { begunVisits, bookedTime, hasBegun, visitOf, withVisit } from './visits.ts';

/**
 * Why a command is not done. `conflict`: somebody else has changed a field since it was seen. `noVisit`: none begins then.
 * `unreachable`: nobody could call or mail the person any more. `visitAhead`: it has not begun. `visitorTold`: the visitor
 * may know by now. `overpaid`: more than the amount. `amount`: more than anybody sells for. `undoGone`: it was taken back
 * already, or what it changed is another by now.
 */
export type Refused =
  | { readonly conflict: Conflict }
  | 'notesFull'
  | 'noVisit'
  | 'unreachable'
  | 'overpaid'
  | 'amount'
  | 'noVisitToday'
  | 'visitAhead'
  | 'visitorTold'
  | 'undoGone';

/** The lead after a command, or why the command is not done. */
export type Decision = Lead | { readonly refused: Refused };

export type Signed<Of> = Of & {
  /** Who of us does it. */
  readonly by: string;
};

/** The lead after the command; the same lead if it says so already. Pure; `now` in ms. The owner's page asks it too. */
export function decide(lead: Lead, command: Signed<PureCommand>, now: number): Decision {
  switch (command.do) {
    case 'change':
      return change(lead, command, now);
    case 'correct':
      return correct(lead, command, now);
    case 'note':
      return addNote(lead, command, now);
    case 'visitNote':
      return noteOfVisit(lead, command);
    case 'dayStep':
      return stepOfDay(lead, command, now);
    case 'undo':
      return undo(lead, command, now);
  }
}

const refuse = (refused: Refused) => ({ refused });

/** The lead as its last change by a person leaves it. */
const touched = (lead: Lead, by: string, now: number): Lead => {
  const at = new Date(now).toISOString();
  return { ...lead, by, updatedAt: at, openedAt: lead.openedAt ?? at };
};

function change(
  lead: Lead,
  { do: _, seen, by, outcome, reviewAsked, follows, sale = 0, ...given }: Signed<Change>,
  now: number,
): Decision {
  const visit = outcome && visitAt(begunVisits(lead, now), outcome.visit, by);
  if (outcome && !visit) return refuse('noVisit');
  const result = outcome?.result;
  const noted = visit && { visit: { ...visit, start: outcome.visit }, result: outcome.result, amount: given.amount };
  const isBack = noted !== undefined && isTakenBack(lead, noted);
  const ofOutcome = result && visit && afterOutcome(result, visit.kind, isBack ? 'visited' : lead.status);
  const job = jobsOf(lead)[sale];
  const own = ownSteps(given.job, seen?.['job'], job);
  const fields = { ...ofOutcome, ...given, ...(own && { job: own }) };
  // A visit may have ended since the owner looked: the lead is visited then, and nobody has changed it.
  const status = seen?.['status'] === lead.status ? lead.status : statusAt(lead, now);
  const present = { ...lead, status, job, outcome: visit?.outcome };
  const asked = {
    // A day is of the status that was seen, and a lost lead has none.
    ...(fields.followUp && { status: seen?.['status'] }),
    ...(isClosed({ status: fields.status ?? '' }) && { followUp: null }),
    ...fields,
    outcome: result,
    ...(own && { job: undefined }),
  };
  const others = changedSince({ present, change: asked, seen });
  if (others) return refuse({ conflict: { fields: others, at: lead.updatedAt } });
  if ((given.amount ?? 0) > mostOf(lead.amount)) return refuse('amount');
  const at = new Date(now).toISOString();
  const changed = withFields(isBack ? withoutSale(lead) : lead, fields, sale);
  const sold = noted ? withInstallation(withSale(changed, lead, noted, now), noted) : changed;
  if ((given.payments ?? given.amount) != null && sumOf(sold.payments) > (sold.amount ?? 0)) return refuse('overpaid');
  const dated = withMilestones(lead, sold, { now, byOwner: true });
  const after = {
    ...dated,
    ...(reviewAsked && { reviewAskedAt: lead.reviewAskedAt ?? at }),
    ...(noted && withVisit(dated, withOutcome(noted.visit, noted.result ?? undefined, by))),
  };
  if (isSame(after, lead)) return lead;
  const isOfOutcome = [given.status, given.amount, given.lostReason, outcome].some((one) => one !== undefined);
  const told = isOfOutcome ? withOutcomeUntold(after, at) : after;
  return withUndo(lead, touched(told, by, now), { follows, visit });
}

/** The booked visit that begins then. Two people may visit at one time: of these visits, that of who asks. */
function visitAt(visits: readonly Visit[], start: string, by: string): Visit | undefined {
  const then = visits.filter((one) => one.start === start && bookedTime(one));
  return then.find(({ who }) => who === by) ?? then[0];
}

const withOutcomeUntold = (lead: Lead, at: string): Lead =>
  isOutcome(lead) ? withUntold(lead, { kind: 'outcome', at }) : lead;

function withOutcome(visit: Visit, result: string | undefined, by: string): Visit {
  if (visit.outcome === result) return visit;
  const { outcome: _, by: __, ...open } = visit;
  return result ? { ...open, outcome: result, by } : open;
}

/**
 * The same news waits once: what is told of is the lead as it is then. It is later than the one in whose place it stands, so
 * that whoever tells that one does not take this one for told.
 */
export function withUntold(lead: Lead, news: Untold): Lead {
  const former = lead.untold.find(({ kind, of }) => kind === news.kind && of === news.of);
  const last = Date.parse(former?.at ?? '');
  const at = last >= Date.parse(news.at) ? new Date(last + 1).toISOString() : news.at;
  return { ...lead, untold: [...lead.untold.filter((one) => one !== former), { ...news, at }] };
}

/**
 * The steps that the owner has changed since `seen`: two devices may note different ones. `null` if somebody else has
 * changed one of them.
 */
function ownSteps(job: Change['job'], seen: unknown, present: object = {}): Change['job'] | null {
  const before: Readonly<Record<string, unknown>> = Object(seen);
  const own = Object.fromEntries(Object.entries(job ?? {}).filter(([step, value]) => value !== (before[step] ?? null)));
  const known = Object.fromEntries(Object.keys(own).map((step) => [step, before[step] ?? null]));
  return job && seen !== undefined && !changedSince({ present: { ...present }, change: own, seen: known }) ? own : null;
}

/** The given value, or the one that is there; a `null` takes it away. */
const or = <Value>(given: Value | undefined, kept: Value | undefined) => (given === undefined ? kept : given);

/** The lead with the given fields. Only a lost lead has a reason, and only a sold one a job. */
function withFields(lead: Lead, fields: Partial<Omit<Change, 'outcome' | 'seen'>>, sale: number): Lead {
  const { lostReason, amount, followUp, noAds, job, payments, unansweredTexts, unsentText, ...rest } = lead;
  const status = fields.status ?? lead.status;
  const isWon = status === 'won';
  const kept = {
    amount: or(fields.amount, amount),
    payments: or(fields.payments, payments),
    lostReason: status === 'lost' ? or(fields.lostReason, lostReason) : null,
    followUp: isClosed({ status }) ? null : or(fields.followUp, followUp),
    noAds: or(fields.noAds, noAds) || null,
    unansweredTexts: or(fields.unansweredTexts, unansweredTexts),
    unsentText: or(fields.unsentText, unsentText),
    // A sale begins a job, which is kept also where the status is another for a while.
    job: job ?? (isWon && lead.status !== 'won' ? {} : null),
  };
  const after: Lead = { ...rest, isSpam: fields.isSpam ?? lead.isSpam, status, ...filled(kept) };
  if (!fields.job) return after;
  return withJobs(
    after,
    jobsOf(after).map((one, of) => (of === sale ? filled({ ...one, ...fields.job }) : one)),
  );
}

/** Why a lead is lost after somebody has spoken to the person. Without a reason the status says nothing of a call. */
const spokenTo: readonly string[] = ['price', 'went elsewhere', 'not now', 'cancelled'] satisfies LostReason[];
const beforeVisit: readonly string[] = ['new', 'contacted', 'booked'] satisfies LeadStatus[];

/**
 * Notes when the status changed. If the owner sets a lead back to new, the call was a mistake, and so was a visit or a sale
 * that is taken back on its day. A lead that is lost and won anew was sold on the new day. `now` in ms.
 */
export function withMilestones(from: Lead, lead: Lead, { now, byOwner }: { now: number; byOwner: boolean }): Lead {
  const { status, lostReason = '' } = lead;
  if (status === from.status) return lead;
  const moment = new Date(now).toISOString();
  const isToday = (at: string | undefined) => at !== undefined && zonedDate(at) === zonedToday(now);
  const { bookedAt, calledAt, visitedAt, wonAt, ...rest } = lead;
  const isBack = byOwner && status === 'new';
  const isBooked = !isBack || lead.visits.some(({ slot, cancelledAt }) => slot ?? cancelledAt);
  const isReached = from.status === 'new' && (status !== 'lost' || spokenTo.includes(lostReason));
  const isCalled = byOwner && !isBack && lead.source !== 'phone' && (isReached || status === 'contacted');
  const isNoVisit = isToday(visitedAt) && beforeVisit.includes(status);
  const isSoldAnew = status === 'won' && from.status === 'lost' && !isToday(from.closedAt);
  const soldAt = isSoldAnew || isToday(wonAt) ? undefined : wonAt;
  return {
    ...rest,
    ...filled({
      bookedAt: isBooked ? (bookedAt ?? (status === 'booked' ? moment : undefined)) : undefined,
      calledAt: isBack ? undefined : (calledAt ?? (isCalled ? moment : undefined)),
      visitedAt: isNoVisit ? undefined : (visitedAt ?? (byOwner && status === 'visited' ? moment : undefined)),
      wonAt: soldAt ?? (status === 'won' ? moment : undefined),
    }),
    ...(isEnded(lead) && { closedAt: moment }),
  };
}

/** The owner's words, in the lead and in those of its parts that said the same. */
function correct(lead: Lead, { request, seen, by }: Signed<CommandOf<'correct'>>, now: number): Decision {
  const others = changedSince({ present: { language: 'en', ...lead.request }, change: request, seen });
  if (others) return refuse({ conflict: { fields: others, at: lead.updatedAt } });
  const at = new Date(now).toISOString();
  const renewed = corrected(lead, request, { at, by });
  if (renewed === 'unreachable') return refuse('unreachable');
  if (renewed === lead) return lead;
  const [former, words] = [lead.request, renewed.request];
  const fields = (Object.keys({ ...former, ...words }) as (keyof Lead['request'])[]).filter(
    (field) => !isSame(former[field], words[field]),
  );
  const also = lead.also?.map((part) => {
    const same = fields.filter((field) => isSame(part.request[field], former[field]));
    const { phone } = same.includes('phone') ? words : part.request;
    // An agreement to texts, or its end, is of one number.
    const own = isSameNumber(phone, words.phone) ? same : same.filter((field) => field !== 'texts');
    if (own.length === 0) return part;
    const copied = { ...part.request, ...Object.fromEntries(own.map((field) => [field, words[field]])) };
    return { ...part, request: withAgreement(copied, part.request, words), asSent: part.asSent ?? part.request };
  });
  return touched(withConsents(lead, { ...renewed, ...(also && { also }) }, { at, by, where: 'desk' }), by, now);
}

/** A note that is already there was sent before, and its answer was lost. */
function addNote(lead: Lead, { note, by }: Signed<CommandOf<'note'>>, now: number): Decision {
  if (lead.notes.some(({ id }) => id === note.id)) return lead;
  if (!hasRoom(lead.notes, note)) return refuse('notesFull');
  const notes: LeadNote[] = [...lead.notes, { ...note, at: new Date(now).toISOString(), by }];
  return touched({ ...lead, notes }, by, now);
}

function noteOfVisit(lead: Lead, { visit: start, note, by }: Signed<CommandOf<'visitNote'>>): Decision {
  const visit = visitAt(lead.visits, start, by);
  if (!visit) return refuse('noVisit');
  const { note: former = '', noteBy: _, ...rest } = visit;
  if (former === note) return lead;
  return withVisit(lead, note ? { ...rest, note, noteBy: by } : rest);
}

const NOBODY = 'not home';

/** Nobody at home is how the visit went, and the lead is to be called today. */
function stepOfDay(lead: Lead, command: Signed<CommandOf<'dayStep'>>, now: number): Decision {
  const visit = visitAt(lead.visits, command.visit, command.by);
  if (!visit || zonedDate(command.visit) !== zonedToday(now)) return refuse('noVisitToday');
  const at = new Date(now).toISOString();
  if (command.step === 'undo') return stepBack(lead, visit, command, now);
  const { step, by } = command;
  if ((step === 'done' || step === 'nobody') && !hasBegun(visit, now)) return refuse('visitAhead');
  if (visit.outcome || !isNext(step, visit.day)) return lead;
  const minutes = 'minutes' in command ? command.minutes : undefined;
  const day = { ...visit.day, [`${step}At`]: at, by, ...(minutes && { minutes }) };
  const outcome = { visit: command.visit, result: NOBODY } as const;
  const noted = step === 'nobody' ? change(lead, { do: 'change', by, outcome, followUp: zonedDate(at) }, now) : lead;
  if ('refused' in noted) return noted;
  const marked = withVisit(noted, { ...visitOf(noted, visit.id), day });
  if (!isTold(step)) return marked;
  return withUntold(marked, { kind: step === 'nobody' ? 'nobodyHome' : step, at, visit: visit.id, minutes });
}

/** Takes back the step that was made at `at`, if it is the last one, and with it what it noted of the lead. */
function stepBack(lead: Lead, visit: Visit, { at, by }: { at: string; by: string }, now: number) {
  const last = lastStep(visit.day);
  if (last?.at !== at) return lead;
  if (isTold(last.step) && now >= Date.parse(at) + HELD_BACK_MS) return refuse('visitorTold');
  if (lead.undo?.at === at) return undo(lead, { do: 'undo', at, by }, now);
  const { [`${last.step}At` as const]: _, by: __, ...left } = { ...visit.day };
  const day = { ...left, ...(lastStep(left) && { by }) };
  const isBack = last.step === 'nobody' && visit.outcome === NOBODY;
  return withVisit(lead, { ...(isBack ? withOutcome(visit, undefined, by) : visit), day });
}

/** What a command may change and an Undo brings back: the rest is a note of its own, or of no command. */
const kept: ReadonlySet<string> = new Set([
  'id',
  'version',
  'updatedAt',
  'by',
  'openedAt',
  'request',
  'asSent',
  'visits',
  'notes',
  'untold',
  'undo',
  'also',
]);

/** The fields that the change has touched, as they were before. */
function touchedFields(before: Lead, after: Lead): Record<string, unknown> {
  const was: Readonly<Record<string, unknown>> = before;
  const is: Readonly<Record<string, unknown>> = after;
  const names = Object.keys({ ...was, ...is }).filter((name) => !kept.has(name) && !isSame(was[name], is[name]));
  return Object.fromEntries(names.map((name) => [name, was[name] ?? null]));
}

function withUndo(
  before: Lead,
  after: Lead,
  { follows, visit }: { follows: string | undefined; visit: Visit | undefined },
): Lead {
  const former = before.undo?.at === follows ? before.undo : undefined;
  const was = visit && { id: visit.id, outcome: visit.outcome, by: visit.by, day: visit.day };
  return {
    ...after,
    undo: {
      at: after.updatedAt,
      before: { ...touchedFields(before, after), ...former?.before },
      ...((former?.visit ?? was) && { visit: former?.visit ?? was }),
    },
  };
}

/** The lead without an Undo that would bring back less than all: something else has changed a field of it since. */
export function withTrueUndo(before: Lead, after: Lead): Lead {
  if (!after.undo || after.undo !== before.undo) return after;
  const { undo: last, ...rest } = after;
  const outcomeIn = (lead: Lead) => last.visit && visitOf(lead, last.visit.id).outcome;
  const isTouched = Object.keys(touchedFields(before, after)).some((name) => name in last.before);
  return isTouched || outcomeIn(after) !== outcomeIn(before) ? rest : after;
}

function undo(lead: Lead, { at, by }: Signed<CommandOf<'undo'>>, now: number): Decision {
  const { undo: last, ...rest } = lead;
  if (last?.at !== at) return refuse('undoGone');
  const back = filled({ ...rest, ...last.before }) as Lead;
  const told = touched(withOutcomeUntold(back, new Date(now).toISOString()), by, now);
  if (!last.visit) return told;
  const { outcome: _, by: __, day: ___, ...visit } = visitOf(told, last.visit.id);
  return withVisit(told, { ...visit, ...(filled(last.visit) as typeof last.visit) });
}
