/**
 * The process behind `SharedHost`: the built site and its functions, loaded once, for the sites of many tests one after
 * the other. Each has its own data, environment and port; an order over IPC opens one and ends the one before it.
 */
import path from 'node:path';
import { localAdmin } from '#local/admin';
import { type Host, loadHost } from '#local/host';
import { loadEnv } from '#server/env';

/**
 * The variables of the site to open, `DATA_DIR` among them, and the port to open it at, where that is free; `null` only
 * ends the site before.
 */
export type SiteOrder = { readonly env: Readonly<Record<string, string>>; readonly port: number } | null;
/** The port of the site that was opened, 0 where none was to be; or what went wrong. */
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
