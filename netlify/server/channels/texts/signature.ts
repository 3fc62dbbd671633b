import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

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
