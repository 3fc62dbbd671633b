import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { EnvError, loadEnv } from '#server/env';
import { dataFolderProblem } from '#server/storage/local';
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

/** The data folder of the local host, by a checked environment. Stops where this version cannot use it. */
export function checkDataFolder(): string {
  const dataDir = path.resolve(root, loadEnv(process.env).DATA_DIR);
  const problem = dataFolderProblem(dataDir);
  if (!problem) return dataDir;
  console.error(problem);
  process.exit(1);
}

/** Stops if the site could not listen at its port: better now than after the minutes of a build. */
export async function checkPort(port: number): Promise<void> {
  try {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    await once(server.close(), 'close');
  } catch {
    console.error(
      `Port ${port} is taken. Stop the program that uses it, or choose another: PORT=${port + 2} npm start`,
    );
    process.exit(1);
  }
}
