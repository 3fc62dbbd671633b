import { glob, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** A picture that Astro has made: the name and the hash of its source, then a hash of how it was made. */
const MADE = /([\w-]+\.[\w-]{5})[\w-]{3}_\w+(\.(?:avif|webp))/;

/**
 * Names the made pictures by their widths, where Astro names them by hashes: those do not compress, and a long page has a
 * hundred of them. Of the hash of the source as much stays in the name as tells one picture of that name from the one
 * before it. Throws where two of them would be one.
 */
export async function nameByWidth(folder: string): Promise<void> {
  const names = new Map<string, string>();
  for await (const file of glob('_astro/*.{avif,webp}', { cwd: folder })) {
    const [made, source, extension] = MADE.exec(path.basename(file)) ?? [];
    if (!made) continue;
    const { width } = await sharp(path.join(folder, file)).metadata();
    const name = `${source}_${width}${extension}`;
    if ([...names.values()].includes(name)) throw new Error(`Two pictures would be called ${name}`);
    names.set(made, name);
    await rename(path.join(folder, file), path.join(folder, '_astro', name));
  }
  for await (const file of glob('**/*.{html,json}', { cwd: folder })) {
    const text = await readFile(path.join(folder, file), 'utf8');
    const named = text.replaceAll(new RegExp(MADE, 'g'), (made) => names.get(made) ?? made);
    if (named !== text) await writeFile(path.join(folder, file), named);
  }
}
