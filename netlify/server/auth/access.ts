/** What the owner signs in with. */
export interface AdminAccess {
  readonly username: string;
  /** bcrypt. */
  readonly passwordHash: string;
  /** Signs sessions and upload grants. */
  readonly secret: Uint8Array;
}

/** The owner's access as the environment has it; `null` when it is not set up, and then nobody gets in. */
export function readAccess(env: Readonly<Record<string, string | undefined>>): AdminAccess | null {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: hash, SESSION_SECRET: secret } = env;
  if (!username || !hash || !secret || secret.length < 32) return null;
  return {
    username,
    passwordHash: Buffer.from(hash, 'base64').toString('latin1'),
    secret: new TextEncoder().encode(secret),
  };
}
