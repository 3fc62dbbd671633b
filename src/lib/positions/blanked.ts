import { tellsPosition, textOf } from './signs.ts';

/** In bytes. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Steps through a file, far more than a camera's file takes. */
const MAX_STEPS = 50_000;
/** A look into a piece of metadata takes as long as so many steps. */
const LOOK_STEPS = 25;

/**
 * A file whose positions are blanked in place. A write that changes no byte is not counted, so a blanked file comes
 * back untouched.
 */
export class Blanked {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly changed: Range[] = [];
  #stepsLeft = MAX_STEPS;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  /** Goes on to the next piece of the file. False if the file has too many to look into. */
  step(steps = 1): boolean {
    this.#stepsLeft -= steps;
    return this.#stepsLeft >= 0;
  }

  text(start: number, end: number): string {
    return textOf(this.bytes.subarray(start, end));
  }

  tells({ start, end }: Range): boolean {
    this.#stepsLeft -= LOOK_STEPS;
    return tellsPosition(this.bytes.subarray(start, end));
  }

  write(start: number, content: ArrayLike<number>): void {
    const end = start + content.length;
    const old = this.bytes.subarray(start, end);
    if (old.every((byte, index) => byte === content[index])) return;
    this.bytes.set(content, start);
    this.changed.push({ start, end });
  }

  fill({ start, end }: Range, byte: number): void {
    const range = this.bytes.subarray(start, end);
    if (range.every((old) => old === byte)) return;
    range.fill(byte);
    this.changed.push({ start, end });
  }
}

export const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
