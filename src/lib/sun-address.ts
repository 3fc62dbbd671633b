/** The state of /sun behind the `#` of its address, so that it can be saved, sent and printed. */
import { MAX_WINDOWS, overhangs, type SunWindow, trees } from './sunlight.ts';

export interface SunState {
  readonly windows: readonly SunWindow[];
  /** The index of the shown window. */
  readonly shown: number;
  /** From 0. */
  readonly month: number;
  readonly minute: number;
  readonly zipCode: string;
}

/** The slider of the day, in minutes: 5 AM to 10 PM. */
export const DAY_SLIDER = { min: 300, max: 1320, step: 10 } as const;
export const MAX_NAME = 24;

/** What every visitor sees first: the sun of a summer afternoon in the west. */
export const firstState = (name: string, zipCode: string): SunState => ({
  windows: [{ name, facing: 270, overhang: 'none', trees: 'open' }],
  shown: 0,
  month: 5,
  minute: 1020,
  zipCode,
});

/** A name for one line of a message: `:` ends it there, and `~` here. */
export const tidyName = (name: string) => name.replace(/[:~\s]+/g, ' ').slice(0, MAX_NAME);

export function writeAddress({ windows, shown, month, minute, zipCode }: SunState): string {
  const fields = new URLSearchParams(
    windows.map((one) => ['w', [one.name, one.facing, one.overhang, one.trees].join('~')]),
  );
  for (const [name, value] of Object.entries({ shown, month: month + 1, at: minute, zip: zipCode })) {
    fields.append(name, String(value));
  }
  return `#${fields}`;
}

/** Takes what it understands; the rest is as in `first`. `null` without a window. */
export function readAddress(hash: string, first: SunState): SunState | null {
  const fields = new URLSearchParams(hash.slice(1));
  const windows = fields.getAll('w').slice(0, MAX_WINDOWS).map(readWindow);
  if (windows.length === 0) return null;
  const number = (name: string, least: number, most: number, otherwise: number) => {
    const value = Number.parseInt(fields.get(name) ?? '', 10);
    return value >= least && value <= most ? value : otherwise;
  };
  const zip = fields.get('zip') ?? first.zipCode;
  return {
    windows,
    shown: number('shown', 0, windows.length - 1, 0),
    month: number('month', 1, 12, first.month + 1) - 1,
    minute: number('at', DAY_SLIDER.min, DAY_SLIDER.max, first.minute),
    zipCode: /^\d{0,5}$/.test(zip) ? zip : first.zipCode,
  };
}

function readWindow(text: string): SunWindow {
  const [name = '', facing = '', overhang, tree] = text.split('~');
  return {
    name: tidyName(name),
    facing: (Number.parseInt(facing, 10) || 0) % 360,
    overhang: overhangs.find((one) => one === overhang) ?? 'none',
    trees: trees.find((one) => one === tree) ?? 'open',
  };
}
