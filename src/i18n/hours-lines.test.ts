import { expect, test } from 'vitest';
import { storeHours, visitHours } from '#business';
import { hoursIn, visitLength } from './hours-lines.ts';

test.each([
  ['Mon-Fri 8AM-6PM', 'Lunes a viernes: 8 a. m. a 6 p. m.'],
  ['Sat 9 AM-3 PM ET by appointment', 'Sábado: 9 a. m. a 3 p. m., hora del este, con cita'],
  ['Sun 10:30AM-12PM', 'Domingo: 10:30 a. m. a 12 p. m.'],
])('%s is %s in Spanish, and itself in English', (line, spanish) => {
  expect(hoursIn('es', line)).toBe(spanish);
  expect(hoursIn('en', line)).toBe(line);
});

test('the hours of the business can be said', () => {
  for (const line of [...storeHours, ...visitHours])
    expect(hoursIn('es', line)).toMatch(/^(Lunes|Martes|Miércoles|Jueves|Viernes|Sábado|Domingo)\b.*: /);
  expect(() => hoursIn('es', 'Whenever you like')).toThrow('cannot say "Whenever you like"');
});

test.each([
  [60, 'an hour', 'una hora'],
  [45, '45 minutes', '45 minutos'],
])('a visit of %i minutes within a sentence', (minutes, english, spanish) => {
  expect([visitLength('en', minutes), visitLength('es', minutes)]).toEqual([english, spanish]);
});
