import { type Lead, languageOfLead } from '#lead/lead';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { pathIn } from '#i18n/site-languages';
import { MINUTE } from '#lib/time/units';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';

/** An emptied secret would sign anything. */
const LinkSecret = z.object({ secret: z.string().check(z.minLength(1)) });
export const linkSecrets = {
  place: 'visit-links/secret',
  schema: LinkSecret,
  isReplaceable: true,
} as const;

/**
 * The secret that signs the links to visits. The first caller makes it, and anew if it cannot be read: former links then
 * lead to a page that says so. It outlives the owner's password and session secret, so that a link in a mail works as
 * long as the visit.
 */
export async function visitSecret(auth: Store): Promise<string> {
  const known = lastRead.get(auth);
  if (known && performance.now() - known.at < SECRET_KEPT_MS) return known.secret;
  const secrets = recordsOf(auth, linkSecrets);
  const { secret } = (await secrets.change('', (kept) => kept ?? { secret: randomBytes(32).toString('base64url') }))
    .after;
  lastRead.set(auth, { secret, at: performance.now() });
  return secret;
}

/** ms. A process uses a deleted secret no longer than this. */
const SECRET_KEPT_MS = MINUTE;
const lastRead = new WeakMap<Store, { readonly secret: string; readonly at: number }>();

/** The end of a visit's address, `/visit/<token>`. Anybody with it may move or cancel the visit. */
export function visitToken(secret: string, leadId: string): string {
  return `${leadId}.${signature(secret, leadId).toString('base64url')}`;
}

/** In bytes, of a lead's id and of its signature in a text message. */
const SHORT = { id: 16, signature: 12 } as const;

/** The same in 38 characters, for a text message. */
export function shortVisitToken(secret: string, leadId: string): string {
  const signed = signature(secret, leadId).subarray(0, SHORT.signature);
  return Buffer.concat([Buffer.from(leadId, 'hex'), signed]).toString('base64url');
}

/** The address of the lead's visit, in the lead's language. */
export async function visitLink(
  { auth, site }: { readonly auth: Store; readonly site: { readonly origin: string } },
  lead: Pick<Lead, 'id' | 'request'>,
  tokenOf = visitToken,
): Promise<string> {
  const token = tokenOf(await visitSecret(auth), lead.id);
  return site.origin + pathIn(languageOfLead(lead), `/visit/${token}`);
}

/** The lead of a token, or `null` if we did not sign it. */
export function readVisitToken(secret: string, token: string): string | null {
  const [leadId, signed] = token.includes('.') ? longParts(token) : shortParts(token);
  const expected = signature(secret, leadId).subarray(0, token.includes('.') ? undefined : SHORT.signature);
  return signed.length === expected.length && timingSafeEqual(signed, expected) ? leadId : null;
}

function longParts(token: string): [string, Buffer] {
  const [leadId = '', given = '', ...more] = token.split('.');
  return [leadId, more.length === 0 ? Buffer.from(given, 'base64url') : Buffer.alloc(0)];
}

function shortParts(token: string): [string, Buffer] {
  const bytes = Buffer.from(token, 'base64url');
  return [bytes.subarray(0, SHORT.id).toString('hex'), bytes.subarray(SHORT.id)];
}

function signature(secret: string, leadId: string): Buffer {
  return createHmac('sha256', secret).update(`visit\n${leadId}`).digest();
}
