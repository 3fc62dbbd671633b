import { getPosition, type Position } from 'suncalc';
import { expect, test } from 'vitest';
import { MINUTE } from '#lib/time/units';
import { zonedMidnight } from '#lib/time/zone';
import { sunPicture } from './sun-drawing.ts';
import { type Place, readAddress, startOf, strongSun, sunOn, sunYear, worstMonth } from './sunlight.ts';

/** What NOAA's Solar Calculator (its spreadsheets, gml.noaa.gov/grad/solcalc) says: elevation with refraction, azimuth. */
const published: readonly [place: Place, instant: string, altitude: number, azimuth: number][] = [
  [{ latitude: 40, longitude: -105 }, '2010-06-21T00:06:00-07:00', -26.54222, 1.09867],
  [{ latitude: 40, longitude: -105 }, '2010-06-21T07:54:00-07:00', 35.91136, 88.06557],
  [{ latitude: 40, longitude: -105 }, '2010-06-21T11:54:00-07:00', 73.3609, 173.72452],
  [{ latitude: 40, longitude: -105 }, '2010-06-21T17:54:00-07:00', 16.30389, 287.23324],
  [{ latitude: 40, longitude: -105 }, '2010-06-21T19:54:00-07:00', -4.20037, 305.69188],
  [{ latitude: 45, longitude: -122 }, '2011-01-17T20:00:00Z', 24.21921, 175.3564],
  [{ latitude: 30, longitude: 10 }, '2022-07-22T01:00:00Z', -34.88, 26.98],
  // The example of NREL's Solar Position Algorithm.
  [{ latitude: 39.742476, longitude: -105.1786 }, '2003-10-17T12:30:30-07:00', 90 - 50.11162, 194.34024],
];

/**
 * Minutes after midnight, UTC+1, of sunrise and sunset on the 8th of each month at 50.50° N, 3.16° E, by the same. The
 * tables do not name their year; they fit 2022, which has the same place in the row of leap years as 2018 and 2026.
 */
const sunrises = [526, 491, 436, 368, 310, 277, 286, 325, 372, 419, 470, 515];
const sunsets = [1022, 1072, 1120, 1170, 1218, 1256, 1259, 1221, 1158, 1091, 1032, 1004];

test.each(published)(
  'the sun is within half a degree of the tables, by day within a twentieth: %j, %s',
  (place, instant, ...sun) => {
    const { altitude, azimuth } = getPosition(new Date(instant), place.latitude, place.longitude);
    const most = sun[0] > 0 ? 0.05 : 0.5;
    expect(Math.abs(altitude - sun[0])).toBeLessThan(most);
    // Near the zenith a degree of azimuth is next to nothing in the sky.
    expect(Math.abs(azimuth - sun[1]) * Math.cos((altitude * Math.PI) / 180)).toBeLessThan(most);
  },
);

test('the sun rises and sets within a minute of NOAA’s tables over a year', () => {
  /** Its upper edge is on the horizon: the middle is 0.833° below, and the library lifts it by the air's 0.483°. */
  const edge = -0.35;
  const at = (month: number, minute: number) =>
    getPosition(new Date(Date.UTC(2022, month, 8, 0, minute - 60)), 50.5, 3.16).altitude;
  for (const [month, minute] of sunrises.entries()) {
    expect([at(month, minute - 1) < edge, at(month, minute + 1) > edge], `sunrise ${month}`).toEqual([true, true]);
  }
  for (const [month, minute] of sunsets.entries()) {
    expect([at(month, minute - 1) > edge, at(month, minute + 1) < edge], `sunset ${month}`).toEqual([true, true]);
  }
});

const year = sunYear({ latitude: 28.3, longitude: -81.4 }, 2026);
const [north, northeast, east, southeast, south, southwest, west, northwest] = Array.from(
  { length: 8 },
  (_, index) => index * 45,
) as [number, number, number, number, number, number, number, number];
const long = (facing: number, month: number) => strongSun(facing, year[month] ?? [])?.long ?? 0;
const ofYear = (facing: number) => year.reduce((sum, _, month) => sum + long(facing, month), 0);

test('north has no strong sun all year and comes last; the others have hours of it', () => {
  expect([worstMonth(north, year), ofYear(north)]).toEqual([undefined, 0]);
  for (const facing of [northeast, east, southeast, south, southwest, west, northwest]) {
    expect(ofYear(facing) / 12).toBeGreaterThan(90);
  }
});

test('east has the morning and west the afternoon, for as long; south the winter, and nothing of June', () => {
  for (const [one, other] of [
    [east, west],
    [northeast, northwest],
    [southeast, southwest],
  ] as const) {
    for (const month of year.keys()) expect(Math.abs(long(one, month) - long(other, month))).toBeLessThanOrEqual(15);
  }
  const peaks = [east, southeast, south, southwest, west].map((facing) => worstMonth(facing, year)?.peak ?? 0);
  expect(peaks).toEqual(peaks.toSorted((one, other) => one - other));
  expect(long(south, 5)).toBe(0);
  expect(long(south, 11)).toBeGreaterThan(480);
  expect([4, 5, 6, 7]).toContain(worstMonth(west, year)?.month);
  expect([9, 10, 11, 0]).toContain(worstMonth(south, year)?.month);
});

test('a minute is one of the business’s clocks, in winter and in summer', () => {
  for (const [month, date] of [
    [1, '2026-02-15'],
    [6, '2026-07-15'],
  ] as const) {
    const noon = new Date(zonedMidnight(date) + 720 * MINUTE);
    expect(year[month]?.[48]).toEqual({ minute: 720, ...getPosition(noon, 28.3, -81.4) });
  }
});

test('nothing is strong at night, from behind the house, or along the glass', () => {
  for (const sun of [
    { altitude: -1, azimuth: 270 },
    { altitude: 20, azimuth: 90 },
    { altitude: 20, azimuth: 0 },
  ] satisfies Position[]) {
    expect(sunOn(west, sun)).toBeLessThan(1e-9);
  }
  expect(sunOn(west, { altitude: 30, azimuth: 270 })).toBeGreaterThan(0.5);
});

test('the picture has the sun and its light on the floor while it stands before the window', () => {
  const day = year[5] ?? [];
  const minute = startOf(west, day, 0);
  const labels = { points: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'], clock: String };
  const colors = (facing: number) => sunPicture(facing, day, minute, labels).match(/--color-(sun|notice)\)/g);
  expect(colors(west)).toEqual(['--color-notice)', '--color-sun)']);
  expect(colors(east)).toBeNull();
  expect(sunPicture(west, day, minute, labels)).toMatch(/>SW<.*>W<.*>NW</s);
  expect(sunPicture(west, day, minute, labels)).not.toMatch(/NaN|undefined/);
  // The bottom rail of the shade: it comes down as the sun comes in.
  const rail = (at: number) => Number(/edge\)" x="56" y="([\d.]+)/.exec(sunPicture(west, day, at, labels))?.[1] ?? 36);
  const rails = [12, 13.25, 14, 16].map((hour) => rail(hour * 60));
  expect(rails).toEqual(rails.toSorted((one, other) => one - other));
  expect(rail(21 * 60)).toBeLessThan(rail(minute));
  expect(startOf(north, day, 720)).toBe(720);
});

test.each([
  ['?facing=90&at=540', 90, 540],
  ['?utm_source=x&facing=359', 0, undefined],
  ['?facing=north&at=99999', undefined, undefined],
  ['', undefined, undefined],
])('the address "%s" is read kindly', (search, facing, minute) => {
  expect(readAddress({ search })).toEqual({ facing, minute });
});
