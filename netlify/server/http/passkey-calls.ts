import type { AcceptInvitation, LoginAnswer, PasskeyAnswer, ShownPasskey } from '#contracts/auth';
import { FIRST_PERSON } from '#contracts/people';
import { invitedBy, spendInvitation } from '#server/auth/invitations';
import * as passkeys from '#server/auth/passkeys';
import type { SignedIn } from '#server/auth/session';
import { empty, json } from './answers.ts';
import type { Call } from './call.ts';
import { type AdminCall, colleagueOf, requireAccess } from './owner-session.ts';
import { Refusal } from './refusal.ts';
import { beginSession, deviceOf } from './sign-in-calls.ts';

/** The page's origin, which `requireOwnOrigin` has seen. */
const at = ({ request, services }: Call) => ({ origin: new URL(request.url).origin, now: services.now() });

/** `POST /api/auth/passkey`: 200 and what the browser needs to sign in; 503 if no sign-in is set up. */
export async function askPasskey(_: unknown, call: Call): Promise<Response> {
  return json(200, await passkeys.signInOptions(await requireAccess(call.services), at(call)));
}

/** `PUT /api/auth/passkey`: 200 and a session; 401 for a passkey of nobody, and for an answer that was sent before. */
export async function signInByPasskey(answer: PasskeyAnswer, call: Call): Promise<Response> {
  const access = await requireAccess(call.services);
  const id = await passkeys.signedBy(call.services.auth, access, answer.passkey, at(call));
  const by = id && (await signInOf(id, call));
  if (!by) throw new Refusal(401, 'passkeyUnknown');
  return await beginSession(call, by, answer);
}

/** The sign-in of the person with the id; `null` if they are gone. */
async function signInOf(id: string, { services }: Call): Promise<SignedIn | null> {
  const access = await requireAccess(services);
  const person = await colleagueOf({ sub: access.owner.name, ...(id !== FIRST_PERSON && { person: id }) }, services);
  return person && { access, person };
}

/** `POST /api/auth/passkeys`: 200 and what the browser needs to make a passkey. */
export async function askNewPasskey(_: unknown, call: AdminCall): Promise<Response> {
  return json(200, await passkeys.newPasskeyOptions(call.services.auth, call, at(call)));
}

/** `PUT /api/auth/passkeys`: 201; 409 for one that is there, and for one that took too long. */
export async function addOwnPasskey(answer: PasskeyAnswer, call: AdminCall): Promise<Response> {
  await add(call, call, { answer, mayAdd: async () => true });
  return json(201, { success: true } satisfies LoginAnswer);
}

async function add(
  call: Call,
  by: SignedIn,
  { answer, mayAdd }: { answer: PasskeyAnswer; mayAdd: () => Promise<boolean> },
): Promise<void> {
  const device = deviceOf(call.request, answer.hasTouch);
  const isAdded = await passkeys.addPasskey(call.services.auth, by, answer.passkey, { ...at(call), device, mayAdd });
  if (!isAdded) throw new Refusal(409, 'passkeyNotAdded');
}

/** `DELETE /api/auth/passkeys/{id}`: 204, also for an unknown id. */
export async function removeOwnPasskey(call: AdminCall): Promise<Response> {
  await passkeys.removePasskeys(call.services.auth, call, call.params['id'] ?? '');
  return empty();
}

/** The passkeys of who calls. */
export async function ownPasskeys(call: AdminCall): Promise<ShownPasskey[]> {
  const own = await passkeys.listPasskeys(call.services.auth, call);
  return own.map(({ id, device: name, madeAt }) => ({ id, name, madeAt: new Date(madeAt).toISOString() }));
}

/** `POST /api/auth/invitation`: 200 and what the browser needs to make a passkey; 403 if the invitation is over. */
export async function openInvitation({ token }: { token: string }, call: Call): Promise<Response> {
  return json(200, await passkeys.newPasskeyOptions(call.services.auth, await invited(token, call), at(call)));
}

/** `PUT /api/auth/invitation`: 200 and a session; 403 if the invitation is over, 409 for a wrong passkey. */
export async function acceptInvitation(answer: AcceptInvitation, call: Call): Promise<Response> {
  const by = await invited(answer.token, call);
  const { auth, now } = call.services;
  await add(call, by, { answer, mayAdd: () => spendInvitation(auth, answer.token, now()) });
  return await beginSession(call, by, answer);
}

async function invited(token: string, call: Call): Promise<SignedIn> {
  const id = await invitedBy(call.services.auth, token, call.services.now());
  const by = id && (await signInOf(id, call));
  if (!by) throw new Refusal(403, 'invitation');
  return by;
}
