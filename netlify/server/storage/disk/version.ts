import { randomUUID } from 'node:crypto';

/** What a version holds: a record, or bytes. */
export type Kind = 'json' | 'bytes';

/**
 * Names a version of some key, never twice: it is the version's file name and its etag.
 * It begins with the number of the process that wrote it, so that a sweep can tell whether the writer still runs.
 */
export function newVersion(kind: Kind): string {
  return `${process.pid}-${randomUUID()}.${kind}`;
}

const VERSION = /^\d+-[0-9a-f-]{36}\.(json|bytes)$/;

export function isVersion(name: string): boolean {
  return VERSION.test(name);
}

export function isOfKind(version: string, kind: Kind): boolean {
  return version.endsWith(`.${kind}`);
}

/** The process that wrote a version, or left a file of that beginning; `NaN` when the name is not ours. */
export function writerOf(name: string): number {
  return Number.parseInt(name, 10);
}
