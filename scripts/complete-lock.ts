/**
 * `npm run lock`: npm omits packages of other platforms that it could not fetch, and then `npm ci` refuses the file.
 * Run it after each `npm install`; tests/lockfile.test.ts detects if you forget.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './command.ts';
import { completeLock, findUnverified, type Lockfile } from './lockfile.ts';

const file = path.join(root, 'package-lock.json');
const lock: Lockfile = JSON.parse(await readFile(file, 'utf8'));
const added = completeLock(lock);
for (const { folder, name, version } of findUnverified(lock)) {
  const integrity = await checksumOf(`${name}@${version}`);
  if (!integrity) continue;
  lock.packages[folder] = { version, integrity, ...lock.packages[folder] };
  added.push(`the checksum of ${name} ${version}`);
}
const unverified = findUnverified(lock).map(({ name }) => name);
if (unverified.length > 0) console.log(`The registry has no checksum of:\n${unverified.join('\n')}`);
if (added.length > 0) await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length > 0 ? `Added:\n${added.join('\n')}` : 'Nothing is missing');

async function checksumOf(named: string): Promise<string | null> {
  const asked = promisify(execFile)('npm', ['view', named, 'dist.integrity'], { cwd: root });
  const { stdout } = await asked.catch(() => ({ stdout: '' }));
  return stdout.trim() || null;
}
