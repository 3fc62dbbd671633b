import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { faultsOf, findOverlaps, routesOf } from './support/function-config.ts';

const folder = 'netlify/functions';
const names = await readdir(folder);
const functions = await Promise.all(
  names.map(async (name) => ({ name, text: await readFile(path.join(folder, name), 'utf8') })),
);

test('every function says where it answers, in the only form that Netlify reads', () => {
  expect(functions.length).toBeGreaterThan(0);
  expect(functions.flatMap(({ name, text }) => faultsOf(name, text))).toEqual([]);
});

test('no two functions answer the same address', () => {
  expect(findOverlaps(functions.map(({ name, text }) => routesOf(name, text)))).toEqual([]);
});

test.each(names)('%s exports a function', async (name) => {
  const module = await import(pathToFileURL(path.resolve(folder, name)).href);
  expect(module.default).toBeTypeOf('function');
});

test.each([
  [`export const config: Config = { path: '/a' };`, []],
  [`export const config: Config = { path: ['/a', '/b'], rateLimit: { aggregateBy: ['ip', 'domain'] } };`, []],
  [`export const config: Config = { schedule: '@hourly' };`, []],
  [`export const config = { path: '/a' } satisfies Config;`, ['needs `export const config']],
  [`export const config = { path: '/a' };`, ['needs `export const config']],
  [`const config: Config = { path: '/a' };`, ['needs `export const config']],
  [`export const config: Config = shared;`, ['needs `export const config']],
  [`export const config: Config = { ...shared };`, ['needs `export const config']],
  [`export const config: Config = { path };`, ['needs `export const config']],
  [`export const config: Config = { path: base };`, ['needs `export const config']],
  ['export const config: Config = { path: `/a` };', ['needs `export const config']],
  [`export const config: Config = { path: '/a', method: 'POST' };`, ['has a method']],
  [`export const config: Config = {};`, ['has neither a path nor a schedule']],
  [`export const config: Config = { path: '/a', rateLimit: { aggregateBy: 'ip' } };`, ['aggregateBy must be an array']],
  [`export const config: Config = { path: '/a', rateLimit: { windowLimit: 5 } };`, ['aggregateBy must be an array']],
  [`${'\n'.repeat(20)}export const config: Config = { path: '/a' };`, ['21 lines, at most 20']],
])('%s: %j', (text, faults) => {
  expect(faultsOf('a.ts', text)).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});

function routes(name: string, pathnames: string[], excludedPath: string[] = []) {
  return { name, path: pathnames, excludedPath };
}

test.each([
  ['the same path', [routes('a', ['/x']), routes('b', ['/x'])], ['/x: a and b']],
  ['a word and a parameter', [routes('a', ['/x/:id']), routes('b', ['/x/all'])], ['/x/all: a and b']],
  ['parameters in different places', [routes('a', ['/x/:id/c']), routes('b', ['/x/b/:id'])], ['/x/b/c: a and b']],
  ['a wildcard', [routes('a', ['/x/*']), routes('b', ['/x/y/z'])], ['/x/y/z: a and b']],
])('%s is an overlap', (_, functionsOf, overlaps) => {
  expect(findOverlaps(functionsOf)).toEqual(overlaps);
});

test('an excluded path is no overlap', () => {
  const gallery = [routes('item', ['/g/:id'], ['/g/all']), routes('all', ['/g/all']), routes('list', ['/g'])];
  const rest = routes('rest', ['/*'], ['/g', '/g/all', '/g/:id']);
  expect(findOverlaps([...gallery, rest])).toEqual([]);
});
