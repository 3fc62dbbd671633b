import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Store } from '#server/storage/port';

const KEY = 'visit-links/secret';
const Secret = z.object({ secret: z.string() });

/**
 * The secret that signs the links to visits. The first who needs it makes it, and it stays: a link in a visitor's mail
 * works for as long as the visit does, whatever becomes of the owner's password and session secret.
 */
export async function visitSecret(auth: Store): Promise<string> {
  const kept = await auth.get(KEY);
  if (kept) return Secret.parse(kept.value).secret;
  const secret = randomBytes(32).toString('base64url');
  return (await auth.create(KEY, { secret })) ? secret : await visitSecret(auth);
}

/** The end of a visit's address, `/visit/<token>`: whoever has it may move or cancel this lead's visit. */
export function visitToken(secret: string, leadId: string): string {
  return `${leadId}.${signature(secret, leadId).toString('base64url')}`;
}

/** The lead that a token was signed for, or `null` for one that we did not sign. */
export function readVisitToken(secret: string, token: string): string | null {
  const [leadId = '', given = '', ...more] = token.split('.');
  const expected = signature(secret, leadId);
  const signed = Buffer.from(given, 'base64url');
  return more.length === 0 && signed.length === expected.length && timingSafeEqual(signed, expected) ? leadId : null;
}

function signature(secret: string, leadId: string): Buffer {
  return createHmac('sha256', secret).update(`visit\n${leadId}`).digest();
}
