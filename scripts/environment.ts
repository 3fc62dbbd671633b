import { existsSync } from 'node:fs';
import path from 'node:path';
import { EnvError, loadEnv } from '#server/env';
import { root } from './command.ts';

/**
 * Reads `.env` and checks the environment, before a build and before a deploy: a variable that is wrong stops it here,
 * by name, and not at a visitor's booking.
 */
export function checkEnvironment(): void {
  const file = path.join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  try {
    loadEnv(process.env);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
