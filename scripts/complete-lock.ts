/**
 * `npm run lock`: names in package-lock.json what npm left out. npm forgets the packages of other platforms that it
 * could not fetch when it wrote the file, and `npm ci` then refuses the file on every machine. Run it after each
 * `npm install`; tests/lockfile.test.ts says when it was forgotten.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './command.ts';
import { completeLock, type Lockfile } from './lockfile.ts';

const file = path.join(root, 'package-lock.json');
const lock: Lockfile = JSON.parse(await readFile(file, 'utf8'));
const added = completeLock(lock);
if (added.length > 0) await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length > 0 ? `Added:\n${added.join('\n')}` : 'Nothing is missing');
