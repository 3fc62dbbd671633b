/**
 * Installs what Debian has for browser tests, if this is a Debian whose user may: Chromium without its window, the same
 * engine at half the processor time, and a typeface like Arial, as the fallbacks of our typefaces are matched to it (Debian
 * alone brings none, and a page would move as theirs come). Begins beside `npm ci`: it runs on any Node from 20 up, and
 * needs no package.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

if (process.getuid?.() === 0 && isDebian()) {
  console.log('Installing Chromium with apt-get…');
  apt('update', '-qq');
  apt('install', '-qq', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation');
}

function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** What it says is shown if it fails. Another one that installs is waited for. */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Use-Pty=0'];
  const { status, stdout, stderr } = spawnSync('apt-get', [...options, ...args], { env, encoding: 'utf8' });
  if (status !== 0) console.error(`${stdout ?? ''}${stderr ?? ''}apt-get ${args.join(' ')} failed.`);
}
