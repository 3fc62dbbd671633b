import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { completeLock, findMissing, findUnverified, type Lockfile } from '../scripts/lockfile.ts';

test('package-lock.json has every platform’s packages, or `npm ci` refuses it, and all checksums: npm run lock adds them', async () => {
  const lock: Lockfile = JSON.parse(await readFile('package-lock.json', 'utf8'));
  expect(findMissing(lock)).toEqual([]);
  expect(findUnverified(lock)).toEqual([]);
  const packages = { '': { version: '1.0.0' }, 'node_modules/a/node_modules/@b/c': { version: '1.2.3' } };
  const found = { folder: 'node_modules/a/node_modules/@b/c', name: '@b/c', version: '1.2.3' };
  expect(findUnverified({ packages })).toEqual([found]);
});

test('the packages that run a script when they are installed are these three', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const scripted = Object.keys(packages).filter((folder) => packages[folder].hasInstallScript);
  expect(scripted.map((folder) => folder.replace(/^node_modules\//, '')).toSorted()).toEqual([
    '@netlify/zip-it-and-ship-it/node_modules/esbuild',
    'esbuild',
    'node',
  ]);
});

test('CI runs actions by their commits, and the Node of the lockfile', async () => {
  const lock: Lockfile = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const node = lock.packages['node_modules/node']?.version;
  // By a name: knip takes a pattern in the call itself for imports of all that it finds.
  const workflows = '.github/{workflows,actions}/**/*.{yml,yaml}';
  const actions: string[] = [];
  const versions: string[] = [];
  for await (const file of glob(workflows)) {
    const text = await readFile(file, 'utf8');
    actions.push(...[...text.matchAll(/\buses:\s*(.*)/g)].map(([, action = '']) => action));
    versions.push(...[...text.matchAll(/\bnode-version:\s*(.*)/g)].map(([, version = '']) => version));
  }
  expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  expect([actions.length > 0, [...new Set(versions)]]).toEqual([true, [node]]);
});

test('what is missing is found, and added where Node looks for it', () => {
  const lock: Lockfile = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/tool': {
        version: '2.0.0',
        dev: true,
        optionalDependencies: { 'tool-linux-x64-musl': '2.0.0', 'tool-darwin-arm64': '2.0.0', other: '^1.0.0' },
      },
      'node_modules/tool-darwin-arm64': { version: '1.0.0' },
      'node_modules/tool/node_modules/deep': {
        version: '1.0.0',
        optionalDependencies: { 'tool-darwin-arm64': '1.0.0' },
      },
    },
  };
  expect(completeLock(lock)).toEqual([
    'node_modules/tool-linux-x64-musl 2.0.0',
    'node_modules/tool/node_modules/tool-darwin-arm64 2.0.0',
    'node_modules/tool/node_modules/deep/node_modules/tool-darwin-arm64 1.0.0',
  ]);
  expect(lock.packages['node_modules/tool-linux-x64-musl']).toEqual({
    version: '2.0.0',
    cpu: ['x64'],
    libc: ['musl'],
    os: ['linux'],
    dev: true,
    optional: true,
  });
  expect(findMissing(lock)).toEqual([]);
});
