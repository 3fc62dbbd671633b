import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { samples } from '#tests/support/sample-media';
import { expect, signIn, test as owners } from '#tests/e2e/gallery-site';

export { expect, files } from '#tests/e2e/gallery-site';
const root = path.resolve(import.meta.dirname, '../../..');

export type Editor = Awaited<ReturnType<typeof openEditor>>;

/** A copy of what the editor writes to, and the editor itself with a checkout in the browser's own files. */
export const test = owners.extend<{ editor: Editor; copy: string }>({
  editor: async ({ page }, use) => use(await openEditor(page)),
  copy: async ({ browserName: _ }, use) => {
    const copy = await mkdtemp(path.join(tmpdir(), 'editor-'));
    await mkdir(path.join(copy, 'src'));
    for (const folder of ['src/content', 'src/assets', 'src/pages', 'brand']) {
      await cp(path.join(root, folder), path.join(copy, folder), { recursive: true });
    }
    await use(copy);
    await rm(copy, { recursive: true });
  },
});

/** What moves, and what is blurred or greyed, is drawn again for each frame, without a graphics card. */
const STILL = `*, ::before, ::after {
  animation: none !important;
  transition: none !important;
  filter: none !important;
  backdrop-filter: none !important;
}`;

/** The editor before anybody has signed in to it. */
async function openEditor(page: Page) {
  const known = await readCheckout();
  await signIn(page.request);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
    // With it the editor draws what is open a frame or seconds later, when a test may be two pages further.
    Object.assign(document, { startViewTransition: undefined });
  });
  await page.goto('/admin/content');
  await page.addStyleTag({ content: STILL });
  const files = [...known].map(([file, content]) => [file, content.toString('base64')] as const);
  await page.evaluate(putIntoBrowser, files);
  await page.getByRole('button', { name: 'Work with Local Repository' }).click();
  await expect(page.getByRole('treeitem', { name: 'Guides' })).toBeVisible();
  // The editor draws a field when it comes into view. What it shows before that moves: in a window so high, at a cost.
  await page.setViewportSize({ width: 1280, height: 2000 });
  let readAt = await page.evaluate(() => Date.now());
  const saving = page.getByRole('button', { name: 'Save' });
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  return {
    /** What the browser said on its console of errors. */
    refused,
    /** Opens the list of a collection, then an entry of it, or a new one (`new`), by words at the top of its form. */
    async open(collection: string, entry: string, heading = ''): Promise<void> {
      await page.goto(`/admin/content#/collections/${collection}`);
      await expect(page.getByRole('button', { name: 'Cancel Editing' })).toBeHidden();
      await page.goto(`/admin/content#/collections/${collection}/${entry === 'new' ? 'new' : `entries/${entry}`}`);
      await expect(page.getByRole('toolbar', { name: 'Primary' })).toContainText(heading);
      await expect(page.getByRole('group', { name: /^Edit .* Content$/ })).toBeVisible();
    },
    field,
    saving,
    /** Saves what is open. Then the editor goes back to the list by itself. */
    async save(): Promise<void> {
      await saving.click();
      await expect(page).toHaveURL(/#\/collections\/[\w-]+$/);
    },
    /** Writes the files that have changed in the browser since this was asked before into `folder`; resolves to which. */
    async written(folder: string): Promise<string[]> {
      const found = await page.evaluate(readFromBrowser, readAt);
      readAt = await page.evaluate(() => Date.now());
      const changed: string[] = [];
      for (const [file, base64] of Object.entries(found)) {
        const bytes = Buffer.from(base64, 'base64');
        if (known.get(file)?.equals(bytes)) continue;
        known.set(file, bytes);
        changed.push(file);
        await writeFile(path.join(folder, file), bytes);
      }
      return changed.toSorted();
    },
  };
}

/** The texts of the checkout, and in place of each of its pictures a small one: the editor reads them all, many times. */
async function readCheckout(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const picture = Buffer.from((await samples['jpg']?.()) ?? []);
  for await (const file of glob('{src/content,src/assets,brand}/**/*.{md,json,jpg}', { cwd: root })) {
    files.set(file, file.endsWith('.jpg') ? picture : await readFile(path.join(root, file)));
  }
  return files;
}

/** What a file's handle can do in a worker alone, so that a page's types do not name it. */
interface InWorker extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<{ write(bytes: Uint8Array): number; close(): void }>;
}

/**
 * In the browser: fills its own files, given in base64, as a picker of folders would give them. A worker may write them at
 * once; a page writes each to a copy first, and moves that.
 */
async function putIntoBrowser(files: readonly (readonly [file: string, base64: string])[]): Promise<void> {
  async function put(all: typeof files): Promise<void> {
    const top = await navigator.storage.getDirectory();
    await top.getDirectoryHandle('.git', { create: true });
    for (const [file, base64] of all) {
      const parts = file.split('/');
      const name = parts.pop() ?? '';
      let folder = top;
      for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
      const handle = (await folder.getFileHandle(name, { create: true })) as InWorker;
      const opened = await handle.createSyncAccessHandle();
      opened.write(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
      opened.close();
    }
  }
  const program = `onmessage = ({ data }) => (${String(put)})(data).then(() => postMessage(null), (error) => postMessage(String(error)))`;
  const worker = new Worker(URL.createObjectURL(new Blob([program])));
  const failure = await new Promise((done) => {
    worker.onmessage = ({ data }) => done(data);
    worker.postMessage(files);
  });
  worker.terminate();
  if (failure) throw new Error(String(failure));
}

/** In the browser: its files that were written at that moment (ms) or later, in base64, by their paths. */
async function readFromBrowser(since: number): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  async function read(folder: FileSystemDirectoryHandle, prefix: string): Promise<void> {
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === 'directory') await read(handle as FileSystemDirectoryHandle, `${prefix}${name}/`);
      else {
        const file = await (handle as FileSystemFileHandle).getFile();
        if (file.lastModified < since) continue;
        const bytes = new Uint8Array(await file.arrayBuffer());
        found[prefix + name] = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      }
    }
  }
  await read(await navigator.storage.getDirectory(), '');
  return found;
}
