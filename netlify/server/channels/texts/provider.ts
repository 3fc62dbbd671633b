import * as z from 'zod/mini';
import { MAX_PICTURE_BYTES } from '#contracts/pictures';
import { SECOND } from '#lib/time/units';
import type { Variables } from '#server/env';
import { failureWords } from '#server/outbox/post';
import type { Attempt } from '#server/outbox/delivery';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The account at Twilio that sends our texts. */
export interface TextAccount {
  readonly account: string;
  readonly token: string;
  readonly service: string;
  readonly root: string;
}

const ROOT = 'https://api.twilio.com';

/** The account of the variables; `null` without one. The environment's schema has checked that they go together. */
export function readAccount(env: Variables): TextAccount | null {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_MESSAGING_SERVICE_SID: service } = env;
  return account && token && service ? { account, token, service, root: env['TWILIO_API_ROOT'] || ROOT } : null;
}

/** RFC 7617 */
const basic = ({ account, token }: Pick<TextAccount, 'account' | 'token'>) =>
  `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;

/** Asks the provider whether it knows the account; texts nobody. */
export async function checkAccount({ account, token, root }: TextAccount, signal: AbortSignal): Promise<Attempt> {
  const headers = { authorization: basic({ account, token }) };
  try {
    const { ok, status } = await fetch(`${root}/2010-04-01/Accounts/${account}.json`, { headers, signal });
    return ok ? 'sent' : { failed: 'refused', error: `HTTP ${status}` };
  } catch (error) {
    return { failed: 'unreachable', error: failureWords(error) };
  }
}

interface Text {
  /** E.164 */
  readonly number: string;
  readonly text: string;
}

/** Where texts go: to a provider, or to the local host's console. */
export interface TextProvider {
  /** The `error` of a refusal is the provider's code. Never throws. */
  send(text: Text, callback: string, signal: AbortSignal): Promise<Attempt>;
  /** Whether the provider took this text since then (ms); `null` if it does not say. Never throws. */
  hasTaken(text: Text, since: number, signal: AbortSignal): Promise<boolean | null>;
}

const Problem = z.object({ code: z.number() });
const Taken = z.object({
  messages: z.array(z.object({ body: z.string(), date_created: z.string(), direction: z.optional(z.string()) })),
});

/** Speaks Twilio's Messages (API of 2010-04-01). */
export function twilio({ account, token, service, root }: TextAccount): TextProvider {
  const address = `${root}/2010-04-01/Accounts/${account}/Messages.json`;
  const authorization = basic({ account, token });
  return {
    async send({ number, text }, callback, signal) {
      const form = { To: number, Body: text, MessagingServiceSid: service, StatusCallback: callback };
      try {
        const body = new URLSearchParams(form);
        const answer = await fetch(address, { method: 'POST', headers: { authorization }, body, signal });
        if (answer.ok) return 'sent';
        const problem = Problem.safeParse(await answer.json().catch(() => null));
        const code = problem.success ? String(problem.data.code) : `HTTP ${answer.status}`;
        // Of these any other text would hear the same.
        const mayPass = [401, 403, 408, 429].includes(answer.status) || answer.status >= 500;
        return { failed: mayPass ? 'unreachable' : 'refused', error: code };
      } catch (error) {
        return { failed: 'unreachable', error: failureWords(error) };
      }
    },
    async hasTaken({ number, text }, since, signal) {
      const query = new URLSearchParams({ To: number, PageSize: '50' });
      try {
        const answer = await fetch(`${address}?${query}`, { headers: { authorization }, signal });
        if (!answer.ok) return null;
        const { messages } = Taken.parse(await answer.json());
        // The provider's clock counts in seconds.
        return messages.some(({ body, date_created: at }) => body === text && Date.parse(at) >= since - 1000);
      } catch {
        return null;
      }
    },
  };
}

/** A picture of a text, from the provider alone; `null` if it cannot be read, or is larger than we keep. */
export async function readMedia(env: Variables, address: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = readAccount(env);
  if (!found || !URL.canParse(address) || new URL(address).origin !== new URL(found.root).origin) return null;
  const authorization = basic(found);
  try {
    const answer = await fetch(address, { headers: { authorization }, signal: AbortSignal.timeout(10 * SECOND) });
    const bytes = answer.ok ? await answer.bytes() : null;
    return bytes && bytes.length <= MAX_PICTURE_BYTES ? bytes : null;
  } catch {
    return null;
  }
}

/** Prints on the local host's console. */
export const printed = (print: (text: string) => void): TextProvider => ({
  async send({ number, text }) {
    print(`Text to ${number}\n\n${text}`);
    return 'sent';
  },
  hasTaken: async () => false,
});

/**
 * The fields of a call that the provider has signed, or `null` for any other. Twilio signs the address and the sorted fields
 * of a form; of JSON it signs the address, which holds the body's SHA-256 (https://www.twilio.com/docs/usage/security).
 * `origin`: the site's own, since a proxy may have changed that of the request.
 */
export async function signedFields(
  { headers, url, body }: Pick<Request, 'headers' | 'url'> & { readonly body: Uint8Array },
  { origin, token }: Record<'origin' | 'token', string>,
): Promise<Readonly<Record<string, string>> | null> {
  const { pathname, search, searchParams } = new URL(url);
  const address = origin + pathname + search;
  const text = new TextDecoder().decode(body);
  const hash = searchParams.get('bodySHA256');
  const fields = hash === null ? Object.fromEntries(new URLSearchParams(text)) : textsOf(text);
  const sorted = hash === null ? Object.keys(fields).sort() : [];
  const signed = address + sorted.map((name) => name + fields[name]).join('');
  const expected = createHmac('sha1', token).update(signed).digest();
  const given = Buffer.from(headers.get('x-twilio-signature') ?? '', 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return hash === null || createHash('sha256').update(body).digest('hex') === hash.toLowerCase() ? fields : null;
}

/** The texts of a JSON object. */
function textsOf(json: string): Record<string, string> {
  try {
    const fields = Object.entries(JSON.parse(json) as object);
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}
