/** The result of the work, or `undefined` if it throws, as blocked or full browser storage does. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
