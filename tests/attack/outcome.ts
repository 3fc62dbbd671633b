/** What came of an attack: one line of `npm run attack`. */
export class Outcome {
  tries = 0;
  /** What got through, in words. */
  readonly through: string[] = [];
  /** Figures beside the line. */
  readonly notes: string[] = [];

  /** Counts a try. If it was not held off, it got through. */
  held(isHeld: boolean, what: string): void {
    this.tries += 1;
    if (!isHeld) this.through.push(what);
  }

  /** Notes a figure of all tries together. A wrong one got through. */
  figure(what: string, measured: number, right: number): void {
    if (measured > 0) this.notes.push(`${measured} ${what}`);
    if (measured !== right) this.through.push(`${measured} ${what}, not ${right}`);
  }
}
