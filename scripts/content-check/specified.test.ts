import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSpecified } from './specified.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'specified-'));
  await question('one', 'From 1 year to 18 months.');
  await put('src/content/faq/one.es.md', '---\ntranslation: reviewed\nquestion: ¿Cuánto?\nanswer: Un año.\n---\n');
  await mkdir(path.join(root, 'brand'));
  await cp(
    path.join(import.meta.dirname, '../../tests/fixtures/brand/choices.json'),
    path.join(root, 'brand/choices.json'),
  );
});
afterEach(() => rm(root, { recursive: true }));

async function put(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

const question = (id: string, answer: string) =>
  put(`src/content/faq/${id}.md`, `---\norder: 1\nquestion: How long?\nanswer: ${answer}\n---\n`);

async function lacking(specified: object): Promise<string[]> {
  await put('brand/specified.json', JSON.stringify(specified));
  const findings = (await checkSpecified(root)) ?? [];
  return findings.map(
    ({ severity, message }) => `${severity}: ${message.replace(/ So brand\/specified.json asks\..*/, '')}`,
  );
}

test('nothing is asked of the content of a dealer without brand/specified.json', async () => {
  expect(await checkSpecified(root)).toBeNull();
});

test('what is specified is the least: another question, another city and more words break nothing', async () => {
  const cities = [{ name: 'Decatur' }, { name: 'Mableton' }];
  const specified = {
    faq: { atLeast: 1, entries: { one: { fields: { order: 1 }, says: ['1 year to 18 months'] } } },
    choices: { entries: { choices: { fields: { cities } } } },
  };
  expect(await lacking(specified)).toEqual([]);
  await question('another', 'Always.');
  expect(await lacking(specified)).toEqual([]);
});

test('what is no longer there is named: an entry, a field, words, a length, a translation, a city', async () => {
  await question('another', 'Always.');
  const specified = {
    faq: {
      atLeast: 3,
      entries: { one: { fields: { order: 2 }, says: ['two years'], words: 1 }, another: {}, gone: {} },
    },
    choices: { entries: { choices: { fields: { cities: [{ name: 'Mableton' }, { name: 'Decatur' }] } } } },
  };
  expect(await lacking(specified)).toEqual([
    'wrong: There are 2, not at least 3.',
    'wrong: order is not 2.',
    'wrong: It does not say "two years".',
    'wrong: Its text has 0 words, not at least 1.',
    'wrong: It is not translated.',
    'wrong: gone is not there.',
    'wrong: cities is not [{"name":"Mableton"},{"name":"Decatur"}].',
  ]);
});
