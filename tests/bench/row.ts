export interface Row {
  readonly what: string;
  readonly measured: number;
  readonly unit: 'ms' | 'kB';
  /** The limit, if any. */
  readonly max?: number;
}

export function isOver({ measured, max }: Row): boolean {
  return max !== undefined && measured > max;
}

/** Prints rows and marks those over their limits. */
export function printRows(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const row of rows) {
    const reach =
      row.max === undefined ? '' : `of ${Number(row.max.toFixed(2))} ${row.unit}${isOver(row) ? '  TOO MUCH' : ''}`;
    console.log(`${row.what.padEnd(width)}  ${row.measured.toFixed(1).padStart(8)} ${row.unit}  ${reach}`.trimEnd());
  }
}

/** At most this value: `share` (0 to 1) of the sorted values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
