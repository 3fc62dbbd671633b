import { existsSync } from 'node:fs';
import path from 'node:path';
import { EnvError, loadEnv } from '#server/env';
import { MINUTE } from '#lib/time/units';
import { localAdmin, accessLine } from './admin.ts';
import { type Host, startHost } from './host.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** `--api`: only the functions, from their sources; Astro serves the pages. Otherwise the built site and bundles. */
const isApiOnly = process.argv.includes('--api');
const functionsDir = isApiOnly ? 'netlify/functions' : '.netlify/functions-bundled';

class NotReady extends Error {}

await main();

async function main(): Promise<void> {
  process.on('unhandledRejection', (error) => console.error('A promise was rejected and nobody looked:', error));
  process.on('uncaughtException', (error) => console.error('An error was thrown and nobody caught it:', error));
  try {
    const host = await start();
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => void host.close().then(() => process.exit(0)));
    console.log(`The ${isApiOnly ? 'API' : 'site'} is at http://localhost:${host.port}`);
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

async function start(): Promise<Host> {
  const envFile = path.join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const env = loadEnv(process.env);
  const dist = path.join(root, 'dist');
  process.setSourceMapsEnabled(true);
  const needed = isApiOnly ? [] : [path.join(dist, 'index.html'), path.join(root, functionsDir)];
  if (!needed.every((place) => existsSync(place)))
    throw new NotReady('There is no built site: npm run build makes it.');
  const dataDir = path.resolve(root, env.DATA_DIR);
  const admin = await localAdmin(dataDir, env);
  console.log(accessLine(admin));
  const host = await startHost({
    dist,
    functionsDir: path.join(root, functionsDir),
    configFile: path.join(root, 'netlify.toml'),
    port: env.PORT,
    env: { DATA_DIR: dataDir, ...admin.env },
  });
  // The links in mails need the real port.
  process.env['PORT'] = String(host.port);
  // Also what was missed while the site or the machine slept.
  const runDue = () => void host.runDue(Date.now(), path.join(dataDir, 'schedules-ran'));
  runDue();
  setInterval(runDue, MINUTE / 2).unref();
  return host;
}

/** One sentence for a problem that the user can fix; the stack for a bug. */
function explain(error: unknown): string {
  if (error instanceof EnvError || error instanceof NotReady) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `Port ${'port' in error ? error.port : ''} is taken. Stop the program that uses it, or choose another: PORT=8889 npm start`;
  }
  // A file that cannot be read or written, such as the owner's password in a read-only data folder.
  if ('syscall' in error && 'path' in error) return `The site cannot start: ${error.message}`;
  return error.stack ?? error.message;
}
