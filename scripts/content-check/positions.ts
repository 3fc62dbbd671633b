import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { tellsPosition } from '#lib/positions/signs';
import { due, type Finding } from './finding.ts';

/** The pictures of the project that tell where they were taken: whoever gets the project's files reads it. */
export async function checkPositions(root: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const file of glob('{src/assets,brand/pictures,public}/**/*.{jpg,jpeg,png,webp,avif}', { cwd: root })) {
    if (tellsPosition(await readFile(path.join(root, file))))
      findings.push(due(file, 'It tells where it was taken. Save it anew without its position.'));
  }
  return findings;
}
