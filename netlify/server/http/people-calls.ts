import { randomInt } from 'node:crypto';
import { visitKindLabels } from '#contracts/owner-visit';
import type { Conflict } from '#contracts/problem';
import { changedSince } from '#lib/changed-since';
import { isSame } from '#lib/is-same';
import { FIRST_PERSON } from '#contracts/people';
import {
  type NewPerson,
  type People,
  type PersonChange,
  personFields,
  RemovalQuery,
  type ShownPerson,
} from '#contracts/people-calls';
import type { Visit } from '#lead/lead';
import { bookedTime, comingVisits, isOfSeveral, personOf, timeToCome } from '#lead/visits';
import { invitations, invite, invitedUntil } from '#server/auth/invitations';
import { listPasskeys, removePasskeys } from '#server/auth/passkeys';
import { endSession, endSessions, ownerUnder, type SignedIn } from '#server/auth/session';
import { changeVisitForLead } from '#server/booking/owner-changes';
import { visitorsAt } from '#server/booking/visitors';
import { endFeed } from '#server/calendar/feed';
import { forgetInvitation, mailInvitation } from '#server/channels/mail/invitation';
import { readLeads } from '#server/leads/lead-list';
import { changeVisit } from '#server/leads/lead-records';
import { AWAY_OF, firstPersonFirst, people, type PersonRecord } from '#server/slots/people';
import { usualHours } from '#server/slots/times';
import { recordsOf } from '#server/storage/typed-records';
import { empty, json } from './answers.ts';
import { settingsOf } from './hours-calls.ts';
import type { AdminCall } from './owner-session.ts';
import { forgetCalendars } from './setup-people.ts';
import { Refusal } from './refusal.ts';
import { parsed } from './request-body.ts';
import { signedInDevices } from './sign-in-calls.ts';

/** `GET /api/people`: 200 and all who work here; none where the owner works alone. */
export async function showPeople(call: AdminCall): Promise<Response> {
  return json(200, await peopleOf(call));
}

async function peopleOf(call: AdminCall, invitation?: People['invitation']): Promise<People> {
  const { slots } = call.services;
  const { records } = await recordsOf(slots, people).list();
  const coming = await visitsToCome(call);
  const visitsOf = (id: string) => coming.filter(isOf(id)).length;
  const shown = records.map(({ name, value }) => shownPerson(call, { ...value, id: name, visits: visitsOf(name) }));
  const schedule = await call.services.schedule();
  const found = (await Promise.all(shown)).toSorted(firstPersonFirst);
  const { weekly = usualHours(schedule) } = schedule;
  return { people: found, weekly, settings: settingsOf(schedule), ...(invitation && { invitation }) };
}

/** All visits to come, each with its lead. */
async function visitsToCome({ services }: AdminCall) {
  const { leads } = await readLeads(services);
  return leads.flatMap((lead) => comingVisits(lead, services.now()).map((visit) => ({ lead, visit })));
}

const isOf =
  (person: string) =>
  ({ visit }: { visit: Visit }) =>
    personOf(visit) === person;

async function shownPerson(
  call: AdminCall,
  person: PersonRecord & { id: string; visits: number },
): Promise<ShownPerson> {
  const { auth, now } = call.services;
  const by = signInOf(call, person);
  const [devices, passkeys, until] = await Promise.all([
    signedInDevices(call, by),
    listPasskeys(auth, by),
    invitedUntil(auth, person.id, now()),
  ]);
  const open = until > 0 && { invitedUntil: new Date(until).toISOString() };
  return { ...person, devices, hasPasskey: passkeys.length > 0, ...open };
}

const signInOf = ({ access }: AdminCall, { id, name }: { id: string; name: string }): SignedIn =>
  id === FIRST_PERSON ? ownerUnder(access) : { access, person: { id, name } };

/**
 * `POST /api/people`: 201, with the link of the invitation. The owner's own record comes first: of whoever has none nobody
 * can book a time once there is a second person. From then on the visits to come name who makes them.
 */
export async function addPerson({ ownName, ...person }: NewPerson, call: AdminCall): Promise<Response> {
  const records = recordsOf(call.services.slots, people);
  const kinds = Object.keys(visitKindLabels);
  await records.create(FIRST_PERSON, { name: ownName ?? call.access.owner.name, role: 'owner', kinds });
  const id = Array.from({ length: 8 }, () => randomInt(36).toString(36)).join('');
  await records.create(id, person);
  await nameVisits(call, (await records.read(FIRST_PERSON))?.name);
  return json(201, await peopleOf(call, await invited(call, { ...person, id })));
}

/** Names who comes on the visits to come that were booked while one person made all. */
async function nameVisits(call: AdminCall, who: string | undefined): Promise<void> {
  const isUnnamed = (visit: Visit) => timeToCome(visit, call.services.now()) !== null && !isOfSeveral(visit);
  const named = (visit: Visit) => (isUnnamed(visit) ? { ...visit, who } : visit);
  for (const { visit } of await visitsToCome(call))
    if (isUnnamed(visit)) await changeVisit(call.services.leads, visit.id, named);
}

