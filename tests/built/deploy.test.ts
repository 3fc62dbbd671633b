import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { listFunctions, zipFunctions } from '@netlify/zip-it-and-ship-it';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledFunctions } from '../../scripts/bundle-functions.ts';
import { business } from '#business';
import { FIRST_PERSON } from '#contracts/people';
import { renewFeed } from '#server/calendar/feed';
import { changeMessageSettings } from '#server/leads/message-settings';
import { startGoogleDouble } from '#tests/support/google/google-double';
import { readSiteRules } from '#local/built-site';
import { mail } from '#server/channels/mail/mail';
import { routes } from '#server/http/routes';
import { boxOf, enqueue } from '#server/outbox/outbox';
import { LOCAL_DRIVER_FILE } from '#server/env';
import { pathIn } from '#i18n/site-languages';
import { openStore } from '#server/storage/stores';
import { MailServer } from '#tests/support/mail-server';
import { TestPasskey } from '#tests/support/passkey';

/**
 * A function's files; a zip is less than a third. `node-ical` has 430 kB, with dates that Node does not have yet (Temporal).
 * The library of passkeys has 670 kB: it can read every maker's certificates.
 */
const MAX_PACKED_BYTES = 4_400_000;
/**
 * A process parses these bytes before it can answer. The packages that load with a later call are not among them. The
 * visitor's function had 900 kB until the page templates were such a package. It answers by which way a visit is confirmed,
 * so it has the ledger of texts, and finds who of several people comes. The hooks look into a picture that was texted, so
 * they have what reads its parts. The API's sentences for the owner are in two languages.
 */
const MAX_LOADED_BYTES = { visitor: 750_000, owner: 925_000, hooks: 680_000 };

const scheduled = {
  backup: '50 8 * * *',
  'deliver-mail': '*/2 * * * *',
  remind: '15 * * * *',
  sweep: '*/10 * * * *',
  'sweep-leads': '35 * * * *',
  'sweep-media': '30 8 * * *',
};

const filesOfClient = (client: string) => ['index.mjs', 'package.json'].map((file) => `node_modules/${client}/${file}`);
const clientFiles = [
  ...['@googleapis/calendar', '@netlify/functions', 'node-ical', 'nodemailer', 'web-push'].flatMap(filesOfClient),
  // The owner's words in Spanish.
  ...['es.json', 'package.json'].map((file) => `node_modules/admin-words/${file}`),
];
const ownersFiles = [...clientFiles, ...filesOfClient('@simplewebauthn/server')];

const templateFiles = ['en/book.mjs', 'en/visit.mjs', 'es/book.mjs', 'es/visit.mjs', 'package.json'].map(
  (file) => `node_modules/page-templates/${file}`,
);

/** What lies beside the functions when somebody deploys from a machine of their own. */
const OF_THIS_MACHINE = ['.data/site.db', '.data/site.db-wal', '.data/access.json', '.env', 'backup-of-monday.db'];
const SECRET = 'words-of-a-lead';

const folder = await mkdtemp(path.join(tmpdir(), 'deploy-'));
const bundled = path.join(folder, '.netlify/functions-bundled');
const placeOf = (name: string) => path.join(folder, 'packed', name);
let listed: Awaited<ReturnType<typeof listFunctions>>;
let packed: Awaited<ReturnType<typeof zipFunctions>>;

/** Packs as Netlify does; what would be in the zip is in a folder. */
const pack = (functions: string[], target: string, includedFiles: string[] = []) =>
  zipFunctions({ user: { functions } }, path.join(folder, target), {
    basePath: folder,
    archiveFormat: 'none',
    config: { '*': { nodeVersion: '24', includedFiles, includedFilesBasePath: folder } },
  });

beforeAll(async () => {
  await cp(bundledFunctions, bundled, { recursive: true });
  await mkdir(path.join(folder, '.data'));
  for (const file of OF_THIS_MACHINE) await writeFile(path.join(folder, file), SECRET);
  listed = await listFunctions(bundled, { parseISC: true });
  // Without the `included_files` of netlify.toml, which only say so once more.
  packed = await pack(
    listed.map(({ srcPath }) => srcPath),
    'packed',
  );
});

afterAll(() => rm(folder, { recursive: true }));

