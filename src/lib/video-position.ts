/** A box of an ISO media or QuickTime file (ISO 14496-12, 4.2). Offsets in bytes. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

const HEADER = 8;
const LARGE_HEADER = 16;
/** Boxes that may contain a position. */
const HOLDERS = new Set(['moov', 'trak', 'udta', 'ilst']);
/** `©xyz` (QuickTime, Android, iTunes) and `loci` (3GPP TS 26.244, 8.10). */
const POSITIONS = new Set(['\xa9xyz', 'loci']);
/** Apple's `com.apple.quicktime.location.ISO6709` and its accuracy. */
const POSITION_KEY = 'quicktime.location';

/** Blanks a video's position and keeps its length. Returns other files unchanged. Reads only the index. */
export async function withoutPosition(film: Blob): Promise<Blob> {
  const moov = await findMoov(film);
  if (!moov) return film;
  const bytes = await readBytes(film, moov);
  if (!blankPositions(bytes)) return film;
  return new Blob([film.slice(0, moov.start), bytes, film.slice(moov.end)], { type: film.type });
}

export interface Pieces {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** True if a video contains its position. Reads only its index. */
export async function hasPosition(film: Pieces): Promise<boolean> {
  const moov = await findMoov(film);
  return moov !== null && blankPositions(await readBytes(film, moov));
}

async function readBytes(film: Pieces, { start, end }: Box): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await film.slice(start, end).arrayBuffer());
}

async function findMoov(film: Pieces): Promise<Box | null> {
  let start = 0;
  while (start + HEADER <= film.size) {
    const head = await film.slice(start, start + LARGE_HEADER).arrayBuffer();
    const box = readBox(new DataView(head), 0, film.size - start);
    if (!box) return null;
    if (box.type === 'moov') return { ...box, start, content: start + box.content, end: start + box.end };
    start += box.end;
  }
  return null;
}

/** Blanks all positions in `bytes`. Returns `true` if there was one. */
export function blankPositions(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

  function blankIn(start: number, end: number): boolean {
    return boxesIn(view, start, end)
      .map((box) => {
        if (POSITIONS.has(box.type)) return blank(box);
        if (box.type === 'meta') return blankMeta(box);
        return HOLDERS.has(box.type) && blankIn(box.content, box.end);
      })
      .some(Boolean);
  }

  /** Turns the box into a `free` box of the same length. */
  function blank({ start, content, end }: Box): true {
    bytes.set(latin1('free'), start + 4);
    bytes.fill(0, content, end);
    return true;
  }

  /** QuickTime metadata: a list of names, and values with the numbers of their names. */
  function blankMeta(meta: Box): boolean {
    // An ISO box begins with four bytes of version and flags; a QuickTime box does not.
    const isPlain = textAt(view, meta.content + 4) === 'hdlr';
    const boxes = boxesIn(view, meta.content + (isPlain ? 0 : 4), meta.end);
    const keys = boxes.find(({ type }) => type === 'keys');
    const values = boxes
      .filter(({ type }) => type === 'ilst')
      .flatMap(({ content, end }) => boxesIn(view, content, end));
    const numbers = keys ? positionKeys(view, keys) : [];
    return values
      .filter((value) => POSITIONS.has(value.type) || numbers.includes(view.getUint32(value.start + 4)))
      .map((value) => blankValue(value))
      .some(Boolean);
  }

  /** Keeps the 8 bytes of type and language in the `data` box and fills the rest with spaces. */
  function blankValue(value: Box): boolean {
    for (const data of boxesIn(view, value.content, value.end)) {
      if (data.type === 'data') bytes.fill(0x20, Math.min(data.content + 8, data.end), data.end);
    }
    return true;
  }

  return blankIn(0, bytes.byteLength);
}

/** The numbers, from 1, of the position names. */
function positionKeys(view: DataView, { content, end }: Box): number[] {
  // Skips version, flags and count. Each name is a box whose type is its namespace.
  return boxesIn(view, content + 8, end).flatMap((key, index) => {
    const name = String.fromCharCode(
      ...new Uint8Array(view.buffer, view.byteOffset + key.content, key.end - key.content),
    );
    return name.includes(POSITION_KEY) ? [index + 1] : [];
  });
}

function boxesIn(view: DataView, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (at + HEADER <= end) {
    const box = readBox(view, at, end);
    if (!box) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The box at `start`, which may end at `max`, or `null`. */
function readBox(view: DataView, start: number, max: number): Box | null {
  if (start + HEADER > view.byteLength) return null;
  const size = view.getUint32(start);
  const isLarge = size === 1;
  if (isLarge && start + LARGE_HEADER > view.byteLength) return null;
  const header = isLarge ? LARGE_HEADER : HEADER;
  const length = isLarge ? Number(view.getBigUint64(start + HEADER)) : size;
  const end = size === 0 ? max : start + length;
  if (end < start + header || end > max) return null;
  return { type: textAt(view, start + 4), start, content: start + header, end };
}

function textAt(view: DataView, offset: number): string {
  if (offset + 4 > view.byteLength) return '';
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)));
}

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
