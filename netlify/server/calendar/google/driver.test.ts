import { describe, expect, test } from 'vitest';
import { describeCalendar, first, leadOf, moment, second, visitTo } from '#tests/support/calendar-suite';
import { EventBook } from '#tests/support/google/google-events';
import { connected, googleDoubles, TrialClock, trialsOf } from '#tests/support/google/google-trial';
import { everyInterleaving, memoryStore, type Records } from '#tests/support/stores/interleave';
import { DAY } from '#lib/time/units';
import { wordsIn } from '#i18n/owner-words';
import { eventOf } from './events.ts';
import { installations, installationId } from './driver.ts';

const newDouble = googleDoubles();
const trial = trialsOf(newDouble);
const soon = moment + 20_000;
const week = { start: moment, end: moment + 7 * DAY };

describeCalendar('Google’s calendar', async () => {
  const calendar = connected((await newDouble()).env);
  return {
    calendar,
    stand: async (visit) => void (await calendar.createEvent(visit, soon)),
    fall: async ({ id }) => void (await calendar.deleteEvent(id, soon)),
  };
});

test('an event has the slot’s instants in the business’s zone, the visitor’s details and the address', async () => {
  const { google, calendar } = await trial('serviceAccountEnv');
  const lead = leadOf({ address: '12 Palm Way', message: 'Two floors\nand a lanai' });
  expect(await calendar.createEvent(visitTo(calendar, first, 0, lead), soon)).toBe('created');
  expect(google.events.alive()).toEqual([
    expect.objectContaining({
      summary: 'Consultation: Ann Visitor',
      location: '12 Palm Way, Roswell, 30047',
      start: { dateTime: '2026-12-01T10:30:00-05:00', timeZone: 'America/New_York' },
      end: { dateTime: '2026-12-01T11:30:00-05:00', timeZone: 'America/New_York' },
      description: [
        'Phone: <a href="tel:+14075550188">(407) 555-0188</a>',
        'Email: ann@example.com',
        'Address: 12 Palm Way',
        'ZIP: 30047',
        'City: Roswell',
        'Service: Motorized Shades',
        'Preferred contact: Phone',
        'Message: Two floors<br>and a lanai',
      ].join('<br>'),
    }),
  ]);
});

test.each([
  ['Elise Romero', 'Consultation: Elise Romero'],
  ['Win at https://evil.example', 'Consultation'],
  ['Call 407 666 0000 now', 'Consultation'],
  ['<b>Ann</b>', 'Consultation'],
])('an event with a guest says service, city, time and a name of letters: %s', async (name, summary) => {
  const { google, calendar } = await trial();
  const typed = {
    phone: '(407) 666-0000',
    zipCode: '31801',
    address: 'evil.example/win',
    message: 'Pay at evil.example',
  };
  await calendar.createEvent(visitTo(calendar, first, 0, leadOf({ name, ...typed })), soon);
  const [event] = google.events.alive();
  expect(event).toMatchObject({
    summary,
    location: 'Roswell',
    start: { dateTime: '2026-12-01T10:30:00-05:00', timeZone: 'America/New_York' },
    attendees: [{ email: 'ann@example.com' }],
    description:
      'Service: Motorized Shades<br>City: Roswell<br>' +
      'For Larkspur Smart Shades: <a href="https://www.example.com/admin/leads">all about this request</a>',
  });
  expect(JSON.stringify({ ...event, extendedProperties: null, updated: null })).not.toMatch(/evil|666|32801|407/);
});

