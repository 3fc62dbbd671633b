import brand from '#brand/brand.json' with { type: 'json' };
import { type AdminLead, PROMISE_MS, waitsSince } from '#contracts/lead';
import { zonedDate, zonedDay, zonedDayBriefly, zonedTime } from '#lib/time/zone';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

export interface VisitGroup {
  readonly name: 'Visits today' | 'Tomorrow' | 'This week' | 'Later';
  /** If the group is one day. */
  readonly date?: string;
  readonly visits: readonly AdminLead[];
}

/** Groups visits, soonest first: today (even if empty), tomorrow, the next five days, and later. */
export function visitGroups(visits: readonly AdminLead[], now: Date): VisitGroup[] {
  const daysAhead = ({ slot = '' }: AdminLead) => calendarDays(now.toISOString(), slot);
  const within = (first: number, last: number) =>
    visits.filter((visit) => daysAhead(visit) >= first && daysAhead(visit) <= last);
  const tomorrow = within(1, 1);
  const groups: VisitGroup[] = [
    { name: 'Visits today', date: zonedDay(now.toISOString()), visits: within(0, 0) },
    { name: 'Tomorrow', date: zonedDay(tomorrow[0]?.slot ?? now.toISOString()), visits: tomorrow },
    { name: 'This week', visits: within(2, 6) },
    { name: 'Later', visits: within(7, Infinity) },
  ];
  return groups.filter(({ name, visits: some }) => name === 'Visits today' || some.length > 0);
}

function calendarDays(from: string, to: string): number {
  return Math.round((Date.parse(zonedDate(to)) - Date.parse(zonedDate(from))) / DAY);
}

/** `10:30 AM`; in a group of several days its day comes first. */
export function visitTime(slot: string, { date }: VisitGroup): string {
  return date ? zonedTime(slot) : `${zonedDayBriefly(slot)}, ${zonedTime(slot)}`;
}

export function isOver({ slot = '', slotEnd }: AdminLead, now: Date): boolean {
  const end = slotEnd === undefined ? Date.parse(slot) + HOUR : Date.parse(slotEnd);
  return end <= now.getTime();
}

/** The visit's place for people, and for the map, which needs the state: there is more than one Springfield. */
export function placeOf({ request }: AdminLead): { text: string; query: string; hasStreet: boolean } {
  const { address, city, zipCode } = request;
  const town = `${city} ${zipCode}`.trim();
  return {
    text: [address, town].filter(Boolean).join(', ') || 'Place not known yet',
    query: [address, city, `${brand.address.state} ${zipCode}`.trim()].filter(Boolean).join(', '),
    hasStreet: address !== undefined,
  };
}

/** How long a request has waited, against our promise. */
export interface Waiting {
  readonly words: string;
  readonly isBroken: boolean;
}

/** `Waits 5 hours, 19 hours left`, `Waits 30 hours, 6 hours longer than promised` */
export function waitingOf(lead: AdminLead, now: Date): Waiting {
  const waited = Math.max(0, now.getTime() - Date.parse(waitsSince(lead)));
  const left = PROMISE_MS - waited;
  const isBroken = left < 0;
  const rest = isBroken ? `${duration(-left)} longer than promised` : `${duration(left)} left`;
  return { words: `Waits ${duration(waited)}, ${rest}`, isBroken };
}

/** `1 minute`, `47 hours`, `3 days`: rounded down. */
function duration(ms: number): string {
  if (ms < HOUR) return counted(Math.floor(ms / 60_000), 'minute');
  return ms < 2 * DAY ? counted(Math.floor(ms / HOUR), 'hour') : counted(Math.floor(ms / DAY), 'day');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
