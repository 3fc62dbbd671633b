import type * as z from 'zod/mini';
import type { AdminAccess } from '#server/auth/access';
import { findSession, type Session } from '#server/auth/session';
import { problem } from './answers.ts';
import { type Call, foreign, type Operation, withBody } from './endpoint.ts';
import { readSessionCookie } from './session-cookie.ts';

/** A call of the owner's, who has signed in. */
export type AdminCall = Call & { readonly access: AdminAccess };

type AdminOperation = (call: AdminCall) => Promise<Response>;

/** The session of a call, or `null`. */
export async function sessionOf({ request, services }: Call): Promise<Session | null> {
  const { access, auth } = services;
  const token = readSessionCookie(request);
  if (!access || !token) return null;
  return await findSession({ auth, secret: access.secret, now: services.now() }, token);
}

/** The answer where the owner's sign-in is not set up: nobody gets in (design, section 7). */
export function notSetUp(): Response {
  return problem(503, 'The sign-in is not set up. Please set ADMIN_USERNAME, ADMIN_PASSWORD_HASH and SESSION_SECRET.');
}

/** An operation that reads what only the owner may see: 401 for everybody else. */
export function adminReads(run: AdminOperation): Operation {
  return async (call) => {
    const { access } = call.services;
    if (!access) return notSetUp();
    if (!(await sessionOf(call))) return problem(401, 'Please sign in');
    return await run({ ...call, access });
  };
}

/** An operation by which the owner changes something: 401, then 403 for a foreign page. */
export function adminChanges(run: AdminOperation): Operation {
  return adminReads(async (call) => foreign(call) ?? (await run(call)));
}

/** The same with a JSON body, parsed by its contract. */
export function adminAccepts<Schema extends z.ZodMiniType>(
  schema: Schema,
  run: (body: z.output<Schema>, call: AdminCall) => Promise<Response>,
): Operation {
  return adminChanges((call) => withBody(schema, (body) => run(body, call), call));
}