test('a visitor’s new words take the place of the former ones in the event, and what the owner wrote stays', async () => {
  const { google, calendar } = await trial();
  const lead = leadOf({ email: undefined, address: '12 Palm Way' });
  const visit = visitTo(calendar, first, 0, lead);
  await calendar.createEvent(visit, soon);
  const [event] = google.events.alive();
  google.events.change(visit.id, { description: `Bring the ladder<br>${event?.description}` });
  const next = leadOf({ email: undefined, address: '14 Palm Way', message: 'Gate $& 4711' });
  await calendar.updateEvent({ ...visit, lead: next }, lead, soon);
  const [changed] = google.events.alive();
  expect(changed?.location).toBe('14 Palm Way, Roswell, 30047');
  expect(changed?.description).toMatch(/^Bring the ladder<br>.*Address: 14 Palm Way<br>.*Message: Gate \$&amp; 4711$/);
  // The owner has written both anew.
  google.events.change(visit.id, { description: 'Ann, blue door', location: 'At the lake' });
  await calendar.updateEvent({ ...visit, lead }, next, soon);
  google.events.cancel(visit.id);
  await calendar.updateEvent({ ...visit, lead }, next, soon);
  expect(google.events.all()).toEqual([
    expect.objectContaining({ description: 'Ann, blue door', location: 'At the lake', status: 'cancelled' }),
  ]);
  expect(google.count('patch')).toBe(1);
});

test('an event keeps the language in which it was made, whatever the owner has chosen since', async () => {
  const { google, calendar } = await trial();
  const lead = leadOf({ email: undefined });
  const visit = visitTo(calendar, first, 0, lead);
  await calendar.createEvent(visit, soon);
  const { summary = '', description = '' } = eventOf(
    visit,
    { site: '', origin: '', words: await wordsIn('es') },
    false,
  );
  google.events.change(visit.id, { summary: `${summary}`, description: `${description}` });
  await calendar.updateEvent({ ...visit, lead: leadOf({ email: undefined, name: 'Anna', phone: '' }) }, lead, soon);
  const [changed] = google.events.alive();
  expect([summary, changed?.summary]).toEqual(['Consulta: Ann Visitor', 'Consulta: Anna']);
  expect(description).toMatch(/^Teléfono: .*Código postal: 30047<br>/);
  expect(changed?.description).toMatch(/^Código postal: 30047<br>/);
});

test('a corrected name is in the event’s title, and a guest’s new address takes the former one’s place, unmailed', async () => {
  const { google, calendar } = await trial();
  const lead = leadOf({ email: 'ann@exmaple.com' });
  const visit = visitTo(calendar, first, 0, lead);
  await calendar.createEvent(visit, soon);
  const next = leadOf({ email: 'ann@example.com', name: 'Anna Berg', address: '14 Palm Way' });
  await calendar.updateEvent({ ...visit, lead: next }, lead, soon);
  const [event] = google.events.alive();
  expect(event).toMatchObject({ attendees: [{ email: 'ann@example.com' }], summary: 'Consultation: Anna Berg' });
  expect(JSON.stringify(event)).not.toContain('Palm Way');
  expect(google.events.invitations.map(({ to }) => to)).toEqual(['ann@exmaple.com']);
});

describe('who is invited', () => {
  test.each([
    ['the owner’s own account', 'env', true],
    ['a service account by itself', 'serviceAccountEnv', false],
    ['a service account that acts for the owner', 'delegateEnv', true],
  ] as const)('%s', async (_, access, invites) => {
    const google = await newDouble();
    const calendar = connected(google[access]);
    const visit = visitTo(calendar);
    expect(calendar.invites(visit.lead)).toBe(invites);
    expect(calendar.invites(leadOf({ email: undefined }))).toBe(false);
    await calendar.createEvent(visit, soon);
    await calendar.deleteEvent(visit.id, soon);
    const mails = google.events.invitations.map(({ kind, to }) => `${kind} ${to}`);
    expect(mails).toEqual(invites ? ['invited ann@example.com', 'cancelled ann@example.com'] : []);
  });

  test('nobody, where the owner does not want the visitor told; the one who was is not told of the end either', async () => {
    const { google, calendar } = await trial();
    await calendar.createEvent({ ...visitTo(calendar), isQuiet: true }, soon);
    expect(google.events.alive()).toEqual([expect.not.objectContaining({ attendees: expect.anything() })]);
    const invited = visitTo(calendar, second);
    await calendar.createEvent(invited, soon);
    await calendar.deleteEvent(invited.id, soon, { isQuiet: true });
    const mails = google.events.invitations.map(({ kind, to }) => `${kind} ${to}`);
    expect(mails).toEqual(['invited ann@example.com']);
  });

  test.each(['quota', 'forbiddenForServiceAccounts'] as const)(
    'a visit whose invitation Google refuses (%s) is kept without guests, and we are told to invite',
    async (why) => {
      const { google, calendar } = await trial('delegateEnv');
      if (why === 'quota') google.faults.next('insert', 'quota');
      else google.oauth.mayInvite = false;
      const visit = visitTo(calendar);
      expect(await calendar.createEvent(visit, soon)).toBe('created');
      expect(calendar.invites(visit.lead)).toBe(false);
      expect(google.events.alive()).toEqual([expect.not.objectContaining({ attendees: expect.anything() })]);
    },
  );
});

