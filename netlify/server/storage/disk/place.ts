import { join } from 'node:path';
import { StorageError } from '../port.ts';

/** Where a disk store lives. `staging` is on the same file system as `root`, so that links and renames work. */
export interface Place {
  readonly root: string;
  readonly staging: string;
}

/** A dot is in no key, so the staging folder is in no key's way. */
export const STAGING = '.staging';

export function placeOf(root: string): Place {
  return { root, staging: join(root, STAGING) };
}

/** Whether the file system refused with one of `codes`, such as `ENOENT`. */
export function refusedWith(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** Does `work` on the disk. A system call that fails becomes a `StorageError`; other errors pass. */
export async function onDisk<Result>({ root }: Place, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    const advice = 'Check that the folder is there, has room and belongs to the user who runs the server.';
    throw new StorageError(`The data folder ${root} failed: ${cause.message}. ${advice}`, { cause });
  }
}
