import type * as z from 'zod/mini';
import {
  type HolidayChange,
  type HoursChange,
  MAX_AWAY,
  type NewAway,
  type VisitHours,
  type VisitSettings,
} from '#contracts/hours';
import { date } from '#contracts/calendar';
import { type OpenTimes, TimesQuery } from '#contracts/owner-visit';
import { availableSlots } from '#server/booking/offer';
import { unlessCalendarFails } from '#server/calendar/calendar';
import { blockedVisits } from '#server/booking/blocked';
import { hoursForInstaller } from '#lead/installer';
import { changedSince } from '#lib/changed-since';
import { holidaysBetween, isHoliday } from '#lib/time/holidays';
import {
  addAway,
  listAway,
  moveAway,
  readSchedule,
  removeAway,
  saveWeekly,
  type StoredSchedule,
  workOn,
} from '#server/slots/schedule';
import { awayEnd, awayOf } from '#server/slots/away';
import { namedPeople } from '#server/slots/people';
import { makersOf, usualHours, usualMinutes } from '#server/slots/times';
import { untilFirst } from '#server/storage/typed-records';
import { isSame } from '#lib/is-same';
import { addDays } from '#lib/time/dates';
import { dateAt, instantAt } from '#server/slots/zone';
import { type AdminCall, isInstallers } from './owner-session.ts';
import { json } from './answers.ts';
import { parsed } from './request-body.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';

/** `GET /api/hours`: 200, the visiting hours, and the visits outside of them; to an installer, own times away. */
export async function showHours(call: AdminCall, status = 200): Promise<Response> {
  const hours = await hoursOf(call.services);
  return json(status, isInstallers(call) ? hoursForInstaller(hours, call.person.id) : hours);
}

/** `PUT /api/hours`: 200 and the hours; 409 if another device changed the same. */
export async function changeHours(change: HoursChange, { services }: AdminCall): Promise<Response> {
  const { slots, rules } = services;
  const { version, seen } = change;
  return await untilFirst('the visiting hours', async () => {
    const { weekly: stored, schedule } = await readSchedule(slots, rules, services.report);
    const now = versionOf(stored);
    if (!seen && version !== now) throw new Refusal(409, 'hoursChanged');
    const isDamaged = stored.state === 'unreadable';
    // Damaged hours hold no change of anybody's.
    const weekly = stored.state === 'set' ? stored.weekly : usualHours(rules);
    const present = { weekly, settings: settingsOf(schedule) };
    const next = mergedHours(isDamaged ? { ...change, seen: undefined } : change, present);
    const record = { weekly: next.weekly, settings: ownSettings(next.settings, settingsOf(rules)) };
    const isSaved = await saveWeekly(slots, record, { seen: now, isDamaged });
    return isSaved ? json(200, await hoursOf(services)) : undefined;
  });
}

/** `GET /api/times`: 200 and the times that are open for a visit of this kind and length; 400; 503 without the calendar. */
export async function showTimes({ request, services }: AdminCall): Promise<Response> {
  const { kind, minutes, person } = parsed(TimesQuery, Object.fromEntries(new URL(request.url).searchParams));
  const schedule = await services.schedule();
  const visitMinutes = minutes ?? usualMinutes(schedule, kind);
  const context = { ...services, now: services.now(), schedule: async () => ({ ...schedule, visitMinutes }) };
  const slots = await unlessCalendarFails(availableSlots(context, kind, person), () => {
    throw new Refusal(503, 'calendarUnavailable');
  });
  const makers = makersOf(schedule, kind);
  const people = namedPeople(schedule.people?.filter(({ id }) => makers.includes(id)));
  const times = { slots, minutes: visitMinutes, ...(people && { people }) };
  return json(200, times satisfies z.infer<typeof OpenTimes>);
}

type Hours = Pick<VisitHours, 'weekly' | 'settings'>;

/** The present hours with what the owner changed. Refuses with 409 if somebody else changed the same day or setting. */
function mergedHours({ weekly, settings, seen }: HoursChange, present: Hours): Hours {
  if (!seen) return { weekly, settings: settings ?? present.settings };
  const changed = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([field, value]) => !isSame(value, seen[field])));
  const change = { days: changed(weekly), settings: changed(settings ?? {}) };
  const fields = changedSince({
    present: { ...present.weekly, ...present.settings },
    change: { ...change.days, ...change.settings },
    seen,
  });
  if (fields) throw new Refusal(409, 'changedSince', { conflict: { fields } });
  return {
    weekly: present.weekly.map((day, weekday) => (weekday in change.days ? (weekly[weekday] ?? []) : day)),
    settings: { ...present.settings, ...change.settings },
  };
}

