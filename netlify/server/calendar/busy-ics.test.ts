import { expect, test } from 'vitest';
import { toSlot } from '#lib/time/interval';
import { Unread } from '#server/outbox/post';
import { busyIn } from './busy-ics.ts';

// The clocks of New York go forward on March 14, 2027, and back on November 7.
const window = { start: Date.parse('2027-03-01T05:00Z'), end: Date.parse('2027-04-01T04:00Z') };

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one', 'SUMMARY:Private; matters', ...lines, 'END:VEVENT'];
const timesIn = async (text: string) =>
  (await busyIn(text, window, 'America/New_York')).map((time) => {
    const { start, end } = toSlot(time);
    return `${start.slice(5, 16)}/${end.slice(5, 16)}`;
  });

const outlookZone = [
  ...['BEGIN:VTIMEZONE', 'TZID:Customized Time Zone', 'BEGIN:STANDARD', 'DTSTART:16010101T020000'],
  ...['TZOFFSETFROM:-0700', 'TZOFFSETTO:-0800', 'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:-0800', 'TZOFFSETTO:-0700'],
  ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
];
const weekly = ['DTSTART;TZID=America/New_York:20260302T100000', 'DTEND;TZID=America/New_York:20260302T113000'];
const mondays = [
  ...['03-01T15:00/03-01T16:30', '03-08T15:00/03-08T16:30', '03-15T14:00/03-15T15:30'],
  ...['03-22T14:00/03-22T15:30', '03-29T14:00/03-29T15:30'],
];
const without = (...days: string[]) => mondays.filter((time) => !days.some((day) => time.startsWith(day)));

