/** A child process's record of a round: large, and its end shows that it is whole. */
export function payloadOf(name: string, round: number): { name: string; round: number; text: string; end: true } {
  return { name, round, text: `${name} wrote this in round ${round}. `.repeat(700 + (round % 50) * 10), end: true };
}

/** Each process's count. */
export type Tally = Readonly<Record<string, number>>;

export function tallyOf(value: unknown): Tally {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
