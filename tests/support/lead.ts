import { Command, type PureCommand } from '#lead/command';
import { decide } from '#lead/decide';
import { Lead, type Visit } from '#lead/lead';
import { HOUR } from '#lib/time/units';

export const now = Date.parse('2026-12-01T17:00:00.000Z');
export const today = '2026-12-01';
export const moment = (hours: number) => new Date(now + hours * HOUR).toISOString();

/** A visit of an hour that begins after so many hours. */
export function visitIn(hours: number, fields: Partial<Visit> = {}, number = 1): Visit {
  const time = { slot: `slots/${hours}`, start: moment(hours), end: moment(hours + 1) };
  return { id: `ann/${number}`, kind: 'consultation', changes: 1, moves: 0, ...time, ...fields };
}

export const leadOf = (fields: Partial<Lead> = {}): Lead =>
  Lead.parse({
    id: 'ann',
    createdAt: moment(-72),
    updatedAt: moment(-48),
    request: { name: 'Ann', phone: '(407) 555-0101', zipCode: '12345', city: 'Roswell', preferredContact: 'phone' },
    ...fields,
  });

/** The lead after the commands of the owner, as the API reads them. */
export function after(lead: Lead, ...commands: PureCommand[]): Lead {
  return commands.reduce((one, command, index) => {
    const decided = decide(one, { ...(Command.parse(command) as PureCommand), by: 'Olga' }, now + index);
    if ('refused' in decided) throw new Error(JSON.stringify(decided.refused));
    return decided;
  }, lead);
}

export const change = (fields: Omit<Extract<PureCommand, { do: 'change' }>, 'do'>) =>
  ({ do: 'change', ...fields }) as const;
