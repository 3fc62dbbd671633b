/** `npm run dev`: Astro's development server, and the functions in the local host. Both follow changes. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { dev } from 'astro';
import { listFunctions } from '@netlify/zip-it-and-ship-it';
import { loadEnv } from '#server/env';
import { parseOptions, root } from './command.ts';
import { refusedContent } from './content-check/collections.ts';
import { report } from './content-check/finding.ts';
import { settingsMistakes } from './content-check/settings.ts';
import { checkDataFolder, checkEnvironment, checkPort } from './environment.ts';
import { writePageTemplates } from '#build/page-templates';

checkEnvironment();
checkDataFolder();
/** `netlify dev` passes `--port`: it uses the usual port itself and forwards to this one. */
const { values } = parseOptions({ options: { port: { type: 'string' } } });
const { PORT } = loadEnv({ ...process.env, ...(values.port && { PORT: values.port }) });
const apiPort = PORT + 1;
for (const port of [PORT, apiPort]) await checkPort(port);
/** Keeps the browser's host name, which the functions compare with the page's origin. */
const toApi = { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false };
/** The functions' own addresses, as Netlify reads them. Vite matches an expression with the query too. */
const routes = (await listFunctions('netlify/functions', { parseISC: true })).flatMap((fn) => fn.routes ?? []);
const addresses = routes.map((route) =>
  'expression' in route ? route.expression.replace(/\$$/, '(?:\\?|$)') : `^${route.literal}(?:\\?|$)`,
);

const startApi = () =>
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'netlify/local/main.ts', '--api'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: String(apiPort) },
  });
let api = startApi();
const pages = await dev({
  root,
  server: { port: PORT, host: '127.0.0.1' },
  vite: {
    server: {
      strictPort: true,
      proxy: Object.fromEntries(['/.netlify', ...addresses].map((address) => [address, toApi])),
    },
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    api.kill('SIGTERM');
    await pages.stop();
    process.exit(0);
  });
}
console.log(`The pages are at http://localhost:${pages.address.port}`);

let areSettingsWrong = false;
/** A mistake that is made meanwhile is told at once, in the sentence in which the build would refuse it. */
async function tellMistakes(file: string): Promise<void> {
  if (!/^(brand|src\/content)\//.test(path.relative(root, file).split(path.sep).join('/'))) return;
  const settings = await settingsMistakes(root);
  const mistakes = settings.length > 0 ? settings : await refusedContent(root);
  if (mistakes.length > 0) console.error(report(mistakes));
  // Node's watcher no longer follows a file that could not be read.
  if (areSettingsWrong && settings.length === 0) {
    api.kill('SIGTERM');
    api = startApi();
  }
  areSettingsWrong = settings.length > 0;
}
for (const event of ['add', 'change']) pages.watcher.on(event, tellMistakes);

/** Draws the functions' pages with Astro. The API restarts if one has changed. */
const drawTemplates = () =>
  writePageTemplates(async (served) => (await fetch(`http://127.0.0.1:${pages.address.port}${served}`)).text()).catch(
    (error: unknown) => console.error('The templates of /book and /visit could not be made:', error),
  );
await drawTemplates();
pages.watcher.on('change', (file) => {
  if (path.relative(path.join(root, 'src'), file).startsWith('..')) return;
  void drawTemplates();
});
