import { glob, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A candidate of a `srcset`: the picture's own name and hash, Astro's hash of the width, and the width. */
const CANDIDATE = /(\/_astro\/[\w-]+\.[\w-]{8})_\w+(\.avif) (\d+)w/g;

/**
 * Names the widths of pictures by their widths, where Astro names them by hashes: those do not compress, and a long page
 * has a hundred of them. The hash of the picture itself stays in the name. Throws where two files would be one.
 */
export async function nameByWidth(folder: string): Promise<void> {
  const names = new Map<string, string>();
  for await (const file of glob('**/*.{html,json}', { cwd: folder })) {
    const text = await readFile(path.join(folder, file), 'utf8');
    const named = text.replace(CANDIDATE, (candidate, name: string, extension: string, width: string) => {
      const [address = ''] = candidate.split(' ');
      const short = `${name}_${width}${extension}`;
      if ((names.get(short) ?? address) !== address) throw new Error(`Two pictures would be called ${short}`);
      names.set(short, address);
      return `${short} ${width}w`;
    });
    if (named !== text) await writeFile(path.join(folder, file), named);
  }
  for (const [short, address] of names) await rename(path.join(folder, address), path.join(folder, short));
}