/** The files under a folder that hold the words of this machine. */
async function filesWithSecret(place: string): Promise<string[]> {
  const files = (await readdir(place, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const found: string[] = [];
  for (const { parentPath, name } of files) {
    const file = path.join(parentPath, name);
    if ((await readFile(file)).includes(SECRET)) found.push(path.relative(place, file));
  }
  return found.toSorted();
}

test('nothing of this machine is in a function, not even the driver of its database', async () => {
  expect(packed).toHaveLength(listed.length);
  expect(await filesWithSecret(path.join(folder, 'packed'))).toEqual([]);
  for (const { name } of packed)
    expect(await readFile(path.join(placeOf(name), `${name}.mjs`), 'utf8'), name).not.toMatch(/node:sqlite|site\.db/);
});

test('a function that names a file of this machine does not get it: netlify.toml leaves them out', async () => {
  const careless = path.join(bundled, 'careless.mjs');
  const read = OF_THIS_MACHINE.map((file) => `readFileSync(resolve('${file}'))`);
  const code = `export default () => new Response([${read.join()}].join());`;
  await writeFile(careless, `import { readFileSync } from 'node:fs'; import { resolve } from 'node:path';\n${code}`);
  const [, included = '[]'] = /^ *included_files = (.*)$/m.exec(await readFile('netlify.toml', 'utf8')) ?? [];
  await pack([careless], 'taken');
  await pack([careless], 'left', JSON.parse(included));
  const taken = await filesWithSecret(path.join(folder, 'taken/careless'));
  expect(taken).toEqual(OF_THIS_MACHINE.toSorted());
  expect(await filesWithSecret(path.join(folder, 'left/careless'))).toEqual([]);
});

test('a function that sends no text loads neither their words nor their sender', async () => {
  const files = new Set(['visitor.mjs']);
  for (const file of files) {
    const code = await readFile(path.join(bundledFunctions, file), 'utf8');
    for (const [, from = ''] of code.matchAll(/^(?:import|export) .*?["'](\.{1,2}\/[^"']+)["'];$/gm)) {
      files.add(path.join(path.dirname(file), from));
    }
    expect(code, file).not.toMatch(/Messages\.json|STOP ends texts/);
  }
  expect(files.size).toBeGreaterThan(3);
});

test('what is published is of the kinds that a page asks for', async () => {
  const KIND = /\.(?:avif|css|html|ico|jpg|js|json|png|svg|txt|wasm|webmanifest|webp|woff2|xml)$/;
  const files = (await readdir('dist', { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(100);
  expect(files.map(({ name }) => name).filter((name) => !KIND.test(name) || name.startsWith('.'))).toEqual([]);
});

test('Netlify reads the route of every function, and the schedule of each that nobody calls, and adds no method', () => {
  const found = listed.flatMap(({ name, routes: read = [] }) =>
    read.map(({ pattern, methods }) => [pattern, name, methods]),
  );
  const literal = { ...routes, owner: { '/api': null, '/api/*': null } };
  const expected = Object.entries(literal).flatMap(([fn, table]) =>
    Object.keys(table).map((address) => [address, fn, []]),
  );
  expect(found.toSorted()).toEqual(expected.toSorted());
  const timed = listed.flatMap(({ name, schedule }) => (schedule ? [[name, schedule]] : []));
  expect(Object.fromEntries(timed)).toEqual(scheduled);
  expect(listed.filter(({ routes: read, schedule }) => !read?.length && !schedule)).toEqual([]);
});

test('an address has the function of its table, and no redirect stands before it: Netlify follows it first', async () => {
  const rules = await readSiteRules('netlify.toml');
  const named = Object.entries(routes).flatMap(([fn, table]) => Object.keys(table).map((address) => ({ fn, address })));
  for (const { fn, address } of [...named, { fn: 'owner', address: '/api/other' }, { fn: 'owner', address: '/api' }]) {
    const asked = address.replaceAll(/:\w+/g, 'x');
    const fits = (route: object) =>
      'literal' in route
        ? route.literal === asked
        : 'expression' in route && RegExp(String(route.expression)).test(asked);
    const found = listed.filter(({ routes: read, excludedRoutes }) => read?.some(fits) && !excludedRoutes?.some(fits));
    expect(
      found.map(({ name }) => name),
      address,
    ).toEqual([fn]);
    expect([rules.redirectFor(asked, false), rules.redirectFor(asked, true)], address).toEqual([null, null]);
  }
});

test('every function file is one function on Node 24, in the current format, small enough to wake quickly', async () => {
  const sources = await readdir('netlify/functions');
  expect(listed.map(({ name }) => `${name}.ts`).toSorted()).toEqual(sources.toSorted());
  for (const { name, runtimeVersion, runtimeAPIVersion } of packed) {
    expect([name, runtimeVersion, runtimeAPIVersion]).toEqual([name, 'nodejs24.x', 2]);
    const sizes = (await filesOf(name)).map(async (file) => (await stat(path.join(placeOf(name), file))).size);
    const size = (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
    expect(size, name).toBeLessThanOrEqual(MAX_PACKED_BYTES);
  }
});

async function filesOf(name: string): Promise<string[]> {
  const entries = await readdir(placeOf(name), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((file) => path.relative(placeOf(name), path.join(file.parentPath, file.name)));
}

test('a function is one file of its own, and what it may need later as packages', async () => {
  const packages = { visitor: [...clientFiles, ...templateFiles], owner: ownersFiles, hooks: clientFiles };
  for (const [name, later] of Object.entries({ ...packages, 'deliver-mail': clientFiles })) {
    const own = (await filesOf(name)).filter((file) => !file.startsWith('___netlify-'));
    expect(own.toSorted()).toEqual([`${name}.mjs`, ...later].toSorted());
  }
  for (const [name, most] of Object.entries(MAX_LOADED_BYTES))
    expect((await stat(path.join(placeOf(name), `${name}.mjs`))).size, name).toBeLessThanOrEqual(most);
});

test('no function that answers calls wakes the modules of Node that are slow to load (docs/decisions/009)', async () => {
  for (const name of Object.keys(routes)) {
    const code = await readFile(path.join(placeOf(name), `${name}.mjs`), 'utf8');
    expect(code.match(/^import .*["'](node:)?(dns|fs|http|net|process|util|zlib)(\/promises)?["']/gm), name).toBeNull();
  }
});

/** What runs in the packed folder: it loads the function, calls it, and tells what came back. */
const trial = `
import { parentPort, workerData } from 'node:worker_threads';
const { file, method, url } = workerData;
const { default: run } = await import(file);
const context = { deploy: { context: 'dev', id: 'trial', published: false }, ip: '127.0.0.1', params: {} };
const answer = await run(new Request(url, { method }), context);
const text = (await answer?.text()) ?? '';
parentPort.postMessage({ status: answer?.status ?? 204, allow: answer?.headers.get('allow') ?? null, text });
`;
const trialModule = new URL(`data:text/javascript,${encodeURIComponent(trial)}`);

/**
 * Calls a function where none of this project's packages can be found, in a thread with modules, globals and an
 * environment of its own.
 */
async function callPacked(name: string, method: string, address: string, env = {}) {
  const place = placeOf(name);
  const worker = new Worker(trialModule, {
    workerData: {
      file: pathToFileURL(path.join(place, `${name}.mjs`)).href,
      method,
      url: `https://example.com${address}`,
    },
    // As under `netlify serve`.
    env: {
      ...process.env,
      ...env,
      DATA_DIR: path.join(place, 'data'),
      LOCAL_STORE_DRIVER: path.join(bundledFunctions, LOCAL_DRIVER_FILE),
    },
    execArgv: [],
  });
  const [[answered]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return answered as { status: number; allow: string | null; text: string };
}

test.each([
  ['visitor', '/api/gallery', 'GET, HEAD, POST'],
  ['owner', '/api/leads/a', 'GET, HEAD, POST, DELETE'],
  ['hooks', '/api/texts/status', 'POST'],
])(
  '%s runs by itself, loads no package before it needs it, and allows the methods of %s',
  async (fn, address, allow) => {
    const packages = path.join(placeOf(fn), 'node_modules');
    await rename(packages, `${packages}-away`);
    expect(await callPacked(fn, 'PATCH', address)).toMatchObject({ status: 405, allow });
    await rename(`${packages}-away`, packages);
  },
);

test('the packed functions work: slots are read, a sweep runs, nothing is elsewhere, Google is asked', async () => {
  const slots = await callPacked('visitor', 'GET', '/api/calendar/availability');
  const sweep = await callPacked('sweep', 'POST', '/.netlify/functions/sweep');
  const unknown = await callPacked('owner', 'GET', '/api/other');
  expect([slots.status, sweep.status, unknown.status]).toEqual([200, 204, 404]);
  const google = await startGoogleDouble();
  const { status } = await callPacked('hooks', 'GET', '/api/health', google.env);
  await google.close();
  expect([status, google.count('freeBusy')]).toEqual([200, 1]);
});

test.each([
  ['visit', 'GET', pathIn('en', '/visit/none.at-all'), 404, 'We Cannot Find This Visit'],
  ['callback', 'POST', '/api/callback', 415, 'Please send the request as application/x-www-form-urlencoded.'],
])(
  'the packed %s answers with the built page, which it asks nobody for',
  async (name, method, address, status, text) => {
    const answer = await callPacked('visitor', method, address);
    expect([answer.status, answer.text.includes(text)]).toEqual([status, true]);
    const page = await readFile(`dist${pathIn('en', name === 'visit' ? '/visit' : '/book')}.html`, 'utf8');
    // The links to the other language lead to the same visit.
    const built = page.replaceAll(`href="${pathIn('es', '/visit')}"`, `href="${pathIn('es', address)}"`);
    const headOf = (html: string) => html.slice(0, html.indexOf('<main'));
    expect(headOf(answer.text)).toBe(headOf(built));
    expect(answer.text.slice(answer.text.indexOf('</main>'))).toBe(built.slice(built.indexOf('</main>')));
  },
);

test('the packed mail function finds its mail library, and sends', async () => {
  const server = new MailServer();
  await server.start();
  const environment = { SMTP_URL: server.url, MAIL_FROM: 'hello@example.com', MAIL_TO: 'owner@example.com' };
  const leads = openStore('leads', { context: 'dev', dataDir: path.join(placeOf('deliver-mail'), 'data') });
  const words = { subject: 'Trial', text: 'Text', html: '<p>Text</p>' };
  const message = { to: 'owner', replyTo: 'owner', lead: 'a', ...words } as const;
  await enqueue(boxOf(leads, mail.outbox), 'trial', message, Date.now());
  await callPacked('deliver-mail', 'POST', '/.netlify/functions/deliver-mail', environment);
  await server.stop();
  expect(server.received.map((received) => received.mail.subject)).toEqual(['Trial']);
});

test('the packed calendar feed finds the owner’s words in Spanish', async () => {
  const place = { context: 'dev', dataDir: path.join(placeOf('hooks'), 'data') };
  const { secret } = await renewFeed(openStore('auth', place), FIRST_PERSON, Date.now());
  await changeMessageSettings(openStore('leads', place), { language: 'es' });
  const { text } = await callPacked('hooks', 'GET', `/calendar/${secret}.ics`);
  expect(text).toContain(`NAME:Visitas de ${business.shortName}`);
});

test('the library of passkeys is packed whole, with the owner’s function alone', async () => {
  const library = path.join(placeOf('owner'), 'node_modules/@simplewebauthn/server/index.mjs');
  const { generateRegistrationOptions, verifyRegistrationResponse } = await import(pathToFileURL(library).href);
  const { challenge } = await generateRegistrationOptions({ rpName: 'Site', rpID: 'example.com', userName: 'owner' });
  const passkey = new TestPasskey('https://example.com');
  const verified = await verifyRegistrationResponse({
    response: passkey.made({ challenge }),
    ...{ expectedChallenge: challenge, expectedOrigin: 'https://example.com', expectedRPID: 'example.com' },
  });
  expect(verified.registrationInfo.credential.id).toBe(passkey.id);
});

test('the library that purges is packed whole: all that it lacks here is the site, which Netlify names', async () => {
  const library = path.join(placeOf('owner'), 'node_modules/@netlify/functions/index.mjs');
  const { purgeCache } = await import(pathToFileURL(library).href);
  await expect(purgeCache({ tags: ['gallery'] })).rejects.toThrow('The Netlify site ID was not found');
});
