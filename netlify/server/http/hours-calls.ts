import { type HoursChange, MAX_AWAY, type NewAway, type VisitHours } from '#contracts/hours';
import { blockedVisits } from '#server/booking/blocked';
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

/** `PUT /api/hours`: 200 and the hours; 400 for a start off the grid, 409 if another device changed them. */
export async function changeHours({ weekly, version }: HoursChange, { services }: AdminCall): Promise<Response> {
  const { calendar, rules, report } = services;
  const isOnGrid = weekly.every((day, weekday) => {
    const starts = startsOn(rules, weekday);
    return !day || (starts.includes(day.first) && starts.includes(day.last));
  });
  if (!isOnGrid) throw new Refusal(400, 'offList');
  const { weekly: stored } = await readSchedule(calendar, rules, report);
  const isSeen = version === versionOf(stored);
  const isDamaged = stored.state === 'unreadable';
  if (!isSeen || !(await saveWeekly(calendar, weekly, { seen: version, isDamaged }))) {
    throw new Refusal(409, 'hoursChanged');
  }
  return json(200, await hoursOf(services));
}

/** `POST /api/away`: 201 and the hours, with the visits in the blocked time; 400 for a past day, 409 for too many. */
export async function blockTime(away: NewAway, { services }: AdminCall): Promise<Response> {
  const { calendar, rules, report, now } = services;
  if (away.last < dateAt(rules.timeZone, now())) throw new Refusal(400, 'dayOver');
  const { away: ahead } = await readSchedule(calendar, rules, report);
  if (ahead.length >= MAX_AWAY) throw new Refusal(409, 'tooManyAway');
  await addAway(calendar, away);
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
