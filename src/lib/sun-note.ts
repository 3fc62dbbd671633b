/**
 * A window in a request's message: `Window: west 270°, 5 h 15 min of strong sun in July, …`. Requests of before have
 * several, with names: `Den: south 190°, 9 h 40 min of direct sun in October, …`.
 */
export interface SunNote {
  readonly name: string;
  /** Degrees clockwise from north. */
  readonly facing: number;
  /** Minutes of sun a day in its sunniest month. */
  readonly minutes: number;
}

/** One line of the message. `found` begins with the minutes as `duration` writes them. */
export const noteLine = (name: string, direction: string, facing: number, found: string) =>
  `${name}: ${direction} ${facing}°, ${found}`;

const LINE = /^([^:\n]{1,40}): [^\d\n]*(\d{1,3})°, (?:(\d{1,2}) h)? ?(?:(\d{1,3}) min)?/gm;

/** The windows that a message tells of, in either language. People may have written around them. */
export const readSunNotes = (message = ''): SunNote[] =>
  [...message.matchAll(LINE)].map(([, name = '', facing, hours, minutes]) => ({
    name,
    facing: Number(facing) % 360,
    minutes: Number(hours ?? 0) * 60 + Number(minutes ?? 0),
  }));
