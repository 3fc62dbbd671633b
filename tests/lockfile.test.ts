import { readFile } from 'node:fs/promises';
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
