import type { Lead } from '#lead/lead';
import { changeLead, changeVisit } from '#server/leads/lead-records';
import { firstVisit } from '#lead/visits';
import { beforeEach, expect, test } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { zonedDay, zonedTime } from '#lib/time/zone';
import { slotKey } from '#server/slots/records';
import { leadId, leadKey } from '#server/leads/lead-id';
import { visitToken } from '#server/leads/visit-link';
import { mail } from '#server/channels/mail/mail';
import { boxOf, listWaiting } from '#server/outbox/outbox';
import { intervalOf, readEvent } from '#tests/support/ics-event';
import { earlyInOffer } from '#tests/support/limit-window';
import { apiForTests } from '#tests/support/admin-api';
import { HOUR, MINUTE } from '#lib/time/units';

const api = apiForTests();
beforeEach(earlyInOffer);

/** The page's words, without its markup. */
async function read(answer: Response | Promise<Response>): Promise<string> {
  const html = await (await answer).text();
  return html.replace(/<[^>]+>|\{' '\}/g, ' ').replace(/\s+/g, ' ');
}

const shown = ({ start }: Slot) => `${zonedDay(start)} at ${zonedTime(start)} ET`;

/** A visit that was booked at a time that no form offers any more. */
async function bookedAt(start: number): Promise<{ id: string; address: string }> {
  const received = await api.receive();
  const { id: lead } = received;
  const [slot, of] = [slotKey(start), firstVisit(lead)];
  await changeLead(api.store('leads'), lead, (one) => ({ ...one, status: 'booked' }));
  const at = { slot, start: new Date(start).toISOString() };
  await changeVisit(api.store('leads'), of, (visit) => ({ ...visit, ...at }));
  await api.store('slots').create(slot, { state: 'booked', eventNumber: 0, writes: 1, lead, visit: of });
  return received;
}

/** The next full hour and so many more. */
const hoursFromNow = (hours: number) => (Math.floor(Date.now() / HOUR) + 1 + hours) * HOUR;

test('it is shown whole, with the times to move it to, and goes nowhere else', async () => {
  const slot = await api.openSlot();
  const { address } = await api.booked(slot, { address: '612 Sycamore Street' });
  const answer = await api.ask('GET', address);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "frame-ancestors 'none'",
    'referrer-policy': 'strict-origin',
    'x-robots-tag': 'noindex',
  });
  const html = await answer.clone().text();
  const text = await read(answer);
  for (const part of [shown(slot), '612 Sycamore Street, Roswell, GA 30047', 'Motorized Shades', 'Elise Romero']) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('elise.romero@example.com');
  expect(text).not.toContain('555-0188');
  expect(html).not.toContain('<template');
  expect(html).not.toContain('[[');
  expect(html).not.toContain('The page without a visit');
  const choices = [...html.matchAll(/name="slot" value="([^"]+)"/g)].map(([, start]) => start);
  expect(choices).toEqual((await api.openSlots()).map(({ start }) => start));
});

test('GET and HEAD change nothing at all', async () => {
  const { address } = await api.booked(await api.openSlot());
  const unbooked = await api.receive();
  const before = await api.data();
  for (const method of ['GET', 'HEAD']) {
    for (const at of [address, `${address}?done=moved`, `${address}?action=cancel`, unbooked.address])
      expect((await api.ask(method, at)).status).toBe(200);
  }
  expect(await api.data()).toEqual(before);
});

test('forged, cut and foreign links, and one to a removed request, lead to nobody and do nothing', async () => {
  const { id, address } = await api.booked(await api.openSlot());
  const removed = await api.receive();
  await api.store('leads').delete(`leads/${removed.id}`);
  const before = await api.data();
  const forged = [
    removed.address,
    address.slice(0, -1),
    `${address}x`,
    `${address}.x`,
    '/visit/x',
    `/visit/${id}`,
    `/visit/${id}.`,
    `/visit/${visitToken('another secret', id)}`,
    address.replace(id, leadId('somebody else')),
    '/visit/%2e%2e%2f%00',
    '/visit/%ff',
  ];
  for (const wrong of forged) {
    const answers = await Promise.all([api.ask('GET', wrong), api.submit(wrong, { action: 'cancel' })]);
    for (const answer of answers) {
      expect(answer.status, wrong).toBe(404);
      expect(await read(answer)).toContain('We Cannot Find This Visit');
    }
  }
  expect(await api.data()).toEqual(before);
});