describe('what became of an event', () => {
  type Google = Awaited<ReturnType<typeof newDouble>>;
  const at = (dateTime: string) => ({ dateTime, timeZone: 'America/New_York' });
  const moves =
    (...[from, to]: [string, string]) =>
    ({ events }: Google, id: string) =>
      events.move(id, at(from), at(to));
  const changes: [what: string, change: (google: Google, id: string) => void, state: string][] = [
    ['was renamed', ({ events }, id) => events.change(id, { summary: 'Ann, bring samples' }), 'alive'],
    ['was deleted', ({ events }, id) => events.cancel(id), 'dead'],
    ['was forgotten', ({ events }, id) => events.forget(id), 'absent'],
    ['was moved by a day', moves('2026-12-02T10:30:00', '2026-12-02T11:30:00'), 'dead'],
    ['was made longer', moves('2026-12-01T10:30:00', '2026-12-01T12:30:00'), 'alive'],
    ['was made shorter', moves('2026-12-01T10:30:00', '2026-12-01T11:00:00'), 'alive'],
    ['was made transparent', ({ events }, id) => events.change(id, { transparency: 'transparent' }), 'alive'],
    [
      'was made a whole day',
      ({ events }, id) => events.move(id, { date: '2026-12-01' }, { date: '2026-12-02' }),
      'dead',
    ],
    ['is told in other zones', moves('2026-12-01T15:30:00Z', '2026-12-01T08:30:00-08:00'), 'alive'],
    ['lost our marks', ({ events }, id) => events.change(id, { extendedProperties: {} }), 'foreign'],
  ];

  test.each(changes)('that %s', async (_, change, state) => {
    const { google, calendar } = await trial();
    const visit = visitTo(calendar);
    await calendar.createEvent(visit, soon);
    change(google, visit.id);
    expect(await calendar.readEvent(visit, soon)).toMatchObject({ state });
  });

  test('and of one that another installation made in the same calendar: it is foreign, and not among our own', async () => {
    const google = await newDouble();
    const [ours, theirs] = [connected(google.env), connected(google.env)];
    const visit = visitTo(theirs);
    await theirs.createEvent(visit, soon);
    expect(await ours.createEvent(visitTo(ours), soon)).toBe('exists');
    expect(await ours.readEvent(visit, soon)).toEqual({ state: 'foreign' });
    expect(await ours.ownEvents(week, soon)).toEqual([]);
    expect(await theirs.ownEvents(week, soon)).toEqual([{ id: visit.id, start: first.start }]);
  });

  test('an installation stays the same one after a restart, and a restore gives its name back to a site that runs', async () => {
    const google = await newDouble();
    const [store, emptied] = [memoryStore(new Map(), 'slots'), memoryStore(new Map(), 'slots')];
    const visit = visitTo(connected(google.env));
    await connected(google.env, new TrialClock(), store).createEvent(visit, soon);
    const alive = { state: 'alive', visit: visit.visit };
    expect(await connected(google.env, new TrialClock(), store).readEvent(visit, soon)).toMatchObject(alive);
    const runs = connected(google.env, new TrialClock(), emptied);
    expect(await runs.readEvent(visit, soon)).toEqual({ state: 'foreign' });
    await emptied.put(installations.place, (await store.get(installations.place))?.value);
    expect(await runs.readEvent(visit, soon)).toMatchObject(alive);
  });

  test('deleting one that Google never knew says so: an insert on its way may still bring it', async () => {
    const { calendar } = await trial();
    expect(await calendar.deleteEvent(visitTo(calendar).id, soon)).toBe('absent');
  });
});

