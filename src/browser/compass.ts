/** The compass of a phone that is held flat to the glass: its back looks where the window looks. */

export type Reading = { readonly degrees: number } | 'flat' | 'none' | 'denied';

/** In ms. */
const TIMEOUT = 3000;
/** A compass settles: the first readings are not used. */
const SETTLED = 8;

type Turned = DeviceOrientationEvent & { readonly webkitCompassHeading?: number };

/** Where the back of an upright phone looks, from the angles of the W3C's Device Orientation; `null` while it lies flat. */
export function headingOf(alpha: number, beta: number, gamma: number): number | null {
  const [a, b, c] = [alpha, beta, gamma].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  const east = -Math.cos(a) * Math.sin(c) - Math.sin(a) * Math.sin(b) * Math.cos(c);
  const north = -Math.sin(a) * Math.sin(c) + Math.cos(a) * Math.sin(b) * Math.cos(c);
  if (Math.hypot(east, north) < 0.5) return null;
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

/** Call it in the handler of a press: iOS asks for permission only then. */
export async function readCompass(): Promise<Reading> {
  if (typeof DeviceOrientationEvent === 'undefined') return 'none';
  const { requestPermission } = DeviceOrientationEvent as unknown as { requestPermission?: () => Promise<string> };
  if (requestPermission) {
    const answer = await requestPermission.call(DeviceOrientationEvent).catch(() => 'denied');
    if (answer !== 'granted') return 'denied';
  }
  return await nextReading();
}

function nextReading(): Promise<Reading> {
  const names = ['deviceorientationabsolute', 'deviceorientation'];
  return new Promise((resolve) => {
    let last: Reading = 'none';
    let count = 0;
    const end = () => {
      for (const name of names) removeEventListener(name, hear);
      clearTimeout(timer);
      resolve(last);
    };
    const hear = (event: Event) => {
      const reading = readingOf(event as Turned);
      if (!reading) return;
      last = reading;
      count += 1;
      if (count === SETTLED) end();
    };
    const timer = setTimeout(end, TIMEOUT);
    for (const name of names) addEventListener(name, hear);
  });
}

function readingOf({ webkitCompassHeading, absolute, alpha, beta, gamma }: Turned): Reading | null {
  // iOS tells the heading of an upright phone's back by itself.
  if (typeof webkitCompassHeading === 'number') return { degrees: webkitCompassHeading };
  if (!absolute || alpha === null || beta === null || gamma === null) return null;
  const degrees = headingOf(alpha, beta, gamma);
  return degrees === null ? 'flat' : { degrees };
}
