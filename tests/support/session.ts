import { visitKindLabels } from '#contracts/owner-visit';
import { FIRST_PERSON, roleLabels } from '#contracts/people';
import { readAccess } from '#server/auth/access';
import { ownerUnder, startSession } from '#server/auth/session';
import { type PersonRecord, people } from '#server/slots/people';
import type { Store } from '#server/storage/port';

/** The sign-in by the variables of this process. */
function accessNow() {
  const access = readAccess(process.env);
  if (!access) throw new Error('No sign-in is set up');
  return access;
}

/** The token of a new session of the owner. */
export const sessionOf = (auth: Store): Promise<string> => startSession(auth, ownerUnder(accessNow()), Date.now());

/** Somebody beside the owner, who makes no visits: their record, and the cookie of a new session of theirs. */
export async function colleague(
  store: (name: 'auth' | 'slots') => Store,
  role: string,
  fields: Partial<PersonRecord> = {},
): Promise<{ id: string; name: string; cookie: string }> {
  const id = role.padEnd(8, '0').slice(0, 8);
  const name = (roleLabels as Readonly<Record<string, string>>)[role] ?? role;
  const record = { name, role, kinds: [] as string[], ...fields };
  const owner = { name: 'Olivia', role: 'owner', kinds: Object.keys(visitKindLabels) };
  await store('slots').create(people.place + FIRST_PERSON, owner satisfies PersonRecord);
  await store('slots').put(people.place + id, record satisfies PersonRecord);
  const by = { access: accessNow(), person: { id, name: record.name } };
  return { id, name: record.name, cookie: `session=${await startSession(store('auth'), by, Date.now())}` };
}
