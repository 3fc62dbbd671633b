import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Unpacks a zip file by its central directory (APPNOTE 4.3.12): stored and deflated entries, no ZIP64. */
export async function unzip(zip: Buffer, folder: string): Promise<void> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('Not a zip file');
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('The zip file is damaged');
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (!name.endsWith('/')) await writeEntry(path.join(folder, name), contentOf(zip, at));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}

/** The bytes of the entry whose directory record is at `at`. */
function contentOf(zip: Buffer, at: number): Buffer {
  const local = zip.readUInt32LE(at + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
  return zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
}

async function writeEntry(location: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(location), { recursive: true });
  await writeFile(location, content);
}
