import { afterAll, expect, test, vi } from 'vitest';
import { readEvent } from '#tests/support/ics-event';

/** The modules that read the zone, loaded anew for a dealer in another one. */
async function dealerIn(timeZone: string) {
  vi.resetModules();
  vi.doMock('#brand/zone.json', () => ({ default: { timeZone } }));
  const [{ icsOf }, { openSlots }, { visitRules }, zone, { zonedToday }] = await Promise.all([
    import('#server/calendar/ics'),
    import('#server/slots/times'),
    import('#business'),
    import('#lib/time/zone'),
    import('#lib/time/dates'),
  ]);
  return { icsOf, openSlots, visitRules, ...zone, zonedToday };
}

afterAll(() => {
  vi.doUnmock('#brand/zone.json');
  vi.resetModules();
});

const clockIn = (timeZone: string, instant: number) =>
  new Date(instant).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });

test.each([
  ['America/New_York', { winter: '-0500', summer: '-0400' }],
  ['America/Denver', { winter: '-0700', summer: '-0600' }],
  ['America/Phoenix', { winter: '-0700', summer: '-0700' }],
  ['America/Indiana/Indianapolis', { winter: '-0500', summer: '-0400' }],
  ['Pacific/Honolulu', { winter: '-1000', summer: '-1000' }],
])('the visits of a dealer in %s, and their invitations, are in that zone', async (timeZone, offsets) => {
  const dealer = await dealerIn(timeZone);
  // Both changes of the clocks, and a day without one.
  for (const now of ['2026-03-06T18:00:00Z', '2026-10-30T18:00:00Z', '2026-06-30T18:00:00Z']) {
    const slots = dealer.openSlots({ ...dealer.visitRules, holidays: [] }, [], Date.parse(now));
    expect(slots.length).toBeGreaterThan(40);
    const [first] = slots.filter(({ start }) => /^9:00/.test(clockIn(timeZone, start)));
    expect(new Set(slots.map(({ start }) => clockIn(timeZone, start)))).toContain('9:00 AM');
    const slot = first ?? slots[0];
    if (!slot) throw new Error('no slot');
    expect(dealer.zonedTime(new Date(slot.start).toISOString())).toBe('9:00 AM');
    const visit = {
      uid: 'a',
      sequence: 1,
      stamp: slot.start,
      summary: 'V',
      description: 'V',
      location: 'V',
      url: 'https://a.example',
    };
    const text = dealer.icsOf([{ ...slot, ...visit }], { method: 'PUBLISH', now: Date.parse(now) });
    expect(text).toContain(`DTSTART;TZID=${timeZone}:`);
    // A strict parser reckons with the rules in the file alone.
    expect(readEvent(text).event.startDate.toJSDate().getTime()).toBe(slot.start);
    for (const offset of new Set(Object.values(offsets))) expect(text).toContain(`TZOFFSETTO:${offset}`);
    expect(text.includes('BEGIN:DAYLIGHT')).toBe(offsets.winter !== offsets.summer);
  }
});

test.each(['America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'America/Anchorage'])(
  'the date in %s is right at each hour',
  async (timeZone) => {
    const { zonedToday } = await dealerIn(timeZone);
    for (let hour = 0; hour < 24 * 400; hour += 13) {
      const now = new Date(Date.UTC(2026, 0, 1, hour));
      expect(zonedToday(now)).toBe(now.toLocaleDateString('sv-SE', { timeZone }));
    }
  },
);
