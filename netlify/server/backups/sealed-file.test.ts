import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { BackupFault, sealed, unsealed } from './sealed-file.ts';

const secret = 'a key of twenty letters';

async function* linesOf(...lines: string[]) {
  yield* lines;
}

const file = await buffer(sealed(linesOf('one\n', 'zwei \u2028 é\n'), secret));

test('a backup opens with its key, and tells nothing without it', async () => {
  expect(await unsealed(file, secret)).toBe('one\nzwei \u2028 é\n');
  expect(file.includes('zwei')).toBe(false);
  // Two of the same lines have nothing in common but what names their kind.
  const other = await buffer(sealed(linesOf('one\n', 'zwei \u2028 é\n'), secret));
  expect(other.subarray(12).equals(file.subarray(12))).toBe(false);
});

test('a backup with one byte altered, cut anywhere or longer by a byte is refused whole', async () => {
  const altered = file.map((byte, at) => (at === file.length - 20 ? byte ^ 1 : byte));
  const wrong: [what: string, file: Buffer, words: RegExp][] = [
    ['no backup', Buffer.from('PK, a zip'), /is not a backup/],
    ['empty', Buffer.alloc(0), /is not a backup/],
    ['a later version', file.map((byte, at) => (at === 11 ? 2 : byte)) as Buffer, /is of version 2, which/],
    ['only its head', file.subarray(0, 60), /damaged or cut/],
    ['altered salt', file.map((byte, at) => (at === 12 ? byte ^ 1 : byte)) as Buffer, /in its first bytes/],
    ['altered nonce', file.map((byte, at) => (at === 30 ? byte ^ 1 : byte)) as Buffer, /damaged or cut/],
    ['altered text', altered as Buffer, /damaged or cut/],
    ['altered tag', file.map((byte, at) => (at === file.length - 1 ? byte ^ 1 : byte)) as Buffer, /damaged or cut/],
    ['cut', file.subarray(0, -1), /damaged or cut/],
    ['longer', Buffer.concat([file, Buffer.alloc(1)]), /damaged or cut/],
  ];
  for (const [what, bytes, words] of wrong) {
    const opening = unsealed(Buffer.from(bytes), secret);
    await expect(opening, what).rejects.toThrow(words);
    await expect(opening, what).rejects.toThrow(BackupFault);
  }
});

test('the wrong key is named as that', async () => {
  await expect(unsealed(file, 'another key of twenty')).rejects.toThrow('BACKUP_KEY is not the key of this backup');
});

test('lines that fail make no file', async () => {
  async function* failing() {
    yield 'one\n';
    throw new Error('The store does not answer');
  }
  await expect(buffer(sealed(failing(), secret))).rejects.toThrow('The store does not answer');
});
