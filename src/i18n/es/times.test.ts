import { expect, test } from 'vitest';
import { hoursInText } from '#i18n/hours-lines';
import { fill } from '#lib/fill';
import { HOUR, MINUTE } from '#lib/time/units';
import { zonedAt, zonedDayAndTime, zonedTime } from '#lib/time/zone';
import { answer, booking } from './booking.ts';
import { mail } from './mail.ts';
import { sun } from './sun.ts';
import { visit } from './visit.ts';

/** Every Spanish sentence of a page or a mail that says a time. */
function sentencesAt(start: number): string[] {
  const instant = new Date(start).toISOString();
  const [at, dayAndTime] = [zonedAt(instant, 'es-US'), zonedDayAndTime(instant, 'es-US')];
  const when = mail.when(dayAndTime);
  const [from, to] = [zonedTime(instant), zonedTime(new Date(start + HOUR).toISOString())];
  const storeHours = hoursInText('es', [`Mon-Fri ${from}-${to}`, `Sat ${from}-${to}`]);
  const minute = (start / MINUTE) % 1440;
  const subjects = [mail.subjects, mail.other('instalación').subjects];
  return [
    ...subjects.flatMap((all) => Object.values(all).map((subject) => subject(when))),
    ...[mail.movedFrom(when), mail.now(when), booking.again.visit(dayAndTime + booking.zoneAfter)],
    answer.phone('(404) 555-0188', answer.hour('lunes', at)),
    `${visit.at.replace('[[at]]', at)}.`,
    fill('Atendemos {storeHours}. Vamos a su casa.', { storeHours }),
    ...[sun.now('mayo', minute, minute + 60, 60), sun.worst('mayo', minute), sun.noteWorst('mayo', minute)],
  ];
}

test('at all times of a day it is "a la 1:05" and "a las 2:05", and "p. m." ends its sentence with one dot', () => {
  const midnight = Date.parse('2026-12-01T05:00:00Z');
  for (let start = midnight; start < midnight + 24 * HOUR; start += 5 * MINUTE) {
    for (const sentence of sentencesAt(start)) {
      expect(sentence).toMatch(/\d\s[ap]\.\sm\./);
      expect(sentence).not.toMatch(/\.\.|\blas 1(?!\d)|\bla (?!1(?!\d))\d/);
    }
  }
});
