declare module 'subset-font' {
  /** The glyphs of `text` and what they may turn into, as a font file of `targetFormat`. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { readonly targetFormat: 'woff2' },
  ): Promise<Uint8Array>;
}
