import { expect, test } from 'vitest';
import { appointmentDays, business } from '#business';
import { hourFrom as intervalAt, leadOf, visitOf } from '#tests/support/visits';
import { HOUR } from '#lib/time/units';
import { drawLost, drawProblem, drawVisit } from './visit-page.ts';

const [lead, visit] = [leadOf('a'), visitOf('a')];
const slotAt = (start: string) => ({ start, end: new Date(Date.parse(start) + HOUR).toISOString() });
const interval = intervalAt('2026-10-30T13:00:00Z');
const booked = { state: 'booked', lead, visit, interval, eventId: 'e1' } as const;
const times = ['2026-11-02T22:00:00.000Z', '2026-10-31T16:30:00.000Z'].map(slotAt);

const read = (html: string) => html.replace(/<[^>]+>|\{' '\}/g, ' ').replace(/\s+/g, ' ');

test('times are Eastern on both sides of the change to winter time, by day, and those by appointment say so', async () => {
  const text = read(await drawVisit('/visit/x', { visit: booked, times }));
  expect(text).toContain('Friday, October 30 at 9:00 AM ET');
  const [saturday, monday] = [6, 1].map((day) => (appointmentDays.includes(day) ? ' By Appointment' : ''));
  expect(text).toMatch(
    new RegExp(`Saturday, October 31${saturday} 12:30 PM 60 minutes .*Monday, November 2${monday} 5:00 PM 60 minutes`),
  );
});

test('a time that may be pressed for again is offered still, once, and chosen', async () => {
  const chosen = slotAt('2026-11-02T14:00:00.000Z');
  for (const offered of [times, [...times, chosen]]) {
    const html = await drawVisit('/visit/x', {
      visit: booked,
      times: offered,
      chosen,
      alert: 'Please press Confirm again.',
    });
    expect(html.match(/name="slot"/g)).toHaveLength(3);
    expect(html.match(/name="slot" [^>]*checked/g)).toHaveLength(1);
    // Its day is the one whose times are seen.
    expect(html.match(/name="day" [^>]*checked/g)).toEqual(['name="day" value="2026-11-02" checked']);
    expect(html).toContain(`value="${chosen.start}" required checked`);
    expect(html).toContain('Please press Confirm again.');
  }
});

test('where there is nothing to choose it says why, and the visit can still be cancelled', async () => {
  for (const [none, sentence] of [
    [null, 'Our calendar does not answer'],
    [[], 'No other time is open at the moment.'],
  ] as const) {
    const html = await drawVisit('/visit/x', { visit: booked, times: none });
    expect(html).toContain(sentence);
    expect(html).not.toContain('name="slot"');
    expect(html).toContain('value="cancel"');
  }
  const changed = await drawVisit('/visit/x', { visit: { state: 'changed', lead, visit }, times: [] });
  expect(changed).toContain('Your Visit Has Changed');
  expect(changed).toContain('value="cancel"');
});

test('a number in a sentence can be pressed, and the sentence is no markup', async () => {
  const html = await drawProblem('/visit/x', `<b>Please</b> call ${business.phone.display}.`);
  expect(html).toMatch(/&lt;b&gt;Please&lt;\/b&gt; call \s*<PhoneLink [^<>]*plain \/>\s*\./);
});

test('in Spanish the words, the days, the times and the service are, and what the visitor typed is as it was', async () => {
  const html = await drawVisit('/es/visit/x', { visit: booked, times });
  const text = read(html).replace(/\u00a0/g, ' ');
  expect(text).toContain('Su visita Viernes 30 de octubre a las 9:00 a. m., hora del este');
  expect(text).toMatch(/Sábado 31 de octubre Con cita 12:30 p. m. 60 minutos .*Lunes 2 de noviembre 5:00 p. m. 60/);
  expect(text).toContain('Persianas motorizadas');
  expect(text).toContain('Elise Romero');
  expect(html).toContain('Cambiar mi visita');
  expect(text).not.toMatch(/Your Visit|minutes/);
  // The link to the other language leads to the same visit, whatever the page says of it.
  for (const page of [html, await drawLost('/es/visit/x')]) expect(page).toContain('<a href="/visit/x" hreflang');
});
