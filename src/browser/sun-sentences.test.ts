import { expect, test } from 'vitest';
import { fieldLimits } from '#contracts/consultation';
import { sun as en } from '#i18n/en/sun';
import { sun as es } from '#i18n/es/sun';
import { duration } from '#lib/label';
import { sunYear, worstMonth } from '#lib/sunlight';
import { momentOf, noteOf, sentencesOf } from './sun-sentences.ts';

const year = sunYear({ latitude: 28.3, longitude: -81.4 }, 2026);
const facings = Array.from({ length: 8 }, (_, index) => index * 45);
const languages = [
  [en, 'en-US'],
  [es, 'es-US'],
] as const;

test('three whole sentences for each direction and month, no two directions’ the same, without a promise of money', () => {
  for (const [words, locale] of languages) {
    for (const month of year.keys()) {
      const all = facings.map((facing) => sentencesOf(facing, year, month, words, locale));
      expect(new Set(all.map((sentences) => sentences.join())).size).toBe(8);
      for (const sentence of all.flat()) {
        expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
        expect(sentence).not.toMatch(/\.\.|[$%]|undefined|null|NaN|sav|ahorr/);
      }
    }
  }
});

test('a north window is for last, and says so all year; a south window names the months without sun', () => {
  for (const month of year.keys()) {
    const [now, , help] = sentencesOf(0, year, month, en, 'en-US');
    expect([now, help]).toEqual([expect.stringContaining('no strong sun'), en.helps.never]);
  }
  expect(sentencesOf(180, year, 5, en, 'en-US')).toEqual([
    'In June, no strong sun reaches it.',
    expect.stringMatching(/^It is strongest in .+ From May to August it has none\.$/),
    en.helps.midday,
  ]);
});

test('a moment is named by where the sun is', () => {
  const day = [
    { minute: 0, altitude: -3, azimuth: 290 },
    { minute: 15, altitude: 30, azimuth: 90 },
    { minute: 30, altitude: 30, azimuth: 190 },
    { minute: 45, altitude: 30, azimuth: 270 },
  ];
  const sentences = day.map(({ minute }) => momentOf(270, day, minute, en).split(': ')[1]);
  expect(sentences).toEqual([en.moments.night, en.moments.behind, en.moments.weak, en.moments.strong]);
});

test('the clock and the hours are as people say them', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  expect([0, 435, 720, 780].map(en.clock).map(plain)).toEqual(['12 AM', '7:15 AM', '12 PM', '1 PM']);
  expect([20, 60, 90, 210].map((long) => plain(en.now('May', 780, 840, long)).split('about ')[1])).toEqual([
    'half an hour a day.',
    '1 hour a day.',
    '1½ hours a day.',
    '3½ hours a day.',
  ]);
  expect(plain(es.now('mayo', 780, 900, 90))).toBe(
    'En mayo le da sol fuerte de la 1 p. m. a las 3 p. m., cerca de 1 hora y media al día.',
  );
});

test('the note of each direction names it and its hours, in both languages, and is short enough to be sent', () => {
  for (const [words, locale] of languages) {
    for (const facing of facings) {
      const note = noteOf(facing, year, words, locale);
      expect(note.length).toBeLessThan(fieldLimits.message);
      expect(note).toContain(` ${facing}°, ${duration(worstMonth(facing, year)?.long ?? 0)}`);
    }
  }
  expect([0, 40, 60, 310].map(duration)).toEqual(['0 min', '40 min', '1 h', '5 h 10 min']);
});