test.each<[what: string, lines: readonly string[], times: readonly string[]]>([
  [
    'Google: one event in UTC',
    event('DTSTART:20270302T150000Z', 'DTEND:20270302T160000Z', 'TRANSP:OPAQUE', 'STATUS:CONFIRMED'),
    ['03-02T15:00/03-02T16:00'],
  ],
  ['a weekly event, over the change of the clocks', event(...weekly, 'RRULE:FREQ=WEEKLY'), mondays],
  [
    'every second week, on two days',
    event(...weekly, 'RRULE:FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=MO,TH'),
    ['03-01T15:00/03-01T16:30', '03-04T15:00/03-04T16:30', '03-15T14:00/03-15T15:30', '03-18T14:00/03-18T15:30'].concat(
      '03-29T14:00/03-29T15:30',
    ),
  ],
  [
    'until a moment, that included',
    event(...weekly, 'RRULE:FREQ=WEEKLY;UNTIL=20270308T150000Z'),
    without('03-15', '03-22', '03-29'),
  ],
  ['a number of times', event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=54'), without('03-15', '03-22', '03-29')],
  [
    'without some of its days, by clock and in UTC',
    event(...weekly, 'RRULE:FREQ=WEEKLY', 'EXDATE;TZID=America/New_York:20270308T100000', 'EXDATE:20270315T140000Z'),
    without('03-08', '03-15'),
  ],
  [
    'Google: one moved to another day, and one cancelled',
    [
      ...event(...weekly, 'RRULE:FREQ=WEEKLY'),
      ...event('RECURRENCE-ID;TZID=America/New_York:20270308T100000', 'DTSTART:20270309T190000Z', 'DURATION:PT45M'),
      ...event('RECURRENCE-ID:20270315T140000Z', 'DTSTART:20270315T140000Z', 'STATUS:CANCELLED'),
    ],
    ['03-01T15:00/03-01T16:30', '03-09T19:00/03-09T19:45', '03-22T14:00/03-22T15:30', '03-29T14:00/03-29T15:30'],
  ],
  [
    'one moved into the window from after it, and one that the program marks as free',
    [
      ...event('DTSTART:20270125T150000Z', 'DTEND:20270125T160000Z', 'RRULE:FREQ=WEEKLY;INTERVAL=5'),
      ...event('RECURRENCE-ID:20270405T150000Z', 'DTSTART:20270330T140000Z', 'DTEND:20270330T150000Z'),
      ...event('RECURRENCE-ID:20270301T150000Z', 'DTSTART:20270301T150000Z', 'TRANSP:TRANSPARENT'),
    ],
    ['03-30T14:00/03-30T15:00'],
  ],
  [
    'two events of a series that is not told, and two that have one name',
    [
      ...event('RECURRENCE-ID:20270405T140000Z', 'DTSTART:20270330T140000Z', 'DTEND:20270330T150000Z'),
      ...event('RECURRENCE-ID:20270406T140000Z', 'DTSTART:20270331T140000Z', 'DTEND:20270331T150000Z'),
      ...event('DTSTART:20270302T140000Z', 'DTEND:20270302T150000Z'),
      ...event('DTSTART:20270303T140000Z', 'DTEND:20270303T150000Z'),
    ],
    [
      ...['03-02T14:00/03-02T15:00', '03-03T14:00/03-03T15:00'],
      ...['03-30T14:00/03-30T15:00', '03-31T14:00/03-31T15:00'],
    ],
  ],
  [
    'late in the evening, which is another day in UTC: one moved, one left out',
    [
      ...event(
        ...['DTSTART;TZID=America/New_York:20270320T210000', 'DTEND;TZID=America/New_York:20270320T220000'],
        ...['RRULE:FREQ=DAILY;COUNT=4', 'EXDATE;TZID=America/New_York:20270323T210000'],
      ),
      ...event(
        'RECURRENCE-ID;TZID=America/New_York:20270321T210000',
        ...['DTSTART;TZID=America/New_York:20270321T080000', 'DTEND;TZID=America/New_York:20270321T090000'],
      ),
    ],
    ['03-21T01:00/03-21T02:00', '03-21T12:00/03-21T13:00', '03-23T01:00/03-23T02:00'],
  ],
  [
    'Outlook: a zone by its own name, which nothing describes',
    event(
      'DTSTART;TZID=Eastern Standard Time:20270315T100000',
      'DTEND;TZID="Eastern Standard Time":20270315T110000',
      'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
    ),
    ['03-15T14:00/03-15T15:00'],
  ],
  [
    'Outlook: somebody else’s zone',
    event('DTSTART;TZID=W. Europe Standard Time:20270315T160000', 'DTEND;TZID=W. Europe Standard Time:20270315T170000'),
    ['03-15T15:00/03-15T16:00'],
  ],
  [
    'Outlook: a zone that the calendar describes itself',
    [
      ...outlookZone,
      ...event(
        'DTSTART;TZID=Customized Time Zone:20270312T100000',
        'DTEND;TZID=Customized Time Zone:20270312T110000',
        'RRULE:FREQ=DAILY;COUNT=4',
      ),
    ],
    ['03-12T18:00/03-12T19:00', '03-13T18:00/03-13T19:00', '03-14T17:00/03-14T18:00', '03-15T17:00/03-15T18:00'],
  ],
  [
    'Apple: times without a zone are the dealer’s, also beside a zone',
    [
      ...outlookZone,
      ...event('DTSTART:20270312T100000', 'DTEND:20270312T110000', 'RRULE:FREQ=WEEKLY;UNTIL=20270319T100000'),
    ],
    ['03-12T15:00/03-12T16:00', '03-19T14:00/03-19T15:00'],
  ],
  [
    'days from midnight to midnight of the dealer, the short one too',
    event('DTSTART;VALUE=DATE:20270313', 'DTEND;VALUE=DATE:20270315'),
    ['03-13T05:00/03-15T04:00'],
  ],
  ['a day without an end', event('DTSTART;VALUE=DATE:20270320'), ['03-20T04:00/03-21T04:00']],
  [
    'Outlook: a day each week, without one that it names by its midnight',
    event(
      ...['DTSTART;VALUE=DATE:20270302', 'DTEND;VALUE=DATE:20270303', 'RRULE:FREQ=WEEKLY'],
      'EXDATE;TZID=Eastern Standard Time:20270309T000000,20270330T000000',
    ),
    ['03-02T05:00/03-03T05:00', '03-16T04:00/03-17T04:00', '03-23T04:00/03-24T04:00'],
  ],
  [
    'what began before the window and goes on',
    event('DTSTART;VALUE=DATE:20270220', 'DTEND;VALUE=DATE:20270302'),
    ['02-20T05:00/03-02T05:00'],
  ],
  [
    'free are what is transparent, cancelled, without a length, or a task',
    [
      ...event('DTSTART;VALUE=DATE:20270320', 'TRANSP:TRANSPARENT', 'RRULE:FREQ=YEARLY'),
      ...event('UID:two', 'DTSTART:20270321T140000Z', 'DTEND:20270321T150000Z', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'),
      ...event('UID:three', 'DTSTART:20270322T140000Z', 'DTEND:20270322T150000Z', 'STATUS:CANCELLED'),
      ...event('UID:four', 'DTSTART:20270323T140000Z'),
      ...['BEGIN:VTODO', 'DTSTART:20270324T140000Z', 'DUE:20270324T150000Z', 'END:VTODO'],
    ],
    [],
  ],
  [
    'folded lines, an alarm, and a line that no rule allows',
    event(
      'DTSTART;TZID=America/New_Yo\r\n rk:20270315T100000',
      'DESCRIPTION:One\r\nnobody folded this',
      'DURATION:PT1H',
      ...['BEGIN:VALARM', 'TRIGGER:-PT15M', 'DURATION:PT5M', 'END:VALARM'],
    ),
    ['03-15T14:00/03-15T15:00'],
  ],
])('%s', async (_, lines, times) => {
  expect((await timesIn(calendar(...lines))).toSorted()).toEqual(times);
});

test.each<[what: string, text: string]>([
  ['a page', '<!doctype html><title>Sign in</title>'],
  ['a calendar that was cut', calendar(...event('DTSTART:20270302T150000Z')).slice(0, -20)],
  ['an event without a beginning', calendar(...event('DTEND:20270302T150000Z'))],
  ['a beginning that is none', calendar(...event('DTSTART:2027030XT150000Z'))],
  ['a rule that is none', calendar(...event('DTSTART:20270302T150000Z', 'RRULE:FREQ=FORTNIGHTLY'))],
  ['an event each second', calendar(...event('DTSTART:20270302T150000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'))],
])('%s is not read', async (_, text) => {
  await expect(timesIn(text)).rejects.toBeInstanceOf(Unread);
});

test('a day that never comes ends the reading soon, and so do two megabytes', async () => {
  const never = event('DTSTART:20260101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30');
  expect(await timesIn(calendar(...never))).toEqual([]);
  const many = Array.from({ length: 12_000 }, (_, index) =>
    event(`UID:${index}`, ...weekly, `DESCRIPTION:${'x'.repeat(40)}`),
  ).flat();
  const begun = performance.now();
  expect(await timesIn(calendar(...many))).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(3000);
});
