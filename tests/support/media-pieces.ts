/** The smallest pieces of films, made by hand: boxes, elements, chunks, and tracks of picture or others. */

export const text = (latin1: string) => Buffer.from(latin1, 'latin1');
export const joined = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? text(part) : part)));
export const repeated = (count: number, piece: Buffer) => Buffer.alloc(count * piece.length, piece);
export const uint32 = (number: number) => Buffer.from(Uint32Array.of(number).buffer).reverse();
const little = (number: number) => Buffer.from(Uint32Array.of(number).buffer);

export function box(type: string | Buffer, ...content: (Buffer | string)[]): Buffer {
  const inside = joined(...content);
  return joined(uint32(inside.length + 8), type, inside);
}
export const full = (type: string, ...content: (Buffer | string)[]) => box(type, uint32(0), ...content);

interface Track {
  readonly id?: number;
  readonly handler?: string;
  /** Offset of its only chunk. */
  readonly start: number;
  /** Of its only sample. */
  readonly bytes: number;
}

/** A track of one chunk with one sample; of picture, if nothing else is said. */
export const track = ({ id = 1, handler = 'vide', start, bytes }: Track, ...boxes: Buffer[]) =>
  trackOf(
    { id, handler },
    [
      full('stsc', ...[1, 1, 1, 1].map(uint32)),
      full('stsz', uint32(bytes), uint32(1)),
      full('stco', uint32(1), uint32(start)),
    ],
    ...boxes,
  );

/** A track with this sample table. */
export const trackOf = ({ id, handler }: { id: number; handler: string }, table: Buffer[], ...boxes: Buffer[]) =>
  box(
    'trak',
    full('tkhd', Buffer.alloc(8), uint32(id)),
    ...boxes,
    box('mdia', full('hdlr', uint32(0), handler), box('minf', box('stbl', ...table))),
  );

/** An element of a Matroska file; `size` if it should lie. */
export function element(id: string, content: Buffer | string, size?: string): Buffer {
  const inside = joined(content);
  return joined(
    Buffer.from(id, 'hex'),
    size ? Buffer.from(size, 'hex') : joined('\x08', uint32(inside.length)),
    inside,
  );
}
export const ebml = text(
  '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm\x42\x87\x81\x04\x42\x85\x81\x02',
);
/** A track, and a block of one; of picture and the first, if nothing else is said. */
export const trackEntry = (number = '\x01', type = '\x01') =>
  element('ae', joined(element('d7', number), element('83', type)));
export const blockOf = (content: Buffer | string, number = '\x81', id = 'a3') =>
  element(id, joined(number, '\0\0\x80', content));

export function chunk(id: string, content: Buffer | string): Buffer {
  const inside = joined(content);
  return joined(id, little(inside.length), inside, Buffer.alloc(inside.length % 2));
}
const stream = (kind: string) => chunk('LIST', joined('strl', chunk('strh', joined(kind, Buffer.alloc(52)))));
/** An AVI with a stream of picture, one of texts, and a second of picture. */
export const avi = (chunks: readonly Buffer[], ...media: Buffer[]) =>
  chunk(
    'RIFF',
    joined(
      'AVI ',
      chunk('LIST', joined('hdrl', chunk('avih', Buffer.alloc(56)), stream('vids'), stream('txts'), stream('vids'))),
      ...chunks,
      chunk('LIST', joined('movi', chunk('00dc', Buffer.alloc(40, 3)), ...media)),
    ),
  );