/** `PUT /api/people/{id}`: 200; 404; 409 for what another device has changed since. The first one stays the owner. */
export async function changePerson({ seen, ...given }: PersonChange, call: AdminCall): Promise<Response> {
  const id = idOf(call);
  const fields = Object.keys(personFields) as (keyof typeof given)[];
  const edited = fields.filter((field) => !seen || !isSame(seen[field] || null, given[field] || null));
  const values = Object.fromEntries(edited.map((field) => [field, given[field]]));
  const change = Object.fromEntries(edited.map((field) => [field, given[field] ?? null]));
  let conflict: Conflict['fields'] | null = null;
  const { after } = await recordsOf(call.services.slots, people).change(id, (former) => {
    conflict = former && changedSince({ present: former, change, seen });
    if (!former || conflict) return former;
    return { ...former, ...values, ...(id === FIRST_PERSON && { role: 'owner' }) };
  });
  if (!after) throw new Refusal(404, 'noPerson');
  if (conflict) throw new Refusal(409, 'changedSince', { conflict: { fields: conflict } });
  return json(200, await peopleOf(call));
}

/** `POST /api/people/{id}/invitation`: 200, with the link of a new invitation, which ends the former one; 404. */
export async function inviteAgain(call: AdminCall): Promise<Response> {
  const id = idOf(call);
  const person = await recordsOf(call.services.slots, people).read(id);
  if (!person || id === FIRST_PERSON) throw new Refusal(404, 'noPerson');
  return json(200, await peopleOf(call, await invited(call, { ...person, id })));
}

async function invited(call: AdminCall, person: PersonRecord & { readonly id: string }): Promise<People['invitation']> {
  const { auth, channels, site, now } = call.services;
  const { token, until } = await invite(auth, person.id, now());
  const link = `${site.origin}/login#invite=${token}`;
  const { email } = person;
  const isMailed = channels.mail.sends && Boolean(email);
  if (email && isMailed) await mailInvitation(channels.mail.box, { ...person, email }, { link, until, now: now() });
  if (isMailed) call.later(() => channels.mail.sendDue());
  return { id: person.id, link, isMailed };
}

/** `DELETE /api/people/{id}/devices/{device}`: 204, also for an unknown one. */
export async function signOutPerson(call: AdminCall): Promise<Response> {
  await endSession(call.services.auth, signInOf(call, { id: idOf(call), name: '' }), call.params['device'] ?? '');
  return empty();
}

/**
 * `DELETE /api/people/{id}`: 204, also for somebody who is gone; 409 while visits of theirs are to come, also if nobody whom
 * `visitsTo` names is free for one; 404 for the owner. The record goes first, and ends the sessions. If the process dies,
 * another call does the rest.
 */
export async function removePerson(call: AdminCall): Promise<Response> {
  const id = idOf(call);
  const { auth, slots, channels } = call.services;
  if (id === FIRST_PERSON) throw new Refusal(404, 'noPerson');
  const { visitsTo } = parsed(RemovalQuery, Object.fromEntries(new URL(call.request.url).searchParams));
  if (visitsTo) await giveVisits(call, id, visitsTo);
  const { length: visits } = (await visitsToCome(call)).filter(isOf(id));
  if (visits > 0) throw new Refusal(409, { code: 'personVisits', visits });
  await recordsOf(slots, people).delete(id);
  for (const { key } of await slots.list(`${AWAY_OF}${id}/`)) await slots.delete(key);
  const by = signInOf(call, { id, name: '' });
  await Promise.all([removePasskeys(auth, by), endSessions(auth, by), recordsOf(auth, invitations).delete(id)]);
  await Promise.all([endFeed(auth, id), forgetCalendars(call.services, id)]);
  await forgetInvitation(channels.mail.box, id);
  return empty();
}

/** Gives the person's visits to come to others, at their times. One for which nobody is free stays. */
async function giveVisits(call: AdminCall, id: string, visitsTo: string): Promise<void> {
  const { services, subject: by } = call;
  const context = { ...services, now: services.now() };
  const [coming, schedule] = await Promise.all([visitsToCome(call), services.schedule()]);
  for (const { lead, visit } of coming.filter(isOf(id))) {
    const { start, kind } = visit;
    const interval = bookedTime(visit);
    if (!start || !interval) continue;
    const anybody = () => visitorsAt(context, { found: { lead }, schedule, asked: { interval } }, kind);
    for (const person of visitsTo === 'anybody' ? await anybody() : [visitsTo]) {
      const given = { do: 'book', slot: start, from: start, visitId: visit.id, person, isQuiet: false, by } as const;
      if (person !== id && (await changeVisitForLead(context, lead.id, given)) === 'done') break;
    }
  }
}

/** Of nobody, where it is no id. */
const idOf = ({ params: { id = '' } }: AdminCall) => (/^[a-z0-9]{5,8}$/.test(id) ? id : 'nobody');
