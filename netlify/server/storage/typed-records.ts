import {
  getOrDamaged,
  isThere,
  readEvery,
  type Schema,
  shaped,
  StorageError,
  type Store,
  type Stored,
  writeOver,
} from './port.ts';

/** A kind of record. */
interface Kind<Value> {
  /** A whole key, whose only name is `''`; or a folder with its slash. */
  readonly place: string;
  /** As kept. With `keptObject` a change keeps the fields that only a newer version of the site knows. */
  readonly schema: Schema<Value>;
  /** A damaged record counts as none, and is written over. Absent: it throws `UnreadableRecord` until it is restored. */
  readonly isReplaceable?: true;
}

/** The records of one kind, each by its name: the end of its key. */
export function recordsOf<Value>(store: Store, { place, schema, isReplaceable }: Kind<Value>) {
  const look = (name: string) => (isReplaceable ? getOrDamaged(store, place + name) : store.get(place + name));
  const parse = (name: string, { value }: Stored): Value | null =>
    isReplaceable ? ((schema.safeParse(value) as { data?: Value }).data ?? null) : shaped(schema, place + name, value);
  const nameOf = (key: string) => key.slice(place.length);

  /** The record now. A replaceable one that is damaged has no value, but its etag. */
  async function find(name: string): Promise<Version<Value>> {
    const stored = await look(name);
    return { value: stored && parse(name, stored), etag: stored?.etag ?? null };
  }

  return {
    find,
    async read(name: string): Promise<Value | null> {
      return (await find(name)).value;
    },
    /** True if there is one, readable or not. */
    isThere(name: string) {
      return isThere(store, place + name);
    },
    /** All whose name `matches` and that can be read, by name, and the names of the others. */
    async list(matches: (name: string) => boolean = () => true) {
      const { records, unreadable } = await readEvery(store, place, schema, (key) => matches(nameOf(key)));
      return {
        records: records.map(({ key, ...version }) => ({ name: nameOf(key), ...version })),
        unreadable: unreadable.map(nameOf),
      };
    },
    /** The names that begin so, in order. Reads no record. */
    async names(beginning = ''): Promise<string[]> {
      return (await store.list(place + beginning)).map(({ key }) => nameOf(key));
    },
    /** Returns the etag, or `null` if there is one already. */
    create(name: string, value: Value) {
      return store.create(place + name, value);
    },
    /** Writes over the version `etag`. Returns the new etag, or `null` if that version is gone. */
    replace(name: string, value: Value, etag: string) {
      return store.replace(place + name, value, etag);
    },
    /** Writes in any case. */
    put(name: string, value: Value) {
      return store.put(place + name, value);
    },
    /**
     * Writes what `next` makes of the newest value (`null`: there is none), by compare-and-swap. Writes nothing if `next`
     * answers that value or `null`. Throws `StorageError` if others are faster again and again.
     */
    async change<Next extends Value | null>(
      name: string,
      next: (value: Value | null) => Next | Promise<Next>,
    ): Promise<Changed<Value, Next>> {
      return await untilFirst(place + name, async () => {
        const { value: before, etag: last } = await find(name);
        const after = await next(before);
        if (after === null || after === before) return { before, after, etag: last, isWritten: false };
        const etag = await writeOver(store, place + name, after, last);
        return etag === null ? undefined : { before, after, etag, isWritten: true };
      });
    },
    delete(name: string) {
      return store.delete(place + name);
    },
  };
}

/** The records of one kind. */
export type Records<Value> = ReturnType<typeof recordsOf<Value>>;

/** A record as it was read; `null` for none. */
export interface Version<Value> {
  readonly value: Value | null;
  readonly etag: string | null;
}

interface Changed<Value, Next> {
  readonly before: Value | null;
  /** What `next` has answered last. */
  readonly after: Next;
  /** Of the record now; `null` if there is none. */
  readonly etag: string | null;
  readonly isWritten: boolean;
}

/** A rush on one record has fewer writers at once. */
export const MAX_TRIES = 50;

/**
 * Repeats `attempt` while it answers `undefined`: another process was faster. Throws `StorageError` after `MAX_TRIES`. `what`
 * names the record.
 */
export async function untilFirst<Result>(
  what: string,
  attempt: (tries: number) => Promise<Result | undefined>,
): Promise<Result> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const result = await attempt(tries);
    if (result !== undefined) return result;
  }
  throw new StorageError(`Others have changed ${what} ${MAX_TRIES} times while this call was about to. Try again.`);
}