test('nothing that a visitor typed becomes markup, or a place to fill', async () => {
  const name = `"><script>alert(1)</script>[[choice]]$&`;
  const { address } = await api.booked(await api.openSlot(), { name, address: `'<img src=x onerror=alert(1)>` });
  const html = await (await api.ask('GET', address)).text();
  expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;[[choice]]$&amp;');
  expect(html).toContain('&#39;&lt;img src=x onerror=alert(1)&gt;');
  expect(html).not.toMatch(/<script>alert|<img/);
});

test('the lead and the slots follow, and twice is the same as once', async () => {
  const [first, second] = [await api.openSlot(), await api.openSlot(1)];
  const { id, address } = await api.booked(first);
  const answer = await api.submit(address, { action: 'move', slot: second.start });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${address}?done=moved`]);
  const once = await api.data();
  expect((await api.submit(address, { action: 'move', slot: second.start })).status).toBe(303);
  expect(await api.data()).toEqual(once);
  expect(await api.booking(id)).toMatchObject({ start: second.start, status: 'booked' });
  const open = await api.openSlots();
  expect(open).toContainEqual(first);
  expect(open).not.toContainEqual(second);
  const text = await read(api.ask('GET', `${address}?done=moved`));
  expect(text).toContain(`Done: we will see you on ${shown(second)}`);
});

test('a time that somebody else has, one that is not offered, and a form without one are refused: the visit stays', async () => {
  const [mine, theirs] = [await api.openSlot(), await api.openSlot(1)];
  const { address } = await api.booked(mine);
  await api.booked(theirs);
  const before = await api.data();
  const taken = await api.submit(address, { action: 'move', slot: theirs.start });
  expect(taken.status).toBe(409);
  const text = await read(taken);
  expect(text).toContain('Somebody has just taken that time. Please choose another.');
  expect(text).toContain(shown(mine));
  for (const slot of ['2020-01-06T15:00:00Z', new Date(Date.parse(mine.start) + MINUTE).toISOString()]) {
    const closed = await api.submit(address, { action: 'move', slot });
    expect(closed.status).toBe(409);
    expect(await read(closed)).toContain('That time is no longer offered. Please choose another.');
  }
  const wrong = [{ action: 'move' }, { action: 'move', slot: '9999999-12-31T00:00:00Z' }, { action: '<b>' }];
  for (const fields of wrong) {
    const answer = await api.submit(address, fields as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(await read(answer)).toMatch(/Please choose a time(, or cancel the visit)?\./);
  }
  expect(await api.data()).toEqual(before);
});

test('a request without a visit has none to cancel and no file, and can be given one', async () => {
  const { id, address } = await api.receive();
  expect(await read(api.ask('GET', address))).toContain('no visit is booked for it at the moment');
  const cancelled = await api.submit(address, { action: 'cancel' });
  expect([cancelled.status, await read(cancelled)]).toEqual([
    409,
    expect.stringContaining('There is no visit to cancel.'),
  ]);
  expect((await api.ask('GET', `${address}/visit.ics`)).status).toBe(404);
  const slot = await api.openSlot();
  expect((await api.submit(address, { action: 'move', slot: slot.start })).status).toBe(303);
  expect(await api.booking(id)).toMatchObject({ start: slot.start, status: 'booked' });
});

test('from a page that was open meanwhile, a cancelled visit does not come back', async () => {
  const { address } = await api.booked(await api.openSlot());
  await api.submit(address, { action: 'cancel' });
  const before = await api.data();
  const answer = await api.submit(address, { action: 'move', slot: (await api.openSlot(1)).start });
  expect(answer.status).toBe(409);
  expect(await read(answer)).toContain('This visit has been cancelled, so it cannot be moved.');
  expect(await api.data()).toEqual(before);
});

test('a visit can be cancelled until it begins, and then nothing can', async () => {
  const soon = await bookedAt(hoursFromNow(1));
  expect(await read(api.ask('GET', soon.address))).toContain('Cancel this visit');
  expect((await api.submit(soon.address, { action: 'cancel' })).status).toBe(303);

  const past = await bookedAt(hoursFromNow(-2));
  const html = await (await api.ask('GET', past.address)).text();
  expect(html).toContain('can no longer be changed here');
  expect(html).not.toContain('<form');
  const before = await api.data();
  for (const fields of [{ action: 'cancel' }, { action: 'move', slot: (await api.openSlot()).start }]) {
    const answer = await api.submit(past.address, fields);
    expect(answer.status).toBe(409);
    expect(await read(answer)).toContain('This visit has already begun.');
  }
  expect(await api.data()).toEqual(before);
});

const gate = 'Gate code 4711\r\n\u200bPark in front';
/** The owner's notices of the lead, as they wait. */
async function notices(id: string): Promise<string[]> {
  await api.settled();
  const waiting = await listWaiting(boxOf(api.store('leads'), mail.outbox));
  return waiting.flatMap(({ waiting: { message } }) =>
    message.lead === id && message.subject.startsWith('Changed') ? [message.text] : [],
  );
}

test('address, phone number and notes are tidied and stored, shown in the form again, and told to the owner once for each change', async () => {
  const slot = await api.openSlot();
  const { id, address } = await api.booked(slot);
  const first = (await api.lead(id))?.request.phone;
  const notes = { action: 'notes', address: '  612  Sycamore Street', phone: '404.555.0177', message: gate };
  const answer = await api.submit(address, notes);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${address}?done=notes`]);
  const request = {
    address: '612 Sycamore Street',
    phone: '(404) 555-0177',
    message: 'Gate code 4711\nPark in front',
  };
  expect(await api.booking(id)).toMatchObject({ start: slot.start, status: 'booked' });
  expect(await api.lead(id)).toMatchObject({ request });
  const page = await api.ask('GET', `${address}?done=notes`);
  expect(await page.clone().text()).toContain('value="612 Sycamore Street"');
  const text = await read(page);
  expect(text).toContain('Saved. Whoever comes to you will see it.');
  expect(text).toContain('Notes Gate code 4711 Park in front About');
  expect(text).toContain('Change address, gate code, phone or email');
  const [notice = '', ...more] = await notices(id);
  expect(more).toEqual([]);
  for (const part of [request.address, request.phone, 'Gate code 4711', `${zonedDay(slot.start)} at`])
    expect(notice).toContain(part);

  const once = await api.data();
  await api.submit(address, notes);
  expect(await api.data()).toEqual(once);
  for (const message of ['Gate code 9', gate]) await api.submit(address, { ...notes, message });
  expect(await notices(id)).toHaveLength(3);
  const drawn = { addressDrawn: request.address, phoneDrawn: request.phone, messageDrawn: gate };
  await api.submit(address, { action: 'notes', address: '', phone: '', message: '', ...drawn });
  const { request: emptied, notes: kept } = (await api.lead(id)) ?? {};
  expect(emptied).toMatchObject({ preferredContact: 'email' });
  expect([emptied?.address, emptied?.phone, emptied?.message]).toEqual([undefined, undefined, undefined]);
  expect(kept?.map(({ text, by }) => [text, by])).toEqual([
    [`Corrected: phone was ${first}.`, 'visitor'],
    [`Corrected: phone was ${request.phone}.`, 'visitor'],
  ]);
});

