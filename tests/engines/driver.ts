/** What a browser of another engine does for a test; each speaks a protocol of the W3C, without a library. */
export interface Driver {
  /** The browser and its version. */
  readonly name: string;
  open(url: string): Promise<void>;
  /** Calls a function in the page, which may use nothing but its parameters; these and its result go as JSON. */
  call<Result, Given extends readonly unknown[]>(run: (...given: Given) => Result, ...given: Given): Promise<Result>;
  /** Pointer and keys, in the words of "Actions" (w3.org/TR/webdriver2/#actions), which both protocols share. */
  act(sources: readonly InputSource[]): Promise<void>;
  /** Gives files to the field that a selector finds. */
  giveFiles(selector: string, paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

type InputSource =
  | { type: 'pointer'; id: string; parameters: { pointerType: 'mouse' }; actions: readonly object[] }
  | { type: 'key'; id: string; actions: readonly object[] };

/** CSS pixels. */
export const WINDOW = { width: 1280, height: 900 };

/** ms. A busy machine takes its time. */
const TIMEOUT = 30_000;
const PAUSE = 100;

/** Asks until it is told something; throws with what it waited for, and why the last try failed. */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | null | undefined | false>,
): Promise<Found> {
  let cause: unknown;
  for (const end = Date.now() + TIMEOUT; Date.now() < end; ) {
    // A page that is about to be left answers nothing.
    const found = await look().catch((error: unknown) => {
      cause = error;
      return null;
    });
    if (found) return found;
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  throw new Error(`Waited in vain: ${what}`, { cause });
}
