import { describe, expect, test } from 'vitest';
import { DAY } from '#lib/time/units';
import { type Place, sunAt, type SunPosition } from './sun.ts';

/** What NOAA's Solar Calculator (its spreadsheets, gml.noaa.gov/grad/solcalc) says: elevation with refraction, azimuth. */
const published: readonly [place: Place, instant: string, altitude: number, azimuth: number][] = [
  [{ latitude: 40, longitude: -105 }, '2010-06-21T00:06:00-07:00', -26.54222, 1.09867],
  [{ latitude: 40, longitude: -105 }, '2010-06-21T07:54:00-07:00', 35.91136, 88.06557],
  [{ latitude: 40, longitude: -105 }, '2010-06-21T11:54:00-07:00', 73.3609, 173.72452],
  [{ latitude: 40, longitude: -105 }, '2010-06-21T17:54:00-07:00', 16.30389, 287.23324],
  [{ latitude: 40, longitude: -105 }, '2010-06-21T19:54:00-07:00', -4.20037, 305.69188],
  [{ latitude: 45, longitude: -122 }, '2011-01-17T20:00:00Z', 24.21921, 175.3564],
  [{ latitude: 30, longitude: 10 }, '2022-07-22T01:00:00Z', -34.88, 26.98],
];

/** Minutes after midnight, UTC+1, of sunrise and sunset on the 8th of each month at 50.50° N, 3.16° E, by the same. */
const sunrises = [526, 491, 436, 368, 310, 277, 286, 325, 372, 419, 470, 515];
const sunsets = [1022, 1072, 1120, 1170, 1218, 1256, 1259, 1221, 1158, 1091, 1032, 1004];

function expectNear(sun: SunPosition, { altitude, azimuth }: SunPosition, degrees: number, what: string): void {
  expect(Math.abs(sun.altitude - altitude), what).toBeLessThan(degrees);
  // Near the zenith a degree of azimuth is next to nothing in the sky.
  const turn = Math.abs(((sun.azimuth - azimuth + 540) % 360) - 180) * Math.cos((altitude * Math.PI) / 180);
  expect(turn, what).toBeLessThan(degrees);
}

describe('where the sun is', () => {
  test.each(published)('as NOAA publishes it: %j, %s', (place, instant, altitude, azimuth) => {
    expectNear(sunAt(place, Date.parse(instant)), { altitude, azimuth }, 0.02, instant);
  });

  test('at NOAA’s sunrises and sunsets over a year it stands on the horizon', () => {
    for (const [month, [sunrise, sunset]] of sunrises
      .map((one, index) => [one, sunsets[index] ?? 0] as const)
      .entries()) {
      for (const minute of [sunrise, sunset]) {
        const instant = Date.UTC(2020, month, 8, 0, minute - 60);
        // Its upper edge: the middle is a radius lower, and the air lifts it.
        expect(sunAt({ latitude: 50.5, longitude: 3.16 }, instant).altitude, `${month} ${minute}`).toBeCloseTo(
          -0.44,
          0,
        );
        expect(Math.abs(sunAt({ latitude: 50.5, longitude: 3.16 }, instant).altitude + 0.44)).toBeLessThan(0.5);
      }
    }
  });

  test('within half a degree of the Astronomical Almanac’s own way over a year at three places', () => {
    for (const place of [
      { latitude: 25.8, longitude: -80.2 },
      { latitude: 40, longitude: -105.3 },
      { latitude: 61.2, longitude: -149.9 },
    ]) {
      for (let day = 0; day < 365; day += 5) {
        for (let hour = 0; hour < 24; hour += 2) {
          const instant = Date.UTC(2026, 0, 1 + day, hour);
          const known = almanacSun(place, instant);
          if (known.altitude > -5) expectNear(sunAt(place, instant), known, 0.5, new Date(instant).toISOString());
        }
      }
    }
  });

  test('as the example of NREL’s Solar Position Algorithm', () => {
    const sun = sunAt({ latitude: 39.742476, longitude: -105.1786 }, Date.parse('2003-10-17T12:30:30-07:00'));
    expectNear(sun, { altitude: 90 - 50.11162, azimuth: 194.34024 }, 0.02, 'NREL');
  });
});

/** By right ascension and sidereal time (Astronomical Almanac, page C5): good to 0.01°. Refraction by Saemundsson. */
function almanacSun({ latitude, longitude }: Place, instant: number): SunPosition {
  const rad = Math.PI / 180;
  const days = instant / DAY - 10_957.5;
  const anomaly = (357.528 + 0.9856003 * days) * rad;
  const ecliptic = (280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad;
  const obliquity = (23.439 - 4e-7 * days) * rad;
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic));
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic));
  const sidereal = (280.46061837 + 360.98564736629 * days + longitude) * rad;
  const hour = sidereal - ascension;
  const lat = latitude * rad;
  const geometric =
    Math.asin(Math.sin(lat) * Math.sin(declination) + Math.cos(lat) * Math.cos(declination) * Math.cos(hour)) / rad;
  const azimuth =
    Math.atan2(-Math.sin(hour), Math.tan(declination) * Math.cos(lat) - Math.sin(lat) * Math.cos(hour)) / rad;
  const lift = geometric > -1 ? 1.02 / 60 / Math.tan((geometric + 10.3 / (geometric + 5.11)) * rad) : 0;
  return { altitude: geometric + lift, azimuth: (azimuth + 360) % 360 };
}
