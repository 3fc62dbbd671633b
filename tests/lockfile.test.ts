import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { completeLock, findMissing, findUnverified, type Lockfile } from '../scripts/lockfile.ts';

test('package-lock.json names the packages of every platform, or `npm ci` refuses it: npm run lock adds them', async () => {
  const lock: Lockfile = JSON.parse(await readFile('package-lock.json', 'utf8'));
  expect(findMissing(lock)).toEqual([]);
});

test('package-lock.json has a checksum for every package: npm run lock adds it', async () => {
  const lock: Lockfile = JSON.parse(await readFile('package-lock.json', 'utf8'));
  expect(findUnverified(lock)).toEqual([]);
});

test('a package without a checksum is found, the project itself is none', () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/tool': { version: '2.0.0', integrity: 'sha512-abc' },
    'node_modules/tool/node_modules/@scope/deep': { version: '1.2.3' },
  };
  const deep = { folder: 'node_modules/tool/node_modules/@scope/deep', name: '@scope/deep', version: '1.2.3' };
  expect(findUnverified({ packages })).toEqual([deep]);
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
