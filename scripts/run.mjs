/**
 * Installs missing packages and runs a script on the project's Node. Itself needs no package, and an older Node reads it
 * as far as the sentence that says which is needed.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants as modes, existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  stop(`Node 20.19 or newer is needed, and this is ${process.versions.node}. Install one from https://nodejs.org`);

const root = resolve(import.meta.dirname, '..');
const modules = join(root, 'node_modules');
const ownNode = join(modules, 'node/bin/node');
const [script = '', ...args] = process.argv.slice(2);

process.chdir(root);
const isMissing = !isInstalled();
if (isMissing || /^scripts\/(build|dev|start|test)\.ts$/.test(script)) {
  // What cannot be written is told before it has taken minutes.
  for (const folder of [root, join(root, 'dist'), join(root, '.netlify')].filter(existsSync)) {
    try {
      accessSync(folder, modes.W_OK);
    } catch (error) {
      stop(`The site cannot be built: ${folder} cannot be written (${error.code}).`);
    }
  }
}
if (isMissing) await install();
run(projectNode());

/** @param {string} sentence */
function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Compares npm's record of `node_modules` with the lockfile. */
function isInstalled() {
  const expected = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!existsSync(ownNode) || !present) return false;
  return Object.entries(expected ?? {}).every(([folder, entry]) => {
    if (folder === '' || (entry.optional && !present[folder])) return true;
    return present[folder]?.version === entry.version && present[folder]?.integrity === entry.integrity;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

/** npm must not run on the Node that it replaces. CI installs a browser meanwhile, on idle processors. */
async function install() {
  console.log('Installing what package-lock.json says…');
  const outside = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(modules));
  const env = { ...process.env, PATH: outside.join(delimiter) };
  const needsBrowser = process.env.CI && script === 'scripts/test.ts';
  const browser = needsBrowser && exitCode(process.execPath, ['scripts/debian-chromium.mjs'], env);
  const code = await exitCode('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], env);
  if (code !== 0) process.exit(code);
  await browser;
}

function exitCode(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env });
    child.on('error', ({ message }) => {
      console.error(`${command} could not be started: ${message}`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function projectNode() {
  if (existsSync(ownNode)) return ownNode;
  if (major >= 24) return process.execPath;
  stop('The package `node` brought no program for this machine: please install Node 24.');
}

/** Forwards signals to the script and exits with its code. */
function run(node) {
  const PATH = [join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter);
  const needsContent = /^scripts\/(build|content-check|dev|start|test)\.ts$/.test(script);
  const first = needsContent ? ['--import', pathToFileURL(join(root, 'scripts/mistakes-first.ts')).href] : [];
  const child = spawn(node, [...first, join(root, script), ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) stopWithParent(child);
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** npm signals only its shell, which exits without telling us. Then our parent process changes. */
function stopWithParent(child) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 200);
}
