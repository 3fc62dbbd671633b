import { join } from 'node:path';

/** File systems take names of 255 bytes, a key's segment may have 600: a longer one goes on in a folder below. */
const NAME_MOST_BYTES = 200;
/** Ends the name of a folder whose segment goes on below. It is in no key. */
const GOES_ON = '+';
const FOLDER_NAME = /^[a-z0-9-]+\+?$/;

/** The folder of a (checked) key. */
export function folderOf(root: string, key: string): string {
  return join(root, ...key.split('/').flatMap(foldersOfSegment));
}

function foldersOfSegment(segment: string): string[] {
  if (segment.length <= NAME_MOST_BYTES) return [segment];
  return [segment.slice(0, NAME_MOST_BYTES) + GOES_ON, ...foldersOfSegment(segment.slice(NAME_MOST_BYTES))];
}

export function isFolderName(name: string): boolean {
  return FOLDER_NAME.test(name);
}

/** Reads `folderOf` backwards: `beginning` is what the folders above spell, with its slash. */
export function spell(beginning: string, folderName: string): string {
  return folderName.endsWith(GOES_ON) ? beginning + folderName.slice(0, -GOES_ON.length) : `${beginning}${folderName}/`;
}
