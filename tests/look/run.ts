/**
 * `npm run look -- <commit>`: how every screen looked at that commit and how it looks with the files as they are now.
 * Builds the commit in a worktree, takes its pictures, then compares those of the present build with them
 * (`toHaveScreenshot`). `.netlify/look/report/index.html` shows what differs. It ends well whatever differs.
 * Playwright gets the other arguments: `npm run look -- main --project=375 -g booking`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { linkPackages } from '#tests/support/repository-copy';
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
try {
  git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`);
} catch {
  console.error(`There is no commit ${commit}. Name one to compare with: npm run look -- main`);
  process.exit(1);
}
if (existsSync(old)) git('worktree', 'remove', '--force', old);
rmSync(look, { recursive: true, force: true });
git('worktree', 'prune');
git('worktree', 'add', '--detach', old, commit);
try {
  if (lockfile(old).equals(lockfile(root)))
    await linkPackages(path.join(root, 'node_modules'), path.join(old, 'node_modules'));
  build(old);
  build(root);
  take(old, '--update-snapshots=all');
  take(root, '--update-snapshots=none');
  console.log(`What differs: ${path.join(look, 'report/index.html')}`);
} finally {
  git('worktree', 'remove', '--force', old);
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
