interface WithFrom {
  from<Chunk>(chunks: AsyncIterable<Chunk> | Iterable<Chunk>): ReadableStream<Chunk>;
}

/** A web stream of an iterable, read on demand. For Node: the browser's types do not know `from`, nor do all browsers. */
export const { from: streamOf } = ReadableStream as unknown as WithFrom;
