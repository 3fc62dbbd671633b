import { type Interval, toSlot } from '#lib/time/interval';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { byZonedDay, zonedDateTime, zonedTime, zonedVisit, minutesOf } from '#lib/time/zone';
import { EventAnswer, eventOf, stateOf } from '#server/calendar/google/events';
import { slotKey } from '#server/slots/records';
import { openSlots } from '#server/slots/times';
import { englishWords } from '#i18n/owner-words';
import { ownerMessage } from '#server/channels/mail/owner-messages';
import { visitorMessage } from '#server/channels/mail/visitor-messages';
import { intervalOf } from '#tests/support/ics-event';
import { bookedNews } from '#tests/support/visits';
import { MINUTE } from '#lib/time/units';
import { unbroken } from '#lib/unbroken';

const site = { origin: 'https://www.example.com', from: { name: 'Larkspur', address: 'hello@example.com' } };
const visitLink = 'https://www.example.com/visit/x';

/** The wall clock in Atlanta by the platform's own rules, not by those of the code under test. */
const wall = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
/** `Tuesday, December 1`, `10:30 AM` */
function inWords(instant: number): { day: string; time: string } {
  const [day = '', time = ''] = wall.format(instant).replace(/\s/g, ' ').split(' at ');
  return { day, time };
}

const anyMoment = fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2028-01-01T00:00:00Z') });
function anyVisit(now: number, pick: number): Interval | undefined {
  const slots = openSlots(visitRules, [], now);
  return slots[pick % slots.length];
}

test('over two years a visit is one instant in the dialog, the event, the mails, the invitation and the admin pages', () => {
  fc.assert(
    fc.property(anyMoment, fc.nat(), (now, pick) => {
      const interval = anyVisit(now, pick);
      if (!interval) return;
      const { day, time } = inWords(interval.start);
      const slot = toSlot(interval);

      const [shown] = byZonedDay([slot]);
      expect([shown?.heading, zonedTime(slot.start), minutesOf(slot)]).toEqual([day, time, 60]);

      const news = { ...bookedNews('ann'), interval };
      const made = eventOf(
        { id: 'e', slot: slotKey(interval.start), interval, lead: news.lead, visit: news.visit.id },
        { site: 'here', origin: site.origin, words: englishWords },
        true,
      );
      const event = EventAnswer.parse({ ...made, status: 'confirmed' });
      expect(stateOf(event, interval, 'here')).toMatchObject({
        state: 'alive',
        visit: news.visit.id,
        facts: { end: interval.end },
      });
      expect(stateOf(event, { ...interval, start: interval.start + MINUTE }, 'here')).toEqual({ state: 'dead' });

      const toVisitor = visitorMessage(news, { site, visitLink, isInvited: false, now });
      const toOwner = ownerMessage(news, site, englishWords);
      expect(toVisitor?.invitation && intervalOf(toVisitor.invitation.content)).toEqual(interval);
      const mails = [toVisitor?.subject, toVisitor?.text, toVisitor?.html, toOwner.subject, toOwner.text, toOwner.html];
      for (const text of mails) expect(text).toContain(`${day} at ${time} ET`);

      expect(zonedVisit(slot.start, new Date(now))).toContain(unbroken(time));
      expect(new Date(`${zonedDateTime(slot.start)}Z`).getTime()).toBe(
        Date.parse(`${day} ${yearOf(slot)} ${time} GMT`),
      );
    }),
  );
});

const yearOf = ({ start }: { start: string }) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', year: 'numeric' }).format(Date.parse(start));
