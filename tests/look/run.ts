/**
 * `npm run look -- <commit>`: how every screen looked at that commit and how it looks with the files as they are now.
 * Builds the commit in a worktree, takes its pictures, then compares those of the present build with them
 * (`toHaveScreenshot`). `.netlify/look/report/index.html` shows what differs. It ends well whatever differs.
 * Playwright gets the other arguments: `npm run look -- main --project=375 -g booking`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/command.ts';

const [commit, ...rest] = process.argv.slice(2);
if (!commit) {
  console.error('Name a commit to compare with: npm run look -- main');
  process.exit(1);
}
const look = path.join(root, '.netlify/look');
const old = path.join(look, 'before');

const lockfile = (folder: string) => readFileSync(path.join(folder, 'package-lock.json'));
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
if (existsSync(old)) git('worktree', 'remove', '--force', old);
rmSync(look, { recursive: true, force: true });
git('worktree', 'prune');
git('worktree', 'add', '--detach', old, commit);
try {
  if (lockfile(old).equals(lockfile(root))) linkPackages();
  build(old);
  build(root);
  take(old, '--update-snapshots=all');
  take(root, '--update-snapshots=none');
  console.log(`What differs: ${path.join(look, 'report/index.html')}`);
} finally {
  git('worktree', 'remove', '--force', old);
}

/** The packages that are installed here, one by one: what is made beside them (`.astro`) is each build's own. */
function linkPackages(): void {
  mkdirSync(path.join(old, 'node_modules'));
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (['.astro', '.cache', '.vite'].includes(name)) continue;
    symlinkSync(path.join(root, 'node_modules', name), path.join(old, 'node_modules', name));
  }
}

/** `run.mjs` installs the packages where another version asks for others. */
function build(folder: string): void {
  execFileSync(process.execPath, ['scripts/run.mjs', 'scripts/build.ts'], { cwd: folder, stdio: 'inherit' });
}

function take(folder: string, mode: string): void {
  const args = ['playwright', 'test', '--config=tests/look/playwright.config.ts', mode, ...rest];
  const env = { ...process.env, LOOK_FOLDER: folder, PW_DISABLE_TS_ESM: '1' };
  spawnSync('npx', args, { cwd: root, env, stdio: 'inherit' });
}
