import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hash } from 'bcryptjs';
import * as z from 'zod/mini';

/** The owner's access on this machine. */
export interface LocalAdmin {
  readonly username: string;
  /** `null` where `ADMIN_PASSWORD_HASH` is set: only the owner knows it. */
  readonly password: string | null;
  /** What the functions read of it. */
  readonly env: { ADMIN_USERNAME: string; ADMIN_PASSWORD_HASH: string; SESSION_SECRET: string };
}

interface Given {
  readonly ADMIN_USERNAME?: string | undefined;
  readonly ADMIN_PASSWORD_HASH?: string | undefined;
  readonly ADMIN_PASSWORD?: string | undefined;
  readonly SESSION_SECRET?: string | undefined;
}

/** bcrypt's cost: the data folder holds the password itself, so the hash need not be slow to make at each start. */
const LOCAL_COST = 8;

/**
 * The owner's access for the local host: what the environment says, and for what it does not say a password and a
 * secret that are made once, at random, and kept in the data folder. `ADMIN_PASSWORD` wins over a hash.
 */
export async function localAdmin(dataDir: string, given: Given): Promise<LocalAdmin> {
  const kept = await keptAccess(path.join(dataDir, 'admin.json'));
  const username = given.ADMIN_USERNAME ?? 'admin';
  const password = given.ADMIN_PASSWORD ?? (given.ADMIN_PASSWORD_HASH === undefined ? kept.password : null);
  const passwordHash = password === null ? (given.ADMIN_PASSWORD_HASH ?? '') : await encodedHash(password);
  const secret = given.SESSION_SECRET ?? kept.secret;
  return {
    username,
    password,
    env: { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: passwordHash, SESSION_SECRET: secret },
  };
}

async function encodedHash(password: string): Promise<string> {
  return Buffer.from(await hash(password, LOCAL_COST), 'latin1').toString('base64');
}

const Kept = z.object({ password: z.string().check(z.minLength(8)), secret: z.string().check(z.minLength(32)) });
type Kept = z.infer<typeof Kept>;

/** Reads the file, or makes it, for this machine's user alone. Of two processes that make it at once, one does. */
async function keptAccess(file: string): Promise<Kept> {
  const made: Kept = { password: randomBytes(9).toString('base64url'), secret: randomBytes(32).toString('base64url') };
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    return made;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return Kept.parse(JSON.parse(await readFile(file, 'utf8')));
  }
}
