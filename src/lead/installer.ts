import type { Alerts } from '#contracts/alerts';
import type { VisitHours } from '#contracts/hours';
import { isSiteNote } from '#contracts/lead-note';
import { isOfWork } from '#contracts/lead-outcome';
import { addDays, mondayOf, zonedToday } from '#lib/time/dates';
import { zonedDate } from '#lib/time/zone';
import type { ShownLead, Today } from './answers.ts';
import type { Command } from './command.ts';
import type { Lead, Visit } from './lead.ts';
import { owedOf } from './place.ts';
import { bookedTime, personOf } from './visits.ts';

/* What an installer sees and does. All answers and commands of installers go through here: who adds a field to a lead adds
   it here too, or installers do not see it. */

/** `person`: the id. `now` in ms. */
interface Installer {
  readonly person: string;
  readonly now: number;
}

/** The last day of which an installer sees the visits, after today and the rest of the week: the next Sunday but one. */
const lastDay = (today: string) => addDays(mondayOf(today), 13);

/** Whether an installer sees the week of this day (`YYYY-MM-DD`; empty for today). `now` in ms. */
export function isInstallersWeek(day: string, now: number): boolean {
  const today = zonedToday(now);
  return day === '' || (mondayOf(today) <= day && day <= lastDay(today));
}

function isOwn(visit: Visit, { person, now }: Installer): boolean {
  if (!visit.start || !bookedTime(visit) || personOf(visit) !== person) return false;
  const [day, today] = [zonedDate(visit.start), zonedToday(now)];
  return today <= day && day <= lastDay(today);
}

/** The lead with what an installer needs for own visits of these days; `null` if the lead has none. */
export function forInstaller(lead: Lead, installer: Installer): ShownLead | null {
  const visits = lead.visits.filter((visit) => isOwn(visit, installer)).map(withoutDecisions);
  if (visits.length === 0) return null;
  const { id, version, updatedAt } = lead;
  // `texts` says whether the visitor hears from the site that somebody is on the way, or the installer is to write.
  const { name, phone, texts, language, address, city, zipCode, message } = lead.request;
  const owed = visits.some(({ kind }) => isOfWork(kind)) ? owedOf(lead) : 0;
  return {
    ...{ id, version, updatedAt, visits, untold: [] },
    request: {
      name,
      phone,
      texts,
      language,
      address,
      city,
      zipCode,
      message,
      serviceInterest: '',
      preferredContact: '',
    },
    // Those of the site say former numbers and mail addresses.
    notes: lead.notes.filter((note) => !isSiteNote(note)),
    ...(owed > 0 && { owed }),
    // The same of all leads.
    ...{ createdAt: updatedAt, source: '', status: 'booked', isSpam: false },
  };
}

/** Each is their own, so it does not name them. */
const withoutDecisions = ({ id, slot, start, end, kind, note, noteBy, day, outcome, by }: Visit): Visit => ({
  ...{ id, slot, start, end, kind, note, noteBy, day, outcome, by },
  ...{ changes: 0, moves: 0 },
});

/** The lists of Today that an installer has not: whom to call, and whom to answer. */
export const noTasks = {
  waiting: [],
  waitingCount: 0,
  followUps: [],
  followUpsCount: 0,
  texts: [],
} satisfies Partial<Today>;

/**
 * The command as an installer may give it; `null` if they may not: it is for the office, or of somebody else's visit. `seen`:
 * the lead by `forInstaller`. `by`: the installer's name.
 */
export function installersCommand(command: Command, seen: Pick<Lead, 'visits' | 'notes'>, by: string): Command | null {
  const isOfOwn = (start: string) => seen.visits.some((visit) => visit.start === start);
  switch (command.do) {
    case 'note': {
      const { corrects } = command.note;
      return !corrects || seen.notes.some((note) => note.id === corrects && note.by === by) ? command : null;
    }
    case 'visitNote':
    case 'dayStep':
      return isOfOwn(command.visit) ? command : null;
    case 'change': {
      const { do: _, outcome, followUp, follows: __, seen: before, ...others } = command;
      if (!outcome || !isOfOwn(outcome.visit) || Object.keys(others).length > 0) return null;
      // Of the other fields they have seen nothing, so none of them is in conflict with what they know.
      return { do: 'change', outcome, followUp, seen: before && { outcome: before['outcome'] ?? null } };
    }
    default:
      return null;
  }
}

/** The hours for an installer: own times away alone, and no visits. */
export const hoursForInstaller = (hours: VisitHours, person: string): VisitHours => ({
  ...hours,
  away: hours.away.filter((time) => time.person === person),
  holidays: [],
  blocked: [],
  people: hours.people?.filter(({ id }) => id === person),
});

/** Of the alerts what is an installer's own: the devices and passkeys that sign in, and the calendar feed. */
export const alertsForInstaller = ({ signedIn, passkeys, feed }: Alerts): Alerts => ({
  devices: [],
  signedIn,
  passkeys,
  feed,
});