export function settingsOf(rules: VisitSettings): VisitSettings {
  const { visitMinutes, installationMinutes, stepMinutes, noticeMinutes, daysAhead } = rules;
  return { visitMinutes, installationMinutes, stepMinutes, noticeMinutes, daysAhead };
}

/** The settings that differ from the code's, which may change. */
function ownSettings(settings: VisitSettings, usual: VisitSettings): Partial<VisitSettings> {
  const own = Object.entries(settings).filter(([name, value]) => value !== usual[name as keyof VisitSettings]);
  return Object.fromEntries(own);
}

/** An installer changes own times away alone. */
function requireOwn(call: AdminCall, person: string | undefined): void {
  if (isInstallers(call) && person !== call.person.id) throw new Refusal(403, 'forOffice');
}

/**
 * `POST /api/away`: 201 and the hours, with the visits in the blocked time; 400 for a past day, 404 for nobody's, 409 for too
 * many, and for a note that has changed since.
 */
export async function blockTime(away: NewAway, call: AdminCall): Promise<Response> {
  const { slots, rules, report } = call.services;
  const { person } = away;
  requireOwn(call, person);
  refusePast(away, call.services);
  const { away: ahead, schedule } = await readSchedule(slots, rules, report);
  if (person !== undefined && !schedule.people?.some(({ id }) => id === person)) throw new Refusal(404, 'nothing');
  if (ahead.filter((one) => one.person === person).length >= MAX_AWAY) throw new Refusal(409, 'tooManyAway');
  const fields = await addAway(slots, away);
  if (fields) throw new Refusal(409, 'changedSince', { conflict: { fields } });
  return await showHours(call, 201);
}

/**
 * `PUT /api/away/{id}`: 200 and the hours, with the time in place of the former one; 400 for a past day, 404 if another
 * device has opened the former one, 409 for a note that has changed since.
 */
export async function changeTime(away: NewAway, call: AdminCall): Promise<Response> {
  const { services, params } = call;
  const id = params['id'] ?? '';
  requireOwn(call, awayOf(id)?.person);
  refusePast(away, services);
  const outcome = await moveAway(services.slots, id, away);
  if (outcome === 'unknown') throw new Refusal(404, 'noAway');
  if (outcome) throw new Refusal(409, 'changedSince', { conflict: { fields: outcome } });
  return await showHours(call);
}

function refusePast(away: NewAway, { rules, now }: Services): void {
  const isOver = awayEnd(rules.timeZone, away) <= instantAt(rules.timeZone, dateAt(rules.timeZone, now()), 0);
  if (isOver) throw new Refusal(400, 'dayOver');
}

/** `PUT /api/holidays/{date}`: 200 and the hours; 404 for a day that is no holiday. */
export async function changeHoliday({ isWorked }: HolidayChange, { services, params }: AdminCall): Promise<Response> {
  const day = params['date'] ?? '';
  if (!date.safeParse(day).success || !isHoliday(services.rules.holidays, day)) throw new Refusal(404, 'noHoliday');
  await workOn(services.slots, day, isWorked);
  return json(200, await hoursOf(services));
}

/** `DELETE /api/away/{id}`: 200 and the hours, also if already open; 404 for a malformed id. */
export async function openTime(call: AdminCall): Promise<Response> {
  const id = call.params['id'] ?? '';
  const time = awayOf(id);
  if (!time) throw new Refusal(404, 'noAway');
  requireOwn(call, time.person);
  await removeAway(call.services.slots, id);
  return await showHours(call);
}

async function hoursOf(services: Services): Promise<VisitHours> {
  const { slots, rules, report } = services;
  const now = services.now();
  const stored = await readSchedule(slots, rules, report);
  const usual = usualHours(rules);
  const isDamaged = stored.weekly.state === 'unreadable';
  // Damaged hours cannot say which visits they would close out.
  const schedule = isDamaged ? { ...stored.schedule, weekly: usual } : stored.schedule;
  const [away, blocked] = await Promise.all([
    listAway(slots, stored, now),
    blockedVisits({ ...services, now }, schedule),
  ]);
  const today = dateAt(rules.timeZone, now);
  const people = namedPeople(schedule.people);
  return {
    weekly: schedule.weekly ?? usual,
    usual,
    version: versionOf(stored.weekly),
    isDamaged,
    settings: settingsOf(schedule),
    usualSettings: settingsOf(rules),
    today,
    away,
    holidays: holidaysBetween(rules.holidays, today, addDays(today, 365)).map((holiday) => ({
      ...holiday,
      isWorked: schedule.worked?.has(holiday.date) ?? false,
    })),
    blocked,
    ...(people && { people }),
  };
}

function versionOf(weekly: StoredSchedule['weekly']): string {
  return weekly.state === 'set' ? weekly.etag : '';
}
