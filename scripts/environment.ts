import { existsSync } from 'node:fs';
import path from 'node:path';
import { EnvError, loadEnv } from '#server/env';
import { root } from './command.ts';

/** Reads and checks the environment. A wrong variable stops the build here, not a visitor's booking later. */
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
