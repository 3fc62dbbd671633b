/** In bytes. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A box of an ISO media file or a chunk of an AVI. The type of the file itself, and of bytes that are no box, is empty. */
export interface Piece extends Range {
  readonly type: string;
  readonly content: number;
}

/** Steps through a file, far more than a camera's file takes. */
const MAX_STEPS = 50_000;

/** Thrown while a file is blanked that cannot be looked into: it has too many pieces, or lacks one. */
export class Unreadable extends Error {}

/**
 * A file that is blanked in place. A write that changes no byte is not counted, so a blanked file comes back untouched.
 */
export class Blanked {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly view: DataView;
  readonly changed: Range[] = [];
  #stepsLeft = MAX_STEPS;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.length = bytes.length;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Goes on to the next piece of the file. */
  step(steps = 1): void {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0) throw new Unreadable();
  }

  /** The four characters of a box's or chunk's type. */
  type(at: number): string {
    const code = this.uint32(at);
    return String.fromCharCode(code >>> 24, (code >>> 16) & 255, (code >>> 8) & 255, code & 255);
  }

  /** A big-endian number; 0 outside of the file, which may promise more than it has. */
  uint32(at: number): number {
    return at >= 0 && at + 4 <= this.length ? this.view.getUint32(at) : 0;
  }

  littleUint32(at: number): number {
    return at + 4 <= this.length ? this.view.getUint32(at, true) : 0;
  }

  /** Throws if these bytes are not all there. */
  piece(start: number, end: number): Uint8Array {
    this.step();
    if (start < 0 || end > this.length) throw new Unreadable();
    return this.bytes.subarray(start, end);
  }

  uint64(at: number): number {
    return this.uint32(at) * 2 ** 32 + this.uint32(at + 4);
  }

  write(start: number, content: ArrayLike<number>): void {
    const end = start + content.length;
    const old = this.bytes.subarray(start, end);
    if (old.every((byte, index) => byte === content[index])) return;
    this.bytes.set(content, start);
    this.changed.push({ start, end });
  }

  clear({ start, end }: Range): void {
    const range = this.bytes.subarray(start, end);
    if (range.every((byte) => byte === 0)) return;
    range.fill(0);
    this.changed.push({ start, end });
  }
}

export const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

/** A number of 32 bits as bytes. */
export const bigEndian = (number: number) => [24, 16, 8, 0].map((bits) => (number >>> bits) & 255);
