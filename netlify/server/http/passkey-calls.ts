import type { AcceptInvitation, LoginAnswer, NewPasskey, PasskeySignIn, ShownPasskey } from '#contracts/auth';
import { FIRST_PERSON } from '#contracts/people';
import { invitedBy, spendInvitation } from '#server/auth/invitations';
import {
  addPasskey,
  listPasskeys,
  newPasskeyOptions,
  removePasskeys,
  signedBy,
  signInOptions,
} from '#server/auth/passkeys';
import type { SignedIn } from '#server/auth/session';
import { empty, json } from './answers.ts';
import type { Call } from './call.ts';
import { type AdminCall, personOf, requireAccess } from './owner-session.ts';
import { Refusal } from './refusal.ts';
import { beginSession, deviceOf } from './sign-in-calls.ts';

/** The page's origin, which the browser signs: `requireOwnOrigin` has compared it. */
const at = ({ request, services }: Call) => ({ origin: new URL(request.url).origin, now: services.now() });

/** `POST /api/auth/passkey`: 200 and what the browser needs; 503 if no sign-in is set up. */
export async function askPasskey(_: unknown, call: Call): Promise<Response> {
  return json(200, await signInOptions(await requireAccess(call.services), at(call)));
}

/** `PUT /api/auth/passkey`: 200 and a session; 401 for a passkey of nobody, and for one that was sent before. */
export async function signInByPasskey({ passkey, ...chosen }: PasskeySignIn, call: Call): Promise<Response> {
  const access = await requireAccess(call.services);
  const id = await signedBy(call.services.auth, access, passkey, at(call));
  const by = id && (await named(id, call));
  if (!by) throw new Refusal(401, 'passkeyUnknown');
  return await beginSession(call, by, chosen);
}

/** The sign-in of the person with the id; `null` if nobody has it any more. */
async function named(id: string, { services }: Call): Promise<SignedIn | null> {
  const access = await requireAccess(services);
  const person = await personOf({ sub: access.owner.name, ...(id !== FIRST_PERSON && { person: id }) }, services);
  return person && { access, person };
}

/** `POST /api/auth/passkeys`: 200 and what the browser needs to make a passkey. */
export async function askNewPasskey(_: unknown, call: AdminCall): Promise<Response> {
  return json(200, await newPasskeyOptions(call.services.auth, call, at(call)));
}

/** `PUT /api/auth/passkeys`: 201; 409 for one that is there, and for one that took too long. */
export async function addOwnPasskey({ passkey, hasTouch }: NewPasskey, call: AdminCall): Promise<Response> {
  const device = deviceOf(call.request, hasTouch);
  const isAdded = await addPasskey(call.services.auth, call, passkey, { ...at(call), device });
  if (!isAdded) throw new Refusal(409, 'passkeyNotAdded');
  return json(201, { success: true } satisfies LoginAnswer);
}

/** `DELETE /api/auth/passkeys/{id}`: 204, also for an unknown id. */
export async function removeOwnPasskey(call: AdminCall): Promise<Response> {
  await removePasskeys(call.services.auth, call, call.params['id'] ?? '');
  return empty();
}

/** For the person. */
export async function ownPasskeys(call: AdminCall): Promise<ShownPasskey[]> {
  const own = await listPasskeys(call.services.auth, call);
  return own.map(({ id, device: name, madeAt }) => ({ id, name, madeAt: new Date(madeAt).toISOString() }));
}

/** `POST /api/auth/invitation`: 200 and what the browser needs to make a passkey; 403 if it is over. */
export async function openInvitation({ token }: { token: string }, call: Call): Promise<Response> {
  return json(200, await newPasskeyOptions(call.services.auth, await invited(token, call), at(call)));
}

/** `PUT /api/auth/invitation`: 200 and a session; 403 if the invitation is over, 409 for a wrong passkey. */
export async function acceptInvitation(accepted: AcceptInvitation, call: Call): Promise<Response> {
  const { token, passkey, ...chosen } = accepted;
  const { auth, now } = call.services;
  const by = await invited(token, call);
  const device = deviceOf(call.request, chosen.hasTouch);
  const mayAdd = () => spendInvitation(auth, token, now());
  if (!(await addPasskey(auth, by, passkey, { ...at(call), device, mayAdd })))
    throw new Refusal(409, 'passkeyNotAdded');
  return await beginSession(call, by, chosen);
}

async function invited(token: string, call: Call): Promise<SignedIn> {
  const id = await invitedBy(call.services.auth, token, call.services.now());
  const by = id && (await named(id, call));
  if (!by) throw new Refusal(403, 'invitation');
  return by;
}