test('a corrected email address is confirmed there, once, and the former one stays in a note', async () => {
  const { id, address } = await api.booked(await api.openSlot(), { email: 'elise@exmaple.com', phone: '' });
  const mailed = async () => {
    await api.settled();
    const waiting = await listWaiting(boxOf(api.store('leads'), mail.outbox));
    return waiting
      .flatMap(
        ({
          waiting: {
            message: { lead, to },
          },
        }) => (lead !== id || to === 'owner' ? [] : [to.address]),
      )
      .sort();
  };
  const notes = { action: 'notes', email: 'Elise@example.com', emailDrawn: 'elise@exmaple.com' };
  for (const _ of ['once', 'twice']) await api.submit(address, notes);
  const page = await api.submit(address, { ...notes, email: 'elise@example.com ' });
  expect(page.headers.get('location')).toBe(`${address}?done=number`);
  expect(await mailed()).toEqual(['Elise@example.com', 'elise@exmaple.com']);
  expect(await read(api.ask('GET', `${address}?done=number`))).toContain('by email to elise@example.com.');
  expect((await api.lead(id))?.notes[0]?.text).toBe('Corrected: email was elise@exmaple.com.');
  const refused = await api.submit(address, { ...notes, email: '', emailDrawn: 'elise@example.com' });
  expect([refused.status, (await api.lead(id))?.request.email]).toEqual([400, 'elise@example.com']);
});