test('busy are whole days in the calendar’s zone; no transparent, no cancelled event', async () => {
  const google = await newDouble();
  google.events.add({ start: { date: '2026-12-02' }, end: { date: '2026-12-03' } });
  const at = (hour: number) => ({ dateTime: `2026-12-01T${hour}:00:00Z` });
  google.events.add({ start: at(15), end: at(16), transparency: 'transparent' });
  google.events.cancel(google.events.add({ start: at(17), end: at(18) }));
  google.events.add({ start: at(20), end: at(21) });
  expect(await connected(google.env).busy(week, soon)).toEqual([
    { start: Date.parse('2026-12-01T20:00:00Z'), end: Date.parse('2026-12-01T21:00:00Z') },
    { start: Date.parse('2026-12-02T05:00:00Z'), end: Date.parse('2026-12-03T05:00:00Z') },
  ]);
});

test('our own events come whole from a list of several pages, without those that begin before the window', async () => {
  const { google, calendar } = await trial();
  google.maxPage = 2;
  const visits = [first, second].flatMap((slot) =>
    [0, 1, 2].map((eventNumber) => visitTo(calendar, slot, eventNumber)),
  );
  for (const visit of visits) await calendar.createEvent(visit, soon);
  google.events.add({ start: { date: '2026-12-01' }, end: { date: '2026-12-02' } });
  // A visit that the owner made a series of is left out.
  const series = visitTo(calendar, second, 9);
  await calendar.createEvent(series, soon);
  google.events.change(series.id, { recurringEventId: series.id });
  const own = await calendar.ownEvents(week, soon);
  expect(own).toEqual(visits.map(({ id, interval }) => ({ id, start: interval.start })));
  const later = await calendar.ownEvents({ start: first.start + 1, end: week.end }, soon);
  expect(later).toEqual(own.filter(({ start }) => start === second.start));
});

test('two processes that start at once, one of which may die, agree on one name', async () => {
  const actor = (open: (name: string) => ReturnType<typeof memoryStore>) => installationId(open('slots'));
  const start = (): Records => new Map();
  await everyInterleaving<string>({ start, actors: [actor, actor], mortal: [0] }, async (run) => {
    const kept = await installationId(memoryStore(run.records, 'slots'));
    expect(run.outcomes[1], run.schedule).toBe(kept);
    expect(['dead', kept], run.schedule).toContain(run.outcomes[0]);
  });
});

const FAMILY = 'family@group.calendar.google.com';
const zone = 'America/New_York';
const at = (day: number) => ({
  start: { dateTime: `2026-12-0${day}T09:00:00-05:00`, timeZone: zone },
  end: { dateTime: `2026-12-0${day}T10:00:00-05:00`, timeZone: zone },
});
const nine = (day: number) => Date.parse(`2026-12-0${day}T14:00:00Z`);

test('other calendars whose busy times count are read as the first one is; events go to the first one only', async () => {
  const google = await newDouble();
  const family = new EventBook(zone);
  google.others.set(FAMILY, family);
  family.add({ summary: 'School play', ...at(2) });
  google.events.add({ summary: 'Supplier', ...at(3) });
  const calendar = connected({ ...google.env, GOOGLE_BUSY_CALENDARS: ` ${FAMILY}, ${google.calendarId},` });
  const busy = await calendar.busy({ start: nine(1), end: nine(5) }, soon);
  expect(busy.map(({ start }) => start).sort()).toEqual([nine(2), nine(3)]);
  const visit = visitTo(calendar);
  await calendar.createEvent(visit, soon);
  expect([family.all().length, google.events.all().length]).toEqual([1, 2]);
  const asked = google.heard.filter(({ call }) => call === 'freeBusy').map(({ body }) => JSON.parse(body).items);
  expect(asked).toEqual([[{ id: google.calendarId }], [{ id: FAMILY }]]);
});

test('another calendar that cannot be read fails as the first one does', async () => {
  const google = await newDouble();
  const calendar = connected({ ...google.env, GOOGLE_BUSY_CALENDARS: FAMILY });
  await expect(calendar.busy(week, soon)).rejects.toMatchObject({ kind: 'refused' });
});
