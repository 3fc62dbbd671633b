import { isDeepStrictEqual } from 'node:util';
import { type HoursChange, MAX_AWAY, type NewAway, type VisitHours, type WeeklyHours } from '#contracts/hours';
import { blockedVisits } from '#server/booking/blocked';
import { changedSince } from '#server/storage/conflict';
import { holidaysBetween } from '#server/slots/holidays';
import { addAway, listAway, readSchedule, removeAway, saveWeekly, type StoredSchedule } from '#server/slots/schedule';
import { startsOn, usualHours } from '#server/slots/times';
import { addDays } from '#lib/time/dates';
import { dateAt } from '#server/slots/zone';
import type { AdminCall } from './admin.ts';
import { json, Refusal } from './messages.ts';
import type { Services } from './services.ts';

/** `GET /api/hours`: 200, the visiting hours, and the visits outside of them. */
export async function showHours({ services }: AdminCall): Promise<Response> {
  return json(200, await hoursOf(services));
}

/** `PUT /api/hours`: 200 and the hours; 400 for a start off the grid, 409 if another device changed the same. */
export async function changeHours({ weekly, version, seen }: HoursChange, { services }: AdminCall): Promise<Response> {
  const { calendar, rules } = services;
  const isOnGrid = weekly.every((day, weekday) => {
    const starts = startsOn(rules, weekday);
    return !day || (starts.includes(day.first) && starts.includes(day.last));
  });
  if (!isOnGrid) throw new Refusal(400, 'offList');
  for (;;) {
    const { weekly: stored } = await readSchedule(calendar, rules, services.report);
    const now = versionOf(stored);
    if (!seen && version !== now) throw new Refusal(409, 'hoursChanged');
    const isDamaged = stored.state === 'unreadable';
    // Damaged hours hold no change of anybody's.
    const present = stored.state === 'set' ? stored.weekly : usualHours(rules);
    const merged = seen && !isDamaged ? mergedWeek(weekly, seen, present) : weekly;
    if (await saveWeekly(calendar, merged, { seen: now, isDamaged })) return json(200, await hoursOf(services));
  }
}

/** The present week with the days that the owner changed. Refuses with 409 if somebody else changed one of them. */
function mergedWeek(weekly: WeeklyHours, seen: Readonly<Record<string, unknown>>, present: WeeklyHours): WeeklyHours {
  const isChanged = (day: WeeklyHours[number], weekday: number) => !isDeepStrictEqual(day, seen[weekday]);
  const change = Object.fromEntries(Object.entries(weekly).filter(([weekday, day]) => isChanged(day, Number(weekday))));
  const fields = changedSince({ present: { ...present }, change, seen });
  if (fields) throw new Refusal(409, 'changedSince', { conflict: { fields } });
  return present.map((day, weekday) => {
    const changed = weekly[weekday] ?? null;
    return isChanged(changed, weekday) ? changed : day;
  });
}

/**
 * `POST /api/away`: 201 and the hours, with the visits in the blocked time; 400 for a past day, 409 for too many, and
 * for a note that has changed since.
 */
export async function blockTime(away: NewAway, { services }: AdminCall): Promise<Response> {
  const { calendar, rules, report, now } = services;
  if (away.last < dateAt(rules.timeZone, now())) throw new Refusal(400, 'dayOver');
  const { away: ahead } = await readSchedule(calendar, rules, report);
  if (ahead.length >= MAX_AWAY) throw new Refusal(409, 'tooManyAway');
  const fields = await addAway(calendar, away);
  if (fields) throw new Refusal(409, 'changedSince', { conflict: { fields } });
  return json(201, await hoursOf(services));
}

/** `DELETE /api/away/{id}`: 200 and the hours, also if already open; 404 for a malformed id. */
export async function openTime({ services, params }: AdminCall): Promise<Response> {
  const isKnown = await removeAway(services.calendar, params['id'] ?? '');
  if (!isKnown) throw new Refusal(404, 'noAway');
  return json(200, await hoursOf(services));
}

async function hoursOf(services: Services): Promise<VisitHours> {
  const { calendar, rules, report } = services;
  const now = services.now();
  const stored = await readSchedule(calendar, rules, report);
  const usual = usualHours(rules);
  const isDamaged = stored.weekly.state === 'unreadable';
  // Damaged hours cannot say which visits they would close out.
  const schedule = isDamaged ? { ...stored.schedule, weekly: usual } : stored.schedule;
  const [away, blocked] = await Promise.all([
    listAway(calendar, stored, now),
    blockedVisits({ ...services, now }, schedule),
  ]);
  const today = dateAt(rules.timeZone, now);
  return {
    weekly: schedule.weekly ?? usual,
    usual,
    version: versionOf(stored.weekly),
    isDamaged,
    starts: usual.map((_, weekday) => startsOn(rules, weekday)),
    visitMinutes: rules.visitMinutes,
    today,
    away,
    holidays: holidaysBetween(rules.holidays, today, addDays(today, 365)),
    blocked,
  };
}

function versionOf(weekly: StoredSchedule['weekly']): string {
  return weekly.state === 'set' ? weekly.etag : '';
}
