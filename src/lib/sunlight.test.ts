import { expect, test } from 'vitest';
import { sun as en } from '#i18n/en/sun';
import { sun as es } from '#i18n/es/sun';
import { fieldLimits } from '#contracts/consultation';
import { HOUR } from '#lib/time/units';
import { firstState, readAddress, writeAddress } from './sun-address.ts';
import { findingsOf, noteOf, sentenceOf } from '#browser/sun-findings';
import { hoursAndMinutes, readSunNotes } from './sun-note.ts';
import { sunAt } from './sun.ts';
import {
  MAX_WINDOWS,
  sunAtClock,
  sunOn,
  type SunWindow,
  sunYear,
  twoFirst,
  windowSun,
  zoneOffset,
} from './sunlight.ts';

const place = { latitude: 33.77, longitude: -84.3, timeZone: 'America/New_York' };
const year = sunYear(place, 2026);
const facing = (degrees: number, more: Partial<SunWindow> = {}): SunWindow => ({
  name: 'Den',
  facing: degrees,
  overhang: 'none',
  trees: 'open',
  ...more,
});
const minutesOf = (window: SunWindow) => windowSun(window, year).minutes;

test('the clocks of the zone are followed through both changes', () => {
  const around = (instant: string) =>
    [-1, 1].map((hours) => zoneOffset(place.timeZone, Date.parse(instant) + hours * HOUR));
  expect(around('2026-03-08T02:00:00-05:00')).toEqual([-300, -240]);
  expect(around('2026-11-01T02:00:00-04:00')).toEqual([-240, -300]);
  // Noon by the clock, in the middle of the months before and after.
  for (const [month, instant] of [
    [1, '2026-02-15T12:00:00-05:00'],
    [2, '2026-03-15T12:00:00-04:00'],
    [9, '2026-10-15T12:00:00-04:00'],
    [10, '2026-11-15T12:00:00-05:00'],
  ] as const) {
    expect(sunAtClock(place, 2026, month, 720)).toEqual(sunAt(place, Date.parse(instant)));
    const noon = year[month]?.find(({ minute }) => minute === 720);
    expect(noon).toEqual({ minute: 720, ...sunAt(place, Date.parse(instant)) });
  }
});

test('direct sun by month: mornings in the east, evenings in the west, winter in the south, June alone in the north', () => {
  const [north, east, south, west] = [0, 90, 180, 270].map((one) => windowSun(facing(one), year));
  const june = (sun: typeof north) => sun?.spans[5]?.[0];
  expect(june(east)?.until).toBeLessThan(14 * 60);
  expect(june(west)?.from).toBeGreaterThan(13 * 60);
  expect(west?.worst?.from).toBeGreaterThanOrEqual(16 * 60);
  expect(east?.worst?.until).toBeLessThanOrEqual(12 * 60);
  expect(south?.worst?.month).toSatisfy((month: number) => [10, 11, 0, 1].includes(month));
  expect(south?.minutes[11]).toBeGreaterThan(south?.minutes[5] ?? 0);
  expect(north?.minutes[11]).toBe(0);
  expect(north?.most).toBe(5);
  // Twice a day: a motor moves twice.
  expect(north?.spans[5]).toHaveLength(2);
  // East and west share the day.
  expect(Math.abs((east?.minutes[5] ?? 0) - (west?.minutes[5] ?? 0))).toBeLessThanOrEqual(15);
  for (const sun of [east, south, west]) {
    expect(sun?.worst && sun.worst.until - sun.worst.from).toBe(120);
    for (const [month, spans] of (sun?.spans ?? []).entries()) {
      const lit = spans.reduce((sum, { from, until }) => sum + until - from, 0);
      expect(lit).toBeLessThanOrEqual(sun?.minutes[month] ?? 0);
    }
  }
});

test('a roof takes the high sun, trees the low one; each takes something, never adds', () => {
  const open = minutesOf(facing(225));
  for (const more of [{ overhang: 'small' }, { overhang: 'deep' }, { trees: 'some' }, { trees: 'shaded' }] as const) {
    const less = minutesOf(facing(225, more));
    expect(less.every((one, month) => one <= (open[month] ?? 0))).toBe(true);
    expect(less).not.toEqual(open);
  }
  const [high, low] = [70, 10].map((altitude) => ({ altitude, azimuth: 225 }));
  expect(sunOn(facing(225, { overhang: 'small' }), high as (typeof year)[0][0])).toBe(0);
  expect(sunOn(facing(225, { overhang: 'small' }), low as (typeof year)[0][0])).toBeGreaterThan(0);
  expect(sunOn(facing(225, { trees: 'some' }), low as (typeof year)[0][0])).toBe(0);
  expect(sunOn(facing(45), low as (typeof year)[0][0])).toBe(0);
});

