/**
 * Installs Chromium's headless shell, which needs half the processor time, and a font like Arial, on which our fallback
 * fonts are based: without it pages shift. Only on Debian as root. Needs only Node 20 and no package.
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

/** Shows apt's output only if it fails. Waits for another installation. */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Use-Pty=0'];
  const { status, stdout, stderr } = spawnSync('apt-get', [...options, ...args], { env, encoding: 'utf8' });
  if (status !== 0) console.error(`${stdout ?? ''}${stderr ?? ''}apt-get ${args.join(' ')} failed.`);
}
