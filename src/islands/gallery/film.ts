import { PART_BYTES } from '#contracts/media';

/**
 * A whole film, read range by range and joined: no answer of a function is longer than 20 MB.
 * Rejects when a range is refused or a connection fails.
 */
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

/** The whole length, of `Content-Range: bytes 0-4194303/9000000`; an answer without one is the whole film. */
function lengthIn({ headers }: Response): number | null {
  const length = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return length === undefined ? null : Number(length);
}
