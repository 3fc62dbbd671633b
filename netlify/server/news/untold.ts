import { alertPhones, phoneHours, visitRules } from '#business';
import type { OpeningHours } from '#lib/time/open-days';
import { isOutcome } from '#contracts/lead-status';
import { isUnopened, type Lead, type Untold } from '#lead/lead';
import { asVisitorsOf } from '#lead/merge';
import { bookedTime, leadOfVisit, visitOf } from '#lead/visits';
import { addDays } from '#lib/time/dates';
import type { Interval } from '#lib/time/interval';
import { HOUR, MINUTE } from '#lib/time/units';
import { leadReference } from '#server/leads/lead-id';
import { listLeads } from '#server/leads/lead-list';
import { changeLead } from '#server/leads/lead-records';
import { noteConsent } from '#server/leads/text-ledger';
import { consume, mailLimit } from '#server/limits/limits';
import { keysOf } from '#server/outbox/outbox';
import { openOn } from '#lib/time/answer-day';
import { dateAt, instantAt } from '#server/slots/zone';
import { forEachAlone } from '#server/storage/port';
import { dispatch, type NewsContext } from './dispatch.ts';
import { keyOf, requestKeys, type UnopenedNews } from './news.ts';

/**
 * Stores the messages about all that is untold of the lead, and then notes that it is told, in `later` if given. Never
 * fails: the schedule tells what is left. A repeat stores nothing. `isNew`: this very call has made the lead.
 */
export async function tell(
  context: NewsContext,
  lead: Lead,
  { isNew = false, later }: { isNew?: boolean; later?: (work: () => Promise<void>) => void } = {},
): Promise<void> {
  const told: Untold[] = [];
  for (const news of lead.untold) {
    try {
      await tellOne(context, lead, news, isNew);
      told.push(news);
    } catch (error) {
      context.log(`News of ${leadReference(lead.id)} (${news.kind}) is still to be written`, error);
    }
  }
  if (told.length === 0) return;
  const isTold = ({ kind, at, of, channel, number }: Untold) =>
    told.some(
      (one) => one.kind === kind && one.at === at && one.of === of && one.channel === channel && one.number === number,
    );
  const note = async () => {
    await changeLead(context.leads, lead.id, (newest) =>
      newest.untold.some(isTold) ? { ...newest, untold: newest.untold.filter((one) => !isTold(one)) } : newest,
    );
  };
  if (later) later(note);
  else await note().catch((error: unknown) => context.log(`News of ${leadReference(lead.id)} is told again`, error));
}

async function tellOne(context: NewsContext, lead: Lead, news: Untold, isNew: boolean): Promise<void> {
  // Proof outlives the lead.
  if (news.kind === 'agreed' || news.kind === 'withdrawn') return await noteConsent(context.leads, lead.id, news);
  if (lead.isRemoving) return;
  const {
    kind,
    at,
    of = lead.id,
    visit: id = '',
    minutes = 0,
    link = '',
    channel: by = '',
    event: eventId = '',
  } = news;
  if (kind === 'request') return await dispatchRequest(context, asVisitorsOf(lead, of), isNew);
  if (kind === 'outcome' && isOutcome(lead)) await dispatch(context, { kind, lead, at });
  if (kind === 'review') await dispatch(context, { kind, by, lead, link });
  if (kind !== 'onMyWay' && kind !== 'nobodyHome' && kind !== 'confirm') return;
  const visit = visitOf(lead, id);
  const interval = bookedTime(visit);
  const about = { lead: asVisitorsOf(lead, leadOfVisit(id)), visit, visitKind: visit.kind, at };
  if (!interval) return;
  if (kind === 'confirm') return void (await dispatch(context, { ...about, interval, kind, by, eventId }));
  await dispatch(context, { ...about, interval, ...(kind === 'onMyWay' ? { kind, minutes } : { kind }) });
}

/**
 * One notice for each wording: a visitor who mends a telephone number must not be called at the old one. After the
 * first, one request makes six in a day: who words it again and again must not flood the owner.
 */
async function dispatchRequest(context: NewsContext, lead: Lead, isNew: boolean): Promise<void> {
  const { channels, limits, now } = context;
  const former = isNew ? [] : await keysOf(channels.mail.box, requestKeys(lead.id));
  const news = { kind: 'request', lead, isChanged: former.length > 0 } as const;
  if (former.includes(keyOf(news))) return;
  const counted = news.isChanged ? await consume(limits, mailLimit, `wordings of ${lead.id}`, now()) : null;
  if (counted && 'wait' in counted) return;
  const isFirst = await dispatch(context, news, { isNew });
  // A parallel call wrote the same wording, so it was counted twice.
  if (!isFirst) await counted?.release();
}

/** ms. Whoever stored the lead tells of it within this time, or never. */
const TELLING_MS = 2 * MINUTE;

/** Tells what calls have left to the schedule, and again what nobody has opened. Health names a lead that cannot be read. */
export async function tellAll(context: NewsContext): Promise<void> {
  const all = await listLeads(context.leads, context.log);
  // A clock that was ahead may have written it: then it is as old as any.
  const isLeft = ({ at }: Untold) => Math.abs(context.now() - Date.parse(at)) > TELLING_MS;
  const left = all.filter(({ untold }) => untold.some(isLeft));
  const steps = [
    () => forEachAlone(left, (lead) => tell(context, { ...lead, untold: lead.untold.filter(isLeft) })),
    () => tellOfUnopened(context, all),
  ];
  await forEachAlone(steps, (step) => step());
}

/** In minutes. */
const usualSteps: readonly UnopenedNews['after'][] = alertPhones.length > 1 ? [15, 60] : [15];

/** Tells the owner again of the requests that nobody has opened for so long, each step once. */
export async function tellOfUnopened(
  context: Pick<NewsContext, 'leads' | 'channels' | 'now'>,
  leads: readonly Lead[],
  steps = usualSteps,
): Promise<void> {
  const isWaiting = (lead: Lead) => isUnopened(lead) && (lead.toldAfter ?? 0) < (steps.at(-1) ?? 0);
  await forEachAlone(leads.filter(isWaiting), async (lead) => {
    const waits = timeWithin({ start: Date.parse(lead.createdAt), end: context.now() });
    const due = steps.filter((after) => after > (lead.toldAfter ?? 0) && waits >= after * MINUTE);
    // A death before this is noted repeats news that are stored already, which stores nothing.
    for (const after of due) await dispatch(context, { kind: 'unopened', lead, after });
    if (due.length > 0) await changeLead(context.leads, lead.id, (one) => ({ ...one, toldAfter: due.at(-1) }));
  });
}

/** How much of the interval somebody answers the phone, in ms. Holidays are closed. */
export function timeWithin({ start, end }: Interval, hours: OpeningHours = phoneHours): number {
  const { timeZone, holidays } = visitRules;
  let time = 0;
  for (let day = dateAt(timeZone, start); start < end && day <= dateAt(timeZone, end); day = addDays(day, 1)) {
    const [opens, closes] = openOn({ hours, holidays }, day) ?? [0, 0];
    if (opens >= closes) continue;
    const at = (hour: number) => instantAt(timeZone, day, (hour * HOUR) / MINUTE);
    time += Math.max(0, Math.min(end, at(closes)) - Math.max(start, at(opens)));
  }
  return time;
}
