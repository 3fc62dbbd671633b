import type { AdminLead } from '#contracts/admin-lead';
import { countedStatus } from '#contracts/lead-status';
import { type DayChange, HELD_BACK_MS, isNext, isTold, lastMark } from '#contracts/visit-day';
import { zonedToday } from '#lib/time/dates';
import { zonedDate } from '#lib/time/zone';
import { editLead, type LeadsContext, viewLead } from '#server/leads/lead-view';
import { bookedTime, changeVisit, findLeadAndVisits, hasBegun, readVisit, type Visit } from '#server/leads/visit';
import type { DayNews } from '#server/news/news';

export interface DayContext extends LeadsContext {
  /** Stores the news, to be sent later. The same news again changes nothing. */
  notify(news: DayNews): Promise<void>;
}

type Asked = DayChange & { readonly by: string };
type Marking = Exclude<Asked, { mark: 'undo' }>;

/** `visitAhead`: it has not begun. `visitorTold`: the visitor may know by now. */
type DayRefusal = 'noVisitToday' | 'visitAhead' | 'visitorTold';

/**
 * Marks a visit on its day, or takes the last mark back. `by`: who does it. The message to the visitor is written before
 * the mark, and is true only while the mark stands: so whoever dies in between leaves no mark of which nobody hears.
 * Answers `null` for an unknown lead.
 */
export async function markDay(
  context: DayContext,
  leadId: string,
  asked: Asked,
): Promise<AdminLead | DayRefusal | null> {
  const { leads, now } = context;
  const found = await findLeadAndVisits(leads, leadId);
  if (!found || found.lead.isRemoving) return null;
  const isToday = (start = '') => zonedDate(start) === zonedToday(now);
  const seen = found.visits.find((visit) => visit.start === asked.visit && bookedTime(visit) && isToday(visit.start));
  if (!seen) return 'noVisitToday';
  if (asked.mark === 'undo') {
    const last = lastMark(seen.day);
    if (last?.at === asked.at && isTold(last.mark) && now >= Date.parse(last.at) + HELD_BACK_MS) return 'visitorTold';
    await takeBack(context, seen.id, asked);
  } else {
    const isEarly = (asked.mark === 'done' || asked.mark === 'nobody') && !hasBegun(seen, now);
    if (isEarly) return 'visitAhead';
    await mark(context, found, seen, asked);
  }
  return await viewLead(context, leadId);
}

async function mark(
  context: DayContext,
  { lead, versionOf }: NonNullable<Awaited<ReturnType<typeof findLeadAndVisits>>>,
  seen: Visit,
  asked: Marking,
): Promise<void> {
  const at = new Date(context.now).toISOString();
  const interval = bookedTime(seen);
  const former = { at, status: lead.status, followUp: lead.followUp };
  const marked = (visit: Visit): Visit => {
    if (visit.slot !== seen.slot || visit.outcome || !isNext(asked.mark, visit.day)) return visit;
    const more = asked.mark === 'onMyWay' ? { minutes: asked.minutes } : asked.mark === 'nobody' && { former };
    return { ...visit, day: { ...visit.day, [`${asked.mark}At`]: at, ...more } };
  };
  if (marked(seen) !== seen && interval) {
    const news = { lead, visit: seen, interval, visitKind: seen.kind, at };
    if (asked.mark === 'onMyWay') await context.notify({ ...news, kind: 'onMyWay', minutes: asked.minutes });
    if (asked.mark === 'nobody') await context.notify({ ...news, kind: 'nobodyHome' });
    await changeVisit(context.leads, seen.id, marked, versionOf(seen));
  }
  if (asked.mark === 'nobody') await noteNobody(context, seen.id, asked.by);
}

const NOBODY = 'not home';

/** That nobody was at home is how the visit went. Safe to repeat: what somebody has changed since then stays. */
async function noteNobody(context: DayContext, id: string, by: string): Promise<void> {
  const { lead, start, day } = (await readVisit(context.leads, id)) ?? {};
  if (!lead || !start || !day?.nobodyAt || !day.former) return;
  const { status, followUp = null } = day.former;
  const outcome = { visit: start, result: NOBODY } as const;
  const again = { followUp: zonedDate(day.nobodyAt), seen: { outcome: null, status, followUp } };
  await editLead(context, lead, { by, outcome, ...again });
}

/**
 * Takes back the mark that was made at `at`, if it is the last one, and with it what it noted of the lead. Safe to repeat:
 * the lead's former state is kept until it is back.
 */
async function takeBack(context: DayContext, id: string, { at, by }: { at: string; by: string }): Promise<void> {
  const { leads } = context;
  const changed = await changeVisit(leads, id, (visit) => {
    const last = lastMark(visit.day);
    if (last?.at !== at) return visit;
    const { [`${last.mark}At` as const]: _, ...day } = { ...visit.day };
    return { ...visit, day };
  });
  const { lead, start, day, outcome = NOBODY } = changed?.after ?? {};
  if (!lead || !start || outcome !== NOBODY || day?.former?.at !== at) return;
  const { status, followUp = null } = day.former;
  const back = { outcome: { visit: start, result: null }, status: countedStatus(status), followUp };
  await editLead(context, lead, { by, ...back });
  await changeVisit(leads, id, (visit) => {
    const { former, ...marks } = { ...visit.day };
    return former?.at === at ? { ...visit, day: marks } : visit;
  });
}
