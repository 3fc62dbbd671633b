import { PART_BYTES } from '#contracts/media';

/** Reads a whole video in ranges, because an answer ends at 20 MB. Rejects if a range or the connection fails. */
export async function readFilm(url: string): Promise<Blob> {
  const ranges: Blob[] = [];
  let type = '';
  let read = 0;
  let total = 1;
  while (read < total) {
    const answer = await fetch(url, { headers: { Range: `bytes=${read}-${read + PART_BYTES - 1}` } });
    if (!answer.ok) throw new Error(`${url}: the film was refused with ${answer.status}`);
    const range = await answer.blob();
    ranges.push(range);
    type = range.type;
    read += range.size;
    total = lengthIn(answer) ?? read;
    if (range.size === 0) throw new Error(`${url}: a range of the film is empty`);
  }
  return new Blob(ranges, { type });
}

/** The total length from `Content-Range: bytes 0-4194303/9000000`; `null` means the answer is complete. */
function lengthIn({ headers }: Response): number | null {
  const length = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return length === undefined ? null : Number(length);
}
