import { type Blanked, type Piece as Box, type Range, Unreadable } from './blanked.ts';
import { boxesIn, findBox } from './iso-box.ts';

/** Where the samples of a track lie in an ISO media or QuickTime file. A range may reach beyond the file's end. */

/**
 * The chunks of a track by its sample table (ISO 14496-12, 8.6 and 8.7). Reads no entry twice. Throws if a table is
 * missing: without it the track would be lost silently.
 */
export function* tableSamples(file: Blanked, table: Box): Generator<Range> {
  const [sizes, groups] = [findBox(file, table, 'stsz'), findBox(file, table, 'stsc')];
  const large = findBox(file, table, 'co64');
  const chunks = large ?? findBox(file, table, 'stco');
  if (!sizes || !groups || !chunks) throw new Unreadable();
  const size = file.uint32(sizes.content + 4);
  const fixed = size === 1 ? bytesOfSound(file, table) : size;
  const count = fixed ? file.uint32(sizes.content + 8) : entriesIn(file, { ...sizes, content: sizes.content + 4 }, 4);
  const chunkCount = entriesIn(file, chunks, large ? 8 : 4);
  const groupCount = entriesIn(file, groups, 12);
  let group = groups.content + 8;
  const lastGroup = group + 12 * (groupCount - 1);
  let sample = 0;
  for (let chunk = 0; chunk < chunkCount && sample < count && groupCount > 0; chunk += 1) {
    // A group begins with the number of its first chunk, counted from 1.
    while (group < lastGroup && file.uint32(group + 12) <= chunk + 1) group += 12;
    const inChunk = Math.min(file.uint32(group + 4), count - sample);
    const bytes = fixed ? Math.ceil(fixed * inChunk) : sum(file, sizes.content + 12 + 4 * sample, inChunk, 4);
    const start = large ? file.uint64(chunks.content + 8 + 8 * chunk) : file.uint32(chunks.content + 8 + 4 * chunk);
    yield { start, end: start + bytes };
    sample += inChunk;
  }
}

/** The entries of so many bytes that a box announces after its version and flags; no more than fit into it. */
function entriesIn(file: Blanked, { content, end }: Box, bytes: number): number {
  return Math.max(0, Math.min(file.uint32(content + 4), Math.floor((end - content - 8) / bytes)));
}

/** The sum of numbers that stand so many bytes apart. */
function sum(file: Blanked, start: number, count: number, apart: number): number {
  let total = 0;
  for (let index = 0; index < count; index += 1) total += file.uint32(start + index * apart);
  return total;
}

/** QuickTime's uncompressed sound has samples of "1 byte"; their description says how many bytes that means. */
function bytesOfSound(file: Blanked, table: Box): number {
  const entry = (findBox(file, table, 'stsd')?.content ?? file.length) + 8;
  const [inPacket, frameBytes] = [file.uint32(entry + 36), file.uint32(entry + 44)];
  if (file.uint32(entry + 16) >>> 16 === 1 && inPacket > 0 && frameBytes > 0) return frameBytes / inPacket;
  const channelsAndBits = file.uint32(entry + 24);
  return Math.max(1, ((channelsAndBits >>> 16) * (channelsAndBits & 0xffff)) / 8);
}

/**
 * The runs of a track in a fragment (ISO 14496-12, 8.8.7 and 8.8.8), with its `tfhd`. What neither that nor a run says:
 * samples are so many `bytes`, and begin at the `moof`, or at `next`.
 */
export function* fragmentSamples(
  file: Blanked,
  { fragment, header, moof }: { fragment: Box; header: Box; moof: Box },
  { bytes, next }: { bytes: number; next: number },
): Generator<Range> {
  const flags = file.uint32(header.content);
  const fields = header.content + 8;
  const size = flags & 0x10 ? file.uint32(fields + 8 * ones(flags & 0x1) + 4 * ones(flags & 0xa)) : bytes;
  const implied = flags & 0x2_0000 ? moof.start : next;
  const base = flags & 0x1 ? file.uint64(fields) : implied;
  let at = base;
  for (const run of boxesIn(file, fragment)) {
    if (run.type !== 'trun') continue;
    // The run's own offset may be negative.
    if (file.uint32(run.content) & 0x1) at = Math.max(0, base + (file.uint32(run.content + 8) | 0));
    const end = at + runBytes(file, run, size);
    yield { start: at, end };
    at = end;
  }
}

/** The bytes of a run's samples. Each may say its duration, size, flags and offset. */
function runBytes(file: Blanked, { content, end }: Box, size: number): number {
  const flags = file.uint32(content);
  const count = file.uint32(content + 4);
  if (!(flags & 0x200)) return count * size;
  const first = content + 8 + 4 * ones(flags & 0x5);
  const apart = 4 * ones(flags & 0xf00);
  const fitting = Math.max(0, Math.floor((end - first) / apart));
  return sum(file, first + (flags & 0x100 ? 4 : 0), Math.min(count, fitting), apart);
}

/** How many bits are set. */
function ones(flags: number): number {
  return flags.toString(2).replaceAll('0', '').length;
}
