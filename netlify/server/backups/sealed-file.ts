import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { pipeline } from 'node:stream/promises';

/**
 * A backup's file:
 *
 *     11 bytes  "site-backup"
 *      1        version, 1
 *     16        salt
 *     12        nonce
 *     16        key check
 *      …        lines of text, gzipped, encrypted by AES-256-GCM
 *     16        GCM tag over all before it: the first 56 bytes are the additional data
 *
 * scrypt (N 2^15, r 8, p 1) of BACKUP_KEY and the salt makes 48 bytes: the key, and the key check, which tells a wrong
 * key from a damaged file.
 */
const MAGIC = Buffer.from('site-backup');
const VERSION = 1;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const CHECK_BYTES = 16;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const HEAD_BYTES = MAGIC.length + 1 + SALT_BYTES + NONCE_BYTES + CHECK_BYTES;

/** Why a backup cannot be opened, in a sentence for the owner. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
}

const { promisify } = process.getBuiltinModule('node:util');
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

async function keysOf(secret: string, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 };
  const bytes = await derive(secret, salt, KEY_BYTES + CHECK_BYTES, cost);
  return { key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES) };
}

/** The file of these lines, piece by piece. Each line ends with its own line feed. Throws what `lines` throws. */
export async function* sealed(lines: AsyncIterable<string>, secret: string): AsyncGenerator<Uint8Array> {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const { key, check } = await keysOf(secret, salt);
  const head = Buffer.concat([MAGIC, Buffer.of(VERSION), salt, nonce, check]);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(head);
  yield head;
  const gzip = process.getBuiltinModule('node:zlib').createGzip();
  const fed = pipeline(lines, gzip);
  // A failure also destroys `gzip`, whose reader throws it.
  fed.catch(() => undefined);
  for await (const piece of gzip) yield cipher.update(piece);
  await fed;
  yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
}

/** The text of a backup's file. Throws `BackupFault` before any of it is used. */
export async function unsealed(file: Buffer, secret: string): Promise<string> {
  const version = file[MAGIC.length];
  if (!file.subarray(0, MAGIC.length).equals(MAGIC)) throw new BackupFault('This file is not a backup of the site.');
  if (version !== VERSION) {
    throw new BackupFault(`This backup is of version ${version}, which this version of the site does not know.`);
  }
  if (file.length < HEAD_BYTES + TAG_BYTES) throw new BackupFault(DAMAGED);
  const head = file.subarray(0, HEAD_BYTES);
  const saltAt = MAGIC.length + 1;
  const nonceAt = saltAt + SALT_BYTES;
  const { key, check } = await keysOf(secret, head.subarray(saltAt, nonceAt));
  if (!timingSafeEqual(check, head.subarray(HEAD_BYTES - CHECK_BYTES))) {
    throw new BackupFault('BACKUP_KEY is not the key of this backup, or the file is damaged in its first bytes.');
  }
  const decipher = createDecipheriv('aes-256-gcm', key, head.subarray(nonceAt, nonceAt + NONCE_BYTES)).setAAD(head);
  decipher.setAuthTag(file.subarray(-TAG_BYTES));
  const packed = decipher.update(file.subarray(HEAD_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw new BackupFault(DAMAGED);
  }
  return process.getBuiltinModule('node:zlib').gunzipSync(packed).toString();
}

const DAMAGED = 'This backup is damaged or cut: it is not as it was written. Download it again, or take another one.';
