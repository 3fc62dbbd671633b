import type { Blanked, Piece as Box } from './blanked.ts';

/* Boxes of an ISO media or QuickTime file (ISO 14496-12, 4.2). */

const HEADER = 8;
const LARGE_HEADER = 16;
/** A fragmented film has dozens for each second. */
const STEP = 0.5;

export function* boxesIn(file: Blanked, { content, end }: Box): Generator<Box> {
  let at = content;
  while (at + HEADER <= end) {
    file.step(STEP);
    const box = readBox(file, at, end);
    yield box;
    at = box.end;
  }
}

/** The first box at the end of this path of types. */
export function findBox(file: Blanked, holder: Box, ...path: readonly string[]): Box | undefined {
  const [type, ...rest] = path;
  if (type === undefined) return holder;
  for (const box of boxesIn(file, holder)) if (box.type === type) return findBox(file, box, ...rest);
  return undefined;
}

/** The box at `start`. A box that is cut off ends at `max`. */
function readBox(file: Blanked, start: number, max: number): Box {
  const size = file.uint32(start);
  const content = start + (size === 1 ? LARGE_HEADER : HEADER);
  const length = size === 1 ? file.uint64(start + HEADER) : size;
  const end = size === 0 ? max : Math.min(start + length, max);
  if (end < content) return { type: '', start, content: start + HEADER, end: max };
  return { type: file.type(start + 4), start, content, end };
}
