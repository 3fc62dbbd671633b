import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'run-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What a program that must fail says before it ends. */
async function refusal(args: readonly string[], options: { uid?: number; env?: NodeJS.ProcessEnv } = {}) {
  const ended = promisify(execFile)(process.execPath, args, { cwd: root, ...options });
  return await ended.then(
    () => 'It did not fail.',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

/** As an older Node calls itself. */
const calledNode = (node: string) =>
  `--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${node}'}})`;

test.each(['18.20.8', '20.18.3', '16.0.0'])('Node %s hears which is needed, and nothing is installed', async (node) => {
  expect(await refusal([calledNode(node), 'scripts/run.mjs', 'scripts/start.ts'])).toBe(
    `Node 20.19 or newer is needed, and this is ${node}. Install one from https://nodejs.org\n`,
  );
});

test('a folder that cannot be written is told before anything is installed', async () => {
  await mkdir(path.join(folder, 'scripts'));
  const program = path.join(folder, 'scripts/run.mjs');
  await copyFile(path.join(root, 'scripts/run.mjs'), program);
  await chmod(folder, 0o555);
  // No permission stops root, so as root another user runs the program.
  const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const sentence = `The site cannot be built: ${folder} cannot be written (EACCES).\n`;
  expect(await refusal([program, 'scripts/start.ts'], user)).toBe(sentence);
  await chmod(folder, 0o755);
});

test('a port that is taken is told before anything is built', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const env = { ...process.env, PORT: String(port), DATA_DIR: path.join(folder, 'data') };
  for (const script of ['start', 'dev']) {
    expect(await refusal([`scripts/${script}.ts`], { env })).toBe(
      `Port ${port} is taken. Stop the program that uses it, or choose another: PORT=${port + 2} npm start\n`,
    );
  }
  server.close();
});

test('a commit that is not there is told before anything is built', async () => {
  expect(await refusal(['tests/look/run.ts', 'nope'])).toBe(
    'There is no commit nope. Name one to compare with: npm run look -- main\n',
  );
});
