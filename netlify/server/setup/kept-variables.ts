import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { SetupLine } from '#contracts/setup';
import { keptObject } from '#contracts/kept-object';
import { MINUTE } from '#lib/time/units';
import { OWNER_PLACE } from '#server/auth/access';
import type { Variables } from '#server/env';
import { visitSecret } from '#server/leads/visit-link';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';

/** The variables of each line of /admin/setup. One that is set on the host keeps out all that were entered for its line. */
const namesOf = {
  calendar: [
    ...['GOOGLE_CALENDAR_ID', 'GOOGLE_BUSY_CALENDARS', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ...['GOOGLE_REFRESH_TOKEN', 'GOOGLE_SERVICE_ACCOUNT_EMAIL'],
  ],
  busy: ['BUSY_ADDRESSES'],
  mail: ['SMTP_URL', 'MAIL_FROM', 'MAIL_TO'],
  texts: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_MESSAGING_SERVICE_SID'],
  push: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  webhook: ['LEADS_WEBHOOK_URL', 'LEADS_WEBHOOK_SECRET'],
  backups: ['BACKUP_KEY'],
} as const satisfies Partial<Record<SetupLine, readonly string[]>>;

export type KeptLine = keyof typeof namesOf;
/** In the place of a line: what the owner’s answer at Google belongs to. */
export const QUESTION = 'question';
/**
 * In the place of a line, with a person's id: of others than the first person the variables of the line `busy`, and the
 * `GOOGLE_CALENDAR_ID` of a calendar of their own in the business's account at Google.
 */
const BUSY_OF = 'busy-of-';
export const busyLineOf = (person: string) => `${BUSY_OF}${person}` as const;
export const personOfLine = (line: string) => (line.startsWith(BUSY_OF) ? line.slice(BUSY_OF.length) : null);
type Sealable = KeptLine | typeof QUESTION | ReturnType<typeof busyLineOf>;

const keptLines = Object.keys(namesOf) as KeptLine[];
export const isKeptLine = (name: string): name is KeptLine => Object.hasOwn(namesOf, name);

/** What the owner has entered, line by line: JSON, encrypted. */
const Sealed = keptObject({ lines: z.record(z.string(), z.string()) });
export const sealedLines = { place: `${OWNER_PLACE}setup`, schema: Sealed, isReplaceable: true } as const;

/** The one secret: the variable, else the one that the site has made. */
async function keyOf(auth: Store, env: Variables): Promise<Uint8Array> {
  const secret = env['SESSION_SECRET'] || (await visitSecret(auth));
  return new Uint8Array(hkdfSync('sha256', secret, '', 'variables of the setup', 32));
}

/** Encrypts the line's variables and keeps them; `null` takes the line away. */
export async function keepVariables(
  auth: Store,
  { env, line, variables }: { env: Variables; line: Sealable; variables: Variables | null },
): Promise<void> {
  const sealed = variables && sealedText(JSON.stringify(variables), await keyOf(auth, env));
  await recordsOf(auth, sealedLines).change('', (former) => {
    const { [line]: _, ...others } = former?.lines ?? {};
    return { ...former, lines: { ...others, ...(sealed && { [line]: sealed }) } };
  });
  lastRead.delete(auth);
}

/** What the owner has entered on /admin/setup. */
export interface Entered {
  readonly variables: Variables;
  readonly lines: readonly KeptLine[];
  /** The lines that the host's own variables set, which win. */
  readonly byHost: readonly KeptLine[];
  /** They were encrypted with a secret that has changed since: the owner enters them again. */
  readonly unreadable: readonly KeptLine[];
  /** Those of the calendars of others than the first person, by their ids; `null`: unreadable, or nobody knows whose. */
  readonly busyOf: ReadonlyMap<string, Variables | null> | null;
}

/** ms. What is entered is used by all processes after this. */
const KEPT_MS = MINUTE;
/** The variables of each line and of what stands in its place; `null` for a line that cannot be read. */
type Opened = ReadonlyMap<string, Variables | null>;
const lastRead = new WeakMap<Store, { readonly at: number; readonly opened: Promise<Opened> }>();

/**
 * What the owner has entered, as of the last minute, beside the host's own variables. If the store does not say, what was
 * read last holds; else no line can be read: without a calendar's settings a time would be given away twice.
 */
export async function enteredVariables(auth: Store, env: Variables): Promise<Entered> {
  const byHost = keptLines.filter((line) => namesOf[line].some((name) => env[name]));
  const opened = await openedLines(auth, env);
  const isOpen = (line: string) => isKeptLine(line) && !byHost.includes(line);
  const entered = [...opened].filter((one): one is [KeptLine, Variables | null] => isOpen(one[0]));
  const ofOthers = [...opened].map(([line, variables]) => [personOfLine(line) ?? '', variables] as const);
  return {
    variables: Object.assign({}, ...entered.map(([, variables]) => variables)),
    lines: entered.map(([line]) => line),
    byHost,
    unreadable: entered.flatMap(([line, variables]) => (variables ? [] : [line])),
    busyOf: opened === nothingReadable ? null : new Map(ofOthers.filter(([person]) => person)),
  };
}

async function openedLines(auth: Store, env: Variables): Promise<Opened> {
  const known = lastRead.get(auth);
  if (known && performance.now() - known.at < KEPT_MS) return await known.opened;
  const opened = openLines(auth, env);
  lastRead.set(auth, { at: performance.now(), opened });
  return await opened.catch(async () => {
    // The next call asks again. Until then what was read last holds, however old it is.
    if (known) lastRead.set(auth, { ...known, at: Number.NEGATIVE_INFINITY });
    else lastRead.delete(auth);
    return known ? await known.opened : nothingReadable;
  });
}

const nothingReadable: Opened = new Map(keptLines.map((line) => [line, null]));

async function openLines(auth: Store, env: Variables): Promise<Opened> {
  const { value, etag } = await recordsOf(auth, sealedLines).find('');
  // Damaged by a hand: nobody knows which lines it had.
  if (value === null && etag !== null) return nothingReadable;
  const sealed = Object.entries(value?.lines ?? {}).filter(([line]) => isKeptLine(line) || personOfLine(line));
  if (sealed.length === 0) return new Map();
  const key = await keyOf(auth, env);
  return new Map(sealed.map(([line, text]) => [line, openedText(text, key)]));
}

/** The variables that the store keeps for a line now; `null` if it has none, or none that can be read. */
export async function keptVariables(auth: Store, env: Variables, line: Sealable): Promise<Variables | null> {
  const sealed = (await recordsOf(auth, sealedLines).read(''))?.lines[line];
  return sealed ? openedText(sealed, await keyOf(auth, env)) : null;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Nonce, tag and text, in base64url. A library for JWE would be a tenth of a visitor's whole function. */
function sealedText(text: string, key: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

const Plain = z.record(z.string(), z.string());

/** `null` if it was encrypted with another key, or is not whole. */
function openedText(sealed: string, key: Uint8Array): Variables | null {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const textAt = NONCE_BYTES + TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, textAt));
    const text = Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]);
    return Plain.parse(JSON.parse(text.toString()));
  } catch {
    return null;
  }
}