test('the box for texts is drawn as the visitor left it, and agrees for the number and the words beside it once it is ticked', async () => {
  const { id, address } = await api.booked(await api.openSlot(), { consent: '2026-12' });
  const phone = (await api.lead(id))?.request.phone ?? '';
  const box = async () =>
    /<input\s+type="checkbox"\s+name="texts".*?>/s.exec(await (await api.ask('GET', address)).text())?.[0];
  const agreement = async () => {
    const { texts, consent } = (await api.lead(id))?.request ?? {};
    return [texts, consent];
  };
  const submit = (fields: Record<string, string>) =>
    api.submit(address, { action: 'notes', phone, phoneDrawn: phone, consent: '2027-02', ...fields });
  await submit({ message: 'Gate 9' });
  expect([await agreement(), await box()]).toEqual([[undefined, '2026-12'], expect.not.stringContaining('checked')]);
  await submit({ texts: 'true' });
  expect([await agreement(), await box()]).toEqual([[true, '2027-02'], expect.stringMatching(/\schecked\s/)]);
  const second = '(407) 555-0177';
  await submit({ texts: 'true', textsDrawn: 'true', phone: second });
  expect([await agreement(), await box()], 'drawn ticked').toEqual([
    [true, '2027-02'],
    expect.stringMatching(/\schecked\s/),
  ]);
  // Where the owner has noted another number meanwhile, the untouched box says nothing of that one.
  await api.commanded(id, { do: 'correct', request: { phone: '(407) 555-0179' } });
  await submit({ texts: 'true', textsDrawn: 'true', phone: second, phoneDrawn: second, message: 'Gate 8' });
  expect(await agreement()).toEqual([undefined, '2027-02']);
  await api.commanded(id, { do: 'correct', request: { phone: second, texts: true } });
  await submit({ texts: 'true', textsDrawn: 'true', phone: '407-555-0177', phoneDrawn: second });
  expect(await agreement(), 'in another way').toEqual([true, '2027-02']);
  await submit({ textsDrawn: 'true', phone: '(407) 555-0178' });
  expect(await agreement()).toEqual([undefined, '2027-02']);
  const refused = await submit({ texts: 'true', phone: '' });
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('For texts we need your mobile'),
  ]);
  expect((await api.lead(id))?.notes.at(-1)?.text).toBe('Corrected: phone was 407-555-0177, texts was yes.');
});

