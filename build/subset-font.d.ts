declare module 'subset-font' {
  /** The glyphs of `text`, with their ligatures and variants, as a font file. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { readonly targetFormat: 'woff2' },
  ): Promise<Uint8Array>;
}
