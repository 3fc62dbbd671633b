import { createECDH } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The site's keys for push services (VAPID, RFC 8292). */
export type PushKeys = {
  readonly VAPID_PUBLIC_KEY: string;
  readonly VAPID_PRIVATE_KEY: string;
};

const PRIVATE_BYTES = 32;

/** A new pair on P-256, in base64url. The public key is an uncompressed point. */
export function makePushKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const secret = pair.getPrivateKey();
  // Node omits leading zeros.
  const padded = Buffer.concat([Buffer.alloc(PRIVATE_BYTES - secret.length), secret]);
  return {
    VAPID_PUBLIC_KEY: pair.getPublicKey().toString('base64url'),
    VAPID_PRIVATE_KEY: padded.toString('base64url'),
  };
}

/** The content of a private file. Creates a missing file with `make`; of two parallel processes, one wins. */
export async function keptInFile(file: string, make: () => unknown): Promise<unknown> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${JSON.stringify(make(), null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return JSON.parse(await readFile(file, 'utf8'));
}
