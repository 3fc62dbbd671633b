import { createECDH } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The pair of keys by which push services know the site (VAPID, RFC 8292), as the environment has them. */
export type PushKeys = {
  readonly VAPID_PUBLIC_KEY: string;
  readonly VAPID_PRIVATE_KEY: string;
};

const PRIVATE_BYTES = 32;

/** A new pair on P-256, in base64url: the public key as an uncompressed point. */
export function makePushKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const secret = pair.getPrivateKey();
  // A small number comes without its leading zeros.
  const padded = Buffer.concat([Buffer.alloc(PRIVATE_BYTES - secret.length), secret]);
  return {
    VAPID_PUBLIC_KEY: pair.getPublicKey().toString('base64url'),
    VAPID_PRIVATE_KEY: padded.toString('base64url'),
  };
}

/**
 * What stands in a file of this machine's user alone; where there is none, what `make` makes is kept there. Of two
 * processes that make it at once, one does.
 */
export async function keptInFile(file: string, make: () => unknown): Promise<unknown> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${JSON.stringify(make(), null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return JSON.parse(await readFile(file, 'utf8'));
}
