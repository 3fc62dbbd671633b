import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hash } from 'bcryptjs';
import * as z from 'zod/mini';
import { type Env, LOCAL_ACCESS_FILE, LOCAL_DRIVER_FILE } from '#server/env';
import webPush from 'web-push';

export interface LocalAdmin {
  readonly username: string;
  /** The password, if it has just been made; else where it stands. */
  readonly password: string;
  readonly env: { ADMIN_USERNAME: string; ADMIN_PASSWORD_HASH: string; SESSION_SECRET: string } & PushKeys;
}

type Given = Partial<Omit<Env, 'PORT' | 'DATA_DIR' | 'RATE_LIMIT'>>;

/** bcrypt's cost. A slow hash has no use here: the data folder holds the password itself. */
const LOCAL_COST = 8;

/** The owner's access. Missing values are random and kept in the data folder; `ADMIN_PASSWORD` wins over a hash. */
export async function localAdmin(dataDir: string, given: Given): Promise<LocalAdmin> {
  const isMade = !existsSync(accessFile(dataDir));
  const kept = Kept.parse(await keptInFile(accessFile(dataDir), makeAccess));
  const username = given.ADMIN_USERNAME ?? 'admin';
  const password = given.ADMIN_PASSWORD ?? (given.ADMIN_PASSWORD_HASH === undefined ? kept.password : null);
  const passwordHash =
    password === null
      ? (given.ADMIN_PASSWORD_HASH ?? '')
      : Buffer.from(await hash(password, LOCAL_COST), 'latin1').toString('base64');
  return {
    username,
    password: isMade ? kept.password : `the one in ${accessFile(dataDir)}`,
    ...setPassword(given),
    env: {
      ADMIN_USERNAME: username,
      ADMIN_PASSWORD_HASH: passwordHash,
      SESSION_SECRET: given.SESSION_SECRET ?? kept.secret,
      ...(await pushPair(dataDir, given)),
    },
  };
}

function setPassword(given: Given): { password?: string } {
  const variable = (['ADMIN_PASSWORD', 'ADMIN_PASSWORD_HASH'] as const).find((name) => given[name] !== undefined);
  return variable ? { password: `the one of ${variable}` } : {};
}

/** The sign-in data as a sentence for the console, which shows a password once and never one that was set. */
export function accessLine({ username, password }: LocalAdmin): string {
  return `The owner signs in at /login as ${username}, password: ${password}`;
}

/**
 * Stores the access, and where the store's driver is, for bundled functions that another program runs on this machine.
 * Resolves to the sentence of `accessLine`.
 */
export async function keepLocalAccess(dataDir: string, given: Given, bundles: string): Promise<string> {
  const admin = await localAdmin(dataDir, given);
  const kept = { ...admin.env, LOCAL_STORE_DRIVER: path.join(bundles, LOCAL_DRIVER_FILE) };
  await writeFile(path.join(dataDir, LOCAL_ACCESS_FILE), JSON.stringify(kept), { mode: 0o600 });
  return accessLine(admin);
}

const Kept = z.object({ password: z.string().check(z.minLength(8)), secret: z.string().check(z.minLength(32)) });
type Kept = z.infer<typeof Kept>;

const PushPair = z.object({ VAPID_PUBLIC_KEY: z.string(), VAPID_PRIVATE_KEY: z.string() });

const accessFile = (dataDir: string) => path.join(dataDir, 'admin.json');
const random = (bytes: number) => randomBytes(bytes).toString('base64url');
export const newPassword = () => random(9);
const makeAccess = (): Kept => ({ password: newPassword(), secret: random(32) });

/** Replaces the random password and the session secret. Resolves to the password. A running site keeps the old ones. */
export async function replaceLocalAccess(dataDir: string): Promise<string> {
  const access = makeAccess();
  const file = accessFile(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return access.password;
}

async function pushPair(dataDir: string, { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Given): Promise<PushKeys> {
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY) return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };
  return PushPair.parse(await keptInFile(path.join(dataDir, 'push.json'), makePushKeys));
}

/** The site's keys for push services (VAPID, RFC 8292). */
export type PushKeys = {
  readonly VAPID_PUBLIC_KEY: string;
  readonly VAPID_PRIVATE_KEY: string;
};

export function makePushKeys(): PushKeys {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
}

/** The content of a private file. Creates a missing file with `make`; of two parallel processes, one wins. */
async function keptInFile(file: string, make: () => unknown): Promise<unknown> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${JSON.stringify(make(), null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return JSON.parse(await readFile(file, 'utf8'));
}
