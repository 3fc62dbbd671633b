/** What comes of the work; nothing where it throws, as a browser's storage does that is blocked or full. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
