import { expect, test } from 'vitest';
import { unbroken } from './unbroken.ts';

test.each([
  ['Wednesday, November 25 at 1:30 PM ET', 'Wednesday, November_25 at 1:30_PM_ET'],
  ['Mon-Fri 9 AM-6 PM ET', 'Mon-Fri 9_AM-6_PM_ET'],
  ['Sept 15 to Dec 31, 2025', 'Sept_15 to Dec_31, 2025'],
  ['Tue, Dec 1, 2025, 10:30 AM', 'Tue, Dec_1, 2025, 10:30_AM'],
  ['May 3', 'May_3'],
  ['Del 15 de septiembre al 31 de diciembre de 2025', 'Del 15_de_septiembre al 31_de_diciembre de 2025'],
  ['Lunes a viernes: 8 a. m. a 6 p. m.', 'Lunes a viernes: 8_a._m. a 6_p._m.'],
  ['lun, 29 nov a las 10:30 a. m.', 'lun, 29_nov a las 10:30_a._m.'],
  ['in March 2026, in 3 Amps, Decks 4', 'in March 2026, in 3 Amps, Decks 4'],
])('%j does not end a line within a time or a date', (text, shown) => {
  expect(unbroken(text)).toBe(shown.replaceAll('_', '\u00a0'));
});