test('the two windows to do first are those with the most heat, and none without sun', () => {
  const all = [0, 90, 270].map((one) => ({ facing: one, heat: windowSun(facing(one), year).heat }));
  expect(
    twoFirst(all)
      .map((one) => one.facing)
      .toSorted((a, b) => a - b),
  ).toEqual([90, 270]);
  const dark = windowSun(facing(0, { trees: 'shaded', overhang: 'deep' }), year);
  expect(findingsOf({ ...dark, most: -1 }, 5, en, 'en-US')).toBeNull();
  expect(twoFirst([{ heat: 0 }])).toEqual([]);
});

test('the findings are whole sentences in both languages, with times and months, and no dollars', () => {
  for (const [words, locale] of [
    [en, 'en-US'],
    [es, 'es-US'],
  ] as const) {
    for (let degrees = 0; degrees < 360; degrees += 45) {
      for (const overhang of ['none', 'deep'] as const) {
        const window = facing(degrees, { overhang });
        for (const month of [0, 5]) {
          const findings = findingsOf(windowSun(window, year), month, words, locale);
          for (const text of Object.values(findings ?? {})) {
            expect(text).not.toMatch(/\$|undefined|NaN|%|sav/i);
            expect(text.length).toBeGreaterThan(8);
          }
        }
      }
    }
    const at = { month: 5, minute: 1020 };
    const sun = sunAtClock(place, 2026, at.month, at.minute);
    expect(sentenceOf(facing(90), sun, at, words, locale)).toContain(words.behind);
    expect(sentenceOf(facing(270), sun, at, words, locale)).toContain(words.onGlass(Math.round(sun.altitude)));
    expect(sentenceOf(facing(270, { trees: 'shaded' }), { altitude: 20, azimuth: 270 }, at, words, locale)).toContain(
      words.hidden,
    );
    expect(sentenceOf(facing(180, { overhang: 'deep' }), { altitude: 60, azimuth: 180 }, at, words, locale)).toContain(
      words.roof,
    );
    expect(sentenceOf(facing(180), { altitude: -3, azimuth: 290 }, at, words, locale)).toContain(words.night);
  }
  const west = findingsOf(windowSun(facing(270), year), 5, en, 'en-US');
  expect(west?.motor).toMatch(/^In June: down at \d:\d\d PM, up at \d:\d\d PM\.$/);
  expect(west?.worst).toMatch(/^\d:\d\d PM to \d:\d\d PM, in [A-Z]\w+$/);
});

test('six windows fit the message, and the owner’s card reads each of them in both languages', () => {
  const windows = Array.from({ length: MAX_WINDOWS }, (_, index) =>
    facing(index * 60, { name: 'A window with a long name', trees: 'shaded', overhang: 'deep' }),
  );
  for (const [words, locale] of [
    [en, 'en-US'],
    [es, 'es-US'],
  ] as const) {
    const all = windows.map((window) => [window, windowSun(window, year)] as const);
    const note = noteOf(all, words, locale);
    expect(note.length).toBeLessThan(fieldLimits.message);
    const read = readSunNotes(`Please call after 4: the dog sleeps.\n\n${note}\nThanks`);
    expect(read).toEqual(
      all.map(([{ name, facing: degrees }, { minutes }]) => ({ name, facing: degrees, minutes: Math.max(...minutes) })),
    );
  }
  expect(readSunNotes('Call at 5: it is 30° in here, and 2 h is fine')).toHaveLength(0);
  expect([0, 40, 60, 310].map(hoursAndMinutes)).toEqual(['0 min', '40 min', '1 h', '5 h 10 min']);
});

test('the address keeps the windows, and a strange one is read kindly', () => {
  const first = firstState('Living room', '30041');
  const state = {
    windows: [facing(225, { name: 'Sala & más', trees: 'some' }), facing(10, { overhang: 'deep' })],
    shown: 1,
    month: 11,
    minute: 480,
    zipCode: '30030',
  };
  expect(readAddress(writeAddress(state), first)).toEqual(state);
  expect(readAddress('#main', first)).toBeNull();
  const strange = `#${Array(9).fill('w=x~9999~roof~').join('&')}&month=13&at=9&zip=<b>&shown=7`;
  const read = readAddress(strange, first);
  expect(read).toEqual({
    ...first,
    windows: Array(MAX_WINDOWS).fill({ ...first.windows[0], name: 'x', facing: 9999 % 360 }),
  });
});
