import { afterEach, expect, test, vi } from 'vitest';
import { sayer } from '#i18n/admin-text';
import spanish from '../i18n/es/admin.json' with { type: 'json' };

/** The next file has the same modules. */
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The modules as an owner's page in Spanish has them. */
async function onSpanishPage() {
  const textContent = JSON.stringify(spanish);
  vi.stubGlobal('document', { documentElement: { lang: 'es-US' }, getElementById: () => ({ textContent }) });
  vi.resetModules();
  return {
    ...(await import('./say.ts')),
    ...(await import('#lib/label')),
    ...(await import('#lib/time/dates')),
    ...(await import('#lib/time/zone')),
  };
}

test('a text is said in English, without what follows its #, or in the words of the page, with its values', async () => {
  const english = sayer();
  expect([english('Week'), english('Won#figure'), english('{time} free', { time: '1 h' })]).toEqual([
    'Week',
    'Won',
    '1 h free',
  ]);
  const { say, sayCounted, sayLabels } = await onSpanishPage();
  expect([say('Week'), say('Won#figure'), say('{time} free', { time: '1 h' })]).toEqual([
    'Semana',
    'Ganados',
    '1 h libre',
  ]);
  expect([1, 1200].map((count) => sayCounted(count, 'visit'))).toEqual(['1 visita', '1,200 visitas']);
  expect(sayLabels({ a: 'Week' })).toEqual({ a: 'Semana' });
});

test('days and times are said in the language of the page', async () => {
  const page = await onSpanishPage();
  const [visit, now] = ['2026-12-01T15:30:00.000Z', new Date('2026-11-30T17:00:00.000Z')];
  const words = [
    page.zonedVisit(visit, now),
    page.zonedVisit(visit, new Date('2027-01-01T17:00:00.000Z')),
    page.zonedMoment('2026-11-18T19:05:00.000Z', now),
    page.zonedMomentWithin('2026-11-29T23:22:00.000Z', now),
    page.dateWords('2026-11-05', { month: 'short', day: 'numeric', year: 'numeric' }),
    page.dateWords('2026-11-05', { weekday: 'long', month: 'long', day: 'numeric' }),
    page.duration(1500),
  ];
  expect(words.map((one) => one.replaceAll('\u00a0', ' '))).toEqual([
    'mar, 1 dic, 10:30 a. m.',
    'mar, 1 dic 2026, 10:30 a. m.',
    '18 nov, 2:05 p. m.',
    'ayer, 6:22 p. m. ET',
    '5 nov 2026',
    'jueves, 5 de noviembre',
    '1 día 1 h',
  ]);
});
