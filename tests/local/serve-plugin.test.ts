import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onPostBuild } from '../../netlify/local/serve-plugin/index.js';

const unknown = { name: 'unknown', excludedRoutes: [{ literal: '/api/leads' }], buildData: { runtimeAPIVersion: 2 } };
const leads = { name: 'leads', buildData: { runtimeAPIVersion: 2 } };
const manifest = { functions: [unknown, leads], timestamp: 1_795_000_000_000, version: 1 };
const netlifyConfig = { functionsDirectory: '.netlify/functions-bundled' };
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sunhaven-'));
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
});
afterEach(() => rm(folder, { recursive: true }));

const read = async () => JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'));

test('on a developer’s machine the excluded paths stand where `netlify serve` looks for them', async () => {
  await onPostBuild({ constants: { IS_LOCAL: true, FUNCTIONS_DIST: folder }, netlifyConfig });
  const { functions, timestamp } = await read();
  expect(functions).toEqual([
    { ...unknown, buildData: { runtimeAPIVersion: 2, excludedRoutes: unknown.excludedRoutes } },
    { ...leads, buildData: { runtimeAPIVersion: 2, excludedRoutes: [] } },
  ]);
  // `netlify deploy` takes a manifest of the last two minutes alone.
  expect(timestamp).toBe(0);
});

test('where Netlify builds, nothing is touched', async () => {
  await onPostBuild({ constants: { IS_LOCAL: false, FUNCTIONS_DIST: folder }, netlifyConfig });
  expect(await read()).toEqual(manifest);
});
