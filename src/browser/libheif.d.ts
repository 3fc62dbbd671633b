/** The part of libheif-js that we call: its own types name the functions of C. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface Pixels {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
  }
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Fills the pixels, and calls back with them, or with null. */
    display(pixels: Pixels, done: (pixels: Pixels | null) => void): void;
  }
  interface Libheif {
    readonly HeifDecoder: new () => { decode(file: ArrayBuffer): HeifImage[] };
  }
  export default function createLibheif(): Libheif;
}
