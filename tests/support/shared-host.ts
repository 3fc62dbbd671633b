/**
 * The process behind `SharedHost`: loads the built site and its functions once, and serves the sites of many tests one
 * after the other, each with its own data, environment and port. An order over IPC ends the last site and opens the
 * next.
 */
import path from 'node:path';
import { localAdmin } from '#local/admin';
import { type Host, loadHost } from '#local/host';
import { loadEnv } from '#server/env';

/** The site's variables with `DATA_DIR`, and its port if free. `null` only ends the last site. */
export type SiteOrder = { readonly env: Readonly<Record<string, string>>; readonly port: number } | null;
/** The opened site's port, 0 for none, or the error. */
export type SiteReport = { readonly port: number } | { readonly error: string };

const root = path.resolve(import.meta.dirname, '../..');
const outset = { ...process.env };
let host: Host | null = null;

process.setSourceMapsEnabled(true);
process.on('unhandledRejection', (error) => console.error('A promise was rejected and nobody looked:', error));
process.on('uncaughtException', (error) => console.error('An error was thrown and nobody caught it:', error));
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => void Promise.resolve(host?.close()).then(() => process.exit(0)));

const listen = await loadHost({
  dist: path.join(root, 'dist'),
  functionsDir: path.join(root, '.netlify/functions-bundled'),
  configFile: path.join(root, 'netlify.toml'),
}).catch((error: unknown) => {
  // Else each test would wait until its time is over.
  report({ error: `The built site does not load, so run npm run build: ${String(error)}` });
  throw error;
});
process.on('message', ({ order }: { readonly order: SiteOrder }) => {
  obey(order).then(
    (port) => report({ port }),
    (error: unknown) => report({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
report({ port: 0 });

function report(done: SiteReport): void {
  process.send?.(done);
}

async function obey(order: SiteOrder): Promise<number> {
  await host?.close();
  host = null;
  if (!order) return 0;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, outset, order.env);
  const env = loadEnv(process.env);
  const admin = await localAdmin(env.DATA_DIR, env);
  host = await listen({ port: order.port, env: admin.env }).catch(() => listen({ port: 0, env: admin.env }));
  // The links in mails begin with it.
  process.env['PORT'] = String(host.port);
  return host.port;
}