test('a field that was not touched keeps what the owner has corrected meanwhile, and the only number cannot be taken away', async () => {
  const { id, address } = await api.booked(await api.openSlot(), { email: '' });
  const hidden = async () => {
    const page = await (await api.ask('GET', address)).text();
    return Object.fromEntries(
      [...page.matchAll(/name="(\w+Drawn)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
  };
  const drawn = await hidden();
  const number = '(404) 555-0166';
  const correct = (lead: Lead) => ({ ...lead, request: { ...lead.request, phone: number } });
  await changeLead(api.store('leads'), id, correct);
  const untouched = {
    action: 'notes',
    address: '',
    phone: drawn['phoneDrawn'] ?? '',
    message: 'Gate code 9',
    ...drawn,
  };
  expect((await api.submit(address, untouched)).status).toBe(303);
  expect((await api.lead(id))?.request).toMatchObject({ phone: number, message: 'Gate code 9' });
  const refused = await api.submit(address, { ...untouched, phone: '', ...(await hidden()) });
  expect([refused.status, await read(refused)]).toEqual([
    400,
    expect.stringContaining('either a valid phone or email'),
  ]);
  expect((await api.lead(id))?.request.phone).toBe(number);
});

test('notes and a move at once are both kept', async () => {
  const [first, second] = [await api.openSlot(), await api.openSlot(1)];
  const { id, address } = await api.booked(first);
  const notes = { action: 'notes', message: 'Two dogs' };
  const move = { action: 'move', slot: second.start };
  const answers = await Promise.all([notes, move].map((fields) => api.submit(address, fields)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect((await api.booking(id)).start).toBe(second.start);
  expect(await api.lead(id)).toMatchObject({ request: { message: 'Two dogs' } });
});

test('what is too long is refused beside its field, and nothing that was typed is lost, also where our side fails', async () => {
  const { id, address } = await api.booked(await api.openSlot());
  const before = await api.data();
  const long = await api.submit(address, { action: 'notes', address: 'a'.repeat(201), message: 'Two <dogs>' });
  expect(long.status).toBe(400);
  const html = await long.text();
  expect(html.match(/Please use at most 200 characters\./g)).toHaveLength(2);
  expect(html).toMatch(/<details[^>]* open>/);
  expect(html).toMatch(/value="a{201}"[^>]*aria-invalid=\S*true/);
  expect(html).toContain('>Two &lt;dogs&gt;</textarea>');
  expect(await api.data()).toEqual(before);

  const notes = { action: 'notes', address: '612 Sycamore Street', message: 'Two dogs' };
  const foreign = await api.submit(address, notes, { origin: 'https://evil.example' });
  expect([foreign.status, (await foreign.text()).includes('Two dogs')]).toEqual([403, false]);
  expect(await api.data()).toEqual(before);

  await api.store('leads').put(leadKey(id), { by: 'hand' });
  const failed = await api.submit(address, notes);
  const page = await failed.text();
  expect(failed.status).toBe(503);
  expect(page).toContain('Something went wrong on our side.');
  expect(page).toContain('value="612 Sycamore Street"');
  expect(page).toContain('>Two dogs</textarea>');
});

test('for a visit that has begun or is cancelled none are stored, and it is said', async () => {
  const past = await bookedAt(hoursFromNow(-2));
  const { address } = await api.booked(await api.openSlot());
  await api.submit(address, { action: 'cancel' });
  const before = await api.data();
  for (const [link, sentence] of [
    [past.address, 'This visit has already begun.'],
    [address, 'This visit has been cancelled, so your notes were not saved.'],
  ] as const) {
    const answer = await api.submit(link, { action: 'notes', message: 'Two dogs' });
    expect(answer.status).toBe(409);
    expect(await read(answer)).toContain(sentence);
  }
  expect(await api.data()).toEqual(before);
});

test('the calendar file of a visit says when and where, invites nobody, and repeats nothing that was typed', async () => {
  const slot = await api.openSlot(3);
  const { address } = await api.booked(slot, { name: 'Elise http://evil.example', message: 'call +1 900 555 0199' });
  const answer = await api.ask('GET', `${address}/visit.ics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  const text = await answer.text();
  expect(intervalOf(text)).toEqual({ start: Date.parse(slot.start), end: Date.parse(slot.end) });
  const { calendar, event } = readEvent(text);
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(event.attendees).toHaveLength(0);
  // Not the three digits alone, which a time or a signature may hold.
  expect(text).not.toMatch(/evil|900.?555|555.?0199/);
  expect((await api.ask('GET', `${address}x/visit.ics`)).status).toBe(404);
});
