/** What a child process writes in one round: large, and telling whether it is whole. */
export function payloadOf(name: string, round: number): { name: string; round: number; text: string; end: true } {
  return { name, round, text: `${name} wrote this in round ${round}. `.repeat(700 + (round % 50) * 10), end: true };
}

/** How often each process has counted. */
export type Tally = Readonly<Record<string, number>>;

export function tallyOf(value: unknown): Tally {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
