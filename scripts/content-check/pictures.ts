import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { tellsPosition } from '#lib/positions/signs';
import { headOf, isPicture, kindOf } from '#server/media/kind';
import { due, type Finding, wrong } from './finding.ts';

/**
 * The pictures of the project that are none whatever their name says, so that no page could be built of them, and those
 * that tell where they were taken: whoever gets the project's files reads it.
 */
export async function checkPictures(root: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const file of glob('{src/assets,brand/pictures,public}/**/*.{jpg,jpeg,png,gif,webp,avif}', {
    cwd: root,
  })) {
    const bytes = await readFile(path.join(root, file));
    if (!isPicture(kindOf(headOf(bytes, bytes.length)) ?? ''))
      findings.push(wrong(file, 'It is no picture, whatever its name says. Save it anew as a JPEG, or delete it.'));
    else if (tellsPosition(bytes))
      findings.push(due(file, 'It tells where it was taken. Save it anew without its position.'));
  }
  return findings;
}
