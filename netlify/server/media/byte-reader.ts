/** The first bytes of a file, read by position. Beyond the end everything is absent and no text matches. */
export interface Head {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The whole file's size, of which these may be the first part alone. */
  readonly total: number;
}

export function headOf(bytes: Uint8Array, total: number): Head {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), total };
}

/** Whether Latin-1 `text` stands at `offset`. */
export function hasText({ bytes }: Head, offset: number, text: string): boolean {
  return textAt(bytes, offset, text.length) === text;
}

/** `length` bytes as Latin-1 text; shorter at the end. */
export function textAt(bytes: Uint8Array, offset: number, length: number): string {
  return Buffer.from(bytes.subarray(offset, offset + length)).toString('latin1');
}

/** Whether `length` bytes can be read at `offset`. */
export function reaches({ bytes }: Head, offset: number, length: number): boolean {
  return offset >= 0 && offset + length <= bytes.byteLength;
}
