import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '#browser/api-client';
import { $bookingDialog, closeBooking, openBooking } from '#browser/booking-dialog';
import { CONSENT, fieldLimits } from '#contracts/consultation';
import { keepVisit, keptCallback, keptVisit } from '#browser/booked-visit';
import { ATTRIBUTION } from '#browser/browser-storage';
import { keepClaim, keptClaim } from '#browser/deals/popup-memory';
import { createUnsentRequests } from '#browser/unsent-requests';
import { testEnvironment } from '#tests/support/environment';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { $toast } from '#islands/ui/Toasts.tsx';
import { createBooking } from './booking-store.ts';

const TIMES = '/api/calendar/availability';
const REQUESTS = '/api/consultation-requests';
const BOOK = '/api/calendar/book';
const tuesday = { start: '2026-12-01T15:30:00.000Z', end: '2026-12-01T16:30:00.000Z' };
const friday = { start: '2026-12-04T14:00:00.000Z', end: '2026-12-04T15:00:00.000Z' };

const server = scriptedServer();
let page: ReturnType<typeof openPage>;

beforeEach(() => {
  page = openPage();
  server.script(TIMES, { body: { slots: [tuesday, friday] } });
  server.script(REQUESTS, { status: 201, body: { id: 'lead-1' } });
  // The dialog does not read this answer.
  server.script(BOOK, { status: 201, body: 'anything' });
});
test('what the opener knows goes into the form, after what was typed, and once', () => {
  page.flow.typeDetails('message', 'A shy dog.');
  const message = 'The sun at my windows:\nDen: west 270°, 6 h of direct sun in June';
  openBooking(null, 'The sun'.repeat(99), { message, zipCode: '30047' });
  expect([page.flow.$details.get().message, page.flow.$contact.get().zipCode]).toEqual([
    `A shy dog.\n\n${message}`,
    '30047',
  ]);
  expect(page.flow.$about.get()).toHaveLength(fieldLimits.about);
  closeBooking();
  openBooking(null, 'The sun', { message: message.replace('270', '225'), zipCode: '' });
  expect([page.flow.$details.get().message, page.flow.$contact.get().zipCode]).toEqual([
    `A shy dog.\n\n${message.replace('270', '225')}`,
    '30047',
  ]);
});

const contact = { name: 'Elise Romero', phone: '(407) 555-0188', zipCode: '30047' };
const visit = { ...tuesday, city: 'Roswell', page: '/visit/x', contact };

test('where a visit is booked, each opening asks first; another one begins with what is known, and is not asked about again', () => {
  keepVisit(page.storage, visit, 1);
  expect(page.flow.$visit.get()).toBeNull();
  openBooking();
  expect(page.flow.$visit.get()).toMatchObject(visit);
  page.flow.close();
  openBooking();
  page.flow.bookAnother();
  expect(page.flow.$visit.get()).toBeNull();
  expect(page.flow.$contact.get()).toMatchObject(contact);
  page.flow.close();
  openBooking();
  expect(page.flow.$visit.get()).toBeNull();
});

test('where a visit is booked, it is kept by a booking; /book asks about it at once, and keeps what was typed before', async () => {
  await book();
  expect(keptVisit(page.storage, 1)).toMatchObject({ ...visit, page: '' });
  const later = createBooking(testEnvironment({ localStorage: () => page.storage }));
  const typed = { name: 'Elena Ruiz' };
  later.begin({ contact: {}, details: {} }, { contact: typed, details: {} }, true);
  expect(later.$visit.get()).toMatchObject(tuesday);
  later.bookAnother();
  expect(later.$contact.get()).toMatchObject({ ...contact, ...typed });
});

afterEach(() => {
  closeBooking();
  cleanStores($bookingDialog, $toast);
});

/** A page with the flow, and a log of its actions. */
function openPage(claim = '') {
  const waits: { ms: number; pass: () => void }[] = [];
  const environment = testEnvironment({
    client: createClient(server.origin()),
    wait: (ms) => new Promise((done) => waits.push({ ms, pass: done })),
  });
  const world = environment.log;
  if (claim) keepClaim(environment.localStorage, claim, 1);
  const unsentRequests = createUnsentRequests(environment);
  $toast.listen((toast) => toast && world.push(toast.description));
  const flow = createBooking(environment, unsentRequests);
  return {
    flow,
    unsentRequests,
    world,
    waits,
    storage: environment.localStorage(),
    session: environment.sessionStorage(),
  };
}

const step = () => page.flow.$step.get();
const heard = (path: string) => server.heard.filter((request) => request.path === path);
const bodiesOf = (path: string) => heard(path).map(({ body }) => JSON.parse(body));
const keysOf = (path: string) => heard(path).map(({ headers }) => headers['idempotency-key']);
/** Once the flow waits `ms`, ends the wait. */
async function pass(ms: number) {
  await expect.poll(() => page.waits.some((wait) => wait.ms === ms)).toBe(true);
  for (const wait of page.waits.splice(0)) wait.pass();
}
const timesAre = (state: string) => expect.poll(step).toMatchObject({ name: 'calendar', times: { state } });

function typeContact(): void {
  const { flow } = page;
  openBooking();
  for (const [field, text] of Object.entries(contact)) flow.typeContact(field as keyof typeof contact, text);
}

function seeTimes(): void {
  typeContact();
  page.flow.seeTimes();
}

async function reachCalendar(): Promise<void> {
  seeTimes();
  await timesAre('ready');
}

async function reachDetails(): Promise<void> {
  await reachCalendar();
  page.flow.chooseSlot(tuesday);
  page.flow.typeDetails('city', 'Roswell');
  page.flow.typeDetails('serviceInterest', 'Motorized Shades');
  page.flow.typeDetails('preferredContact', 'text');
}

/** Until the thanks: what is sent later would count in the next test. */
async function book(): Promise<void> {
  await reachDetails();
  void page.flow.confirmBooking();
  await expect.poll(step).toMatchObject({ name: 'confirmed' });
}

/** Waits for a round trip, so that earlier calls have arrived. */
const roundTrip = () => fetch(`${server.origin()}/fence`);

test('a booking goes from the contact details to the thank-you page, and what was typed is forgotten', async () => {
  await reachDetails();
  const confirming = page.flow.confirmBooking();
  expect(step()).toMatchObject({ name: 'details', pending: true });
  await expect.poll(step).toMatchObject({ name: 'confirmed', slot: tuesday, visit: { city: 'Roswell' } });
  expect(heard(TIMES)).toMatchObject([{ method: 'GET', body: '' }]);
  expect(bodiesOf(REQUESTS)[0]).toEqual({
    ...contact,
    city: 'Roswell',
    serviceInterest: 'Motorized Shades',
    preferredContact: 'text',
    consent: CONSENT,
  });
  expect(bodiesOf(BOOK)[0]).toEqual({
    consultationId: 'lead-1',
    slotStart: tuesday.start,
    slotEnd: tuesday.end,
  });
  const tracked = [
    ['consultation_request', { method: 'calendar' }],
    ['calendar_booking_complete', { time_slot: 'Tuesday, December 1 at 10:30 AM ET' }],
  ];
  expect(page.world).toEqual(tracked);
  await pass(2000);
  await confirming;
  expect(page.world).toEqual([...tracked, '/thank-you']);
  expect($bookingDialog.get()).toBeNull();
  expect(step()).toMatchObject({ name: 'initial' });
  expect(page.flow.$contact.get().name).toBe('');
  expect([page.flow.$details.get().city, page.session.getItem('booking')]).toEqual(['', null]);
  // The next request has a key of its own.
  await book();
  expect(keysOf(REQUESTS)).toEqual(['key-1', 'key-2']);
});

test('pressed twice a booking is sent once; closed early on the confirmed step it goes to the thank-you page at once, and only once', async () => {
  await reachDetails();
  const confirming = page.flow.confirmBooking();
  void page.flow.confirmBooking();
  await expect.poll(step).toMatchObject({ name: 'confirmed' });
  expect([...heard(REQUESTS), ...heard(BOOK)]).toHaveLength(2);
  page.flow.close();
  expect(page.world.at(-1)).toBe('/thank-you');
  await pass(2000);
  await confirming;
  expect(page.world.filter((entry) => entry === '/thank-you')).toHaveLength(1);
});

test('an unfinished form sends nothing, and says all that is wrong', async () => {
  typeContact();
  page.flow.typeContact('email', 'elise@example.com');
  page.flow.typeContact('zipCode', '30086');
  page.flow.seeTimes();
  await timesAre('ready');
  page.flow.chooseSlot(tuesday);
  await page.flow.confirmBooking();
  expect(step()).toMatchObject({
    problems: {
      city: ['Please select your city'],
      serviceInterest: ['Please select a service'],
      preferredContact: ['Please select contact method'],
    },
  });
  page.flow.typeDetails('city', 'Atlanta');
  expect(step()).toHaveProperty('problems', expect.not.objectContaining({ city: expect.anything() }));
  expect(heard(REQUESTS)).toHaveLength(0);
});

test('a time taken meanwhile: the sentence is told, everything typed stays, and Change Time reads fresh times', async () => {
  const serverMessage = 'Somebody has just taken that time. Please choose another.';
  server.script(BOOK, { status: 409, body: { error: serverMessage } });
  await reachDetails();
  await page.flow.confirmBooking();
  expect(page.world).toEqual([serverMessage]);
  expect(step()).toMatchObject({ name: 'details', pending: false, slot: tuesday, gone: serverMessage });
  expect(page.flow.$details.get().city).toBe('Roswell');
  server.script(TIMES, { body: { slots: [friday] } });
  page.flow.changeTime();
  expect(step()).toMatchObject({ name: 'calendar', times: { state: 'loading' } });
  await timesAre('ready');
  expect(step()).toMatchObject({ times: { days: [{ heading: 'Friday, December 4' }] } });
  expect(heard(TIMES)).toHaveLength(2);
});

test('that a time is gone, or why it is not booked, stays until the next try; where only a call helps, neither is said', async () => {
  const error = 'You have a visit with us already. To move it, call (404) 555-0142.';
  server.script(BOOK, { status: 409, body: {} }, { status: 503, body: {} }, { status: 409, body: { error } });
  await reachDetails();
  await page.flow.confirmBooking();
  page.flow.typeDetails('message', 'Gate code 4711');
  expect(step()).toHaveProperty('gone', '');
  expect(step()).toHaveProperty('failed', undefined);
  await page.flow.confirmBooking();
  page.flow.typeDetails('message', 'Gate code 4712');
  expect(step()).toMatchObject({ gone: undefined, failed: 'Failed to book slot' });
  await page.flow.confirmBooking();
  expect(step()).toMatchObject({ refusal: error, gone: undefined, failed: undefined });
});

test('a second try after a half-failed booking is the same request, with what was changed', async () => {
  server.script(
    BOOK,
    { status: 503, body: { error: 'Please press Confirm Booking again.' } },
    { status: 201, body: {} },
  );
  await reachDetails();
  await page.flow.confirmBooking();
  page.flow.typeDetails('message', 'Gate code 4711');
  // The honeypot is sent along when something stands in it.
  page.flow.typeContact('company', 'Bot Inc.');
  void page.flow.confirmBooking();
  await expect.poll(step).toMatchObject({ name: 'confirmed' });
  expect(keysOf(REQUESTS)).toEqual(['key-1', 'key-1']);
  const changes = { message: 'Gate code 4711', company: 'Bot Inc.' };
  expect(bodiesOf(REQUESTS)[1]).toMatchObject(changes);
});

const wait = 'Please wait a minute.';
const again = 'Failed to complete booking. Please try again.';
test.each<[what: string, path: string, Scripted, text: string]>([
  ['the request refused in words', REQUESTS, { status: 429, body: { error: wait } }, wait],
  ['refused with a page', REQUESTS, { status: 502, body: '<h1>Bad</h1>' }, 'Failed to submit request'],
  ['the request cut', REQUESTS, { cut: true }, again],
  ['an answer without an id', REQUESTS, { status: 201, body: {} }, again],
  ['the slot refused without a word', BOOK, { status: 500, body: {} }, 'Failed to book slot'],
  ['the booking cut', BOOK, { cut: true }, again],
])('%s: told in its words, and everything stays', async (_, path, answer, text) => {
  server.script(path, answer);
  await reachDetails();
  await page.flow.confirmBooking();
  expect(page.world).toEqual([text]);
  expect(step()).toMatchObject({ name: 'details', pending: false, slot: tuesday });
  expect(page.flow.$contact.get().name).toBe('Elise Romero');
});

test('the times are read at each entry of the calendar step and not before, also when the dialog is opened again on it', async () => {
  typeContact();
  await roundTrip();
  expect(heard(TIMES)).toHaveLength(0);
  await reachCalendar();
  page.flow.back();
  page.flow.seeTimes();
  await timesAre('ready');
  page.flow.chooseSlot(tuesday);
  page.flow.changeTime();
  await timesAre('ready');
  page.flow.close();
  openBooking();
  await timesAre('ready');
  expect(heard(TIMES)).toHaveLength(4);
});

test.each<[what: string, answers: Scripted[], state: string, calls: number]>([
  ['a failure that lasts: one retry', [{ status: 503, body: { slots: [], error: 'No answer' } }], 'failed', 2],
  ['a failure that passes', [{ cut: true }, { body: { slots: [tuesday] } }], 'ready', 2],
  ['a malformed answer', [{ body: { slots: [{ start: 'soon', end: 'later' }] } }], 'failed', 2],
  ['an error beside times: no retry', [{ body: { slots: [tuesday], error: 'Wrong' } }], 'failed', 1],
  ['no times: no retry', [{ body: { slots: [] } }], 'empty', 1],
])('the times: %s', async (_, answers, state, calls) => {
  server.script(TIMES, ...answers);
  seeTimes();
  if (calls > 1) await pass(1000);
  await timesAre(state);
  expect(heard(TIMES)).toHaveLength(calls);
});

test('an answer to an earlier entry changes nothing', async () => {
  const late = Promise.withResolvers<void>();
  server.script(TIMES, { body: { slots: [tuesday] }, after: late.promise }, { body: { slots: [] } });
  seeTimes();
  await expect.poll(() => heard(TIMES)).toHaveLength(1);
  page.flow.back();
  page.flow.seeTimes();
  await timesAre('empty');
  late.resolve();
  await roundTrip();
  expect(step()).toMatchObject({ times: { state: 'empty' } });
});

test('a step that was left is neither retried nor entered again', async () => {
  server.script(TIMES, { status: 503, body: {} });
  seeTimes();
  await expect.poll(() => page.waits).toHaveLength(1);
  page.flow.back();
  await pass(1000);
  await roundTrip();
  expect(heard(TIMES)).toHaveLength(1);
  expect(step()).toMatchObject({ name: 'initial' });
});

const request = {
  ...contact,
  city: 'North Georgia',
  serviceInterest: 'General Inquiry',
  preferredContact: 'phone',
  message: 'No suitable calendar time was found. Requesting a callback.',
  consent: CONSENT,
};
async function reachPanel(): Promise<void> {
  await reachCalendar();
  page.flow.noGoodTime();
}
async function askCallback(): Promise<void> {
  await reachPanel();
  await page.flow.requestCallback();
}
const thanked = [['consultation_request', { method: 'form' }], '/thank-you'];
const NOT_SENT = 'Failed to submit request. Please try again.';
const noted = () => keptCallback(page.session, 'en', 1)?.sentence;

test('where we do not come no times are read, and a callback is taken; Back leads to the contact details', async () => {
  const zipCode = '33139';
  typeContact();
  page.flow.typeContact('zipCode', zipCode);
  page.flow.seeTimes();
  expect(step()).toMatchObject({ name: 'calendar', times: { state: 'notServed' }, noGoodTime: false });
  page.flow.back();
  expect(step()).toEqual({ name: 'initial', problems: {} });
  page.flow.seeTimes();
  closeBooking();
  openBooking();
  expect(step()).toMatchObject({ times: { state: 'notServed' } });
  await page.flow.requestCallback();
  expect(heard(TIMES)).toEqual([]);
  expect(bodiesOf(REQUESTS)[0]).toEqual({ ...request, zipCode });
  expect(page.world).toEqual(thanked);
});

test('the thanks know whom we call or write to, and by when, also in an area without a city of the list; a booking takes their place', async () => {
  await askCallback();
  // The test's clock stands at the first moment of 1970, a Wednesday evening in the business's zone, before a holiday.
  expect(noted()).toBe('We will call (407)\u00a0555-0188 on Friday.');
  typeContact();
  page.flow.typeContact('phone', '');
  page.flow.typeContact('email', 'elise@example.com');
  page.flow.typeContact('zipCode', '31801-1234');
  page.flow.seeTimes();
  await timesAre('ready');
  page.flow.noGoodTime();
  await page.flow.requestCallback();
  expect(bodiesOf(REQUESTS)[1]).toMatchObject({ city: 'Atlanta Area', preferredContact: 'email' });
  expect(noted()).toBe('We will write to elise@example.com on Friday.');
  await book();
  expect(noted()).toBeUndefined();
});

test('the offer that was claimed goes with the request, from whatever page, and is forgotten then', async () => {
  page = openPage('Offer: Free measuring');
  await askCallback();
  expect(bodiesOf(REQUESTS)).toMatchObject([{ about: 'Offer: Free measuring' }]);
  expect(keptClaim(() => page.storage, 1)).toBe('');
});

test('what corrects a callback from the thanks is the same request again, with its topic', async () => {
  openBooking(null, 'Offer: Free measuring');
  await askCallback();
  const asked = keptCallback(page.session, 'en', 1);
  openBooking(null, asked?.about, asked?.contact, asked?.key);
  page.flow.typeContact('phone', '(407) 555-0199');
  page.flow.seeTimes();
  await timesAre('ready');
  page.flow.noGoodTime();
  await page.flow.requestCallback();
  expect(new Set(keysOf(REQUESTS)).size).toBe(1);
  const sent = bodiesOf(REQUESTS);
  expect(sent.map(({ about }) => about)).toEqual(['Offer: Free measuring', 'Offer: Free measuring']);
  expect(sent.map(({ phone }) => phone)).toEqual(['(407) 555-0188', '(407) 555-0199']);
  expect(noted()).toContain('(407)\u00a0555-0199');
});

test('a ticked box goes with the request and its correction, and the next visit asks anew', async () => {
  page.flow.typeContact('texts', 'true');
  await askCallback();
  const asked = keptCallback(page.session, 'en', 1);
  openBooking(null, asked?.about, asked?.contact, asked?.key);
  expect(page.flow.$contact.get().texts).toBe('true');
  await book();
  expect(bodiesOf(REQUESTS).map(({ texts }) => texts)).toEqual([true, true]);
  expect(keptVisit(page.storage, 1)?.contact).not.toHaveProperty('texts');
});

test('the ticked box chooses texts in the third step until it is unticked, and a choice of the visitor stays', async () => {
  await reachCalendar();
  page.flow.back();
  const chosenWith = async (texts: string, chosen?: string) => {
    page.flow.typeContact('texts', texts);
    page.flow.seeTimes();
    await timesAre('ready');
    page.flow.chooseSlot(tuesday);
    const { preferredContact } = page.flow.$details.get();
    if (chosen) page.flow.typeDetails('preferredContact', chosen);
    page.flow.changeTime();
    page.flow.back();
    return preferredContact;
  };
  const chosen = [
    await chosenWith(''),
    await chosenWith('true'),
    await chosenWith(''),
    await chosenWith('true', 'phone'),
  ];
  expect(chosen).toEqual(['phone', 'text', 'phone', 'text']);
  expect(await chosenWith('true')).toBe('phone');
});

test('a box that is ticked in the third step goes with the request, and the thanks say what the server answers', async () => {
  server.script(BOOK, { status: 201, body: { consultationId: 'id', ...tuesday, by: 'text' } });
  await reachDetails();
  page.flow.typeDetails('preferredContact', 'text');
  for (const text of ['true', '', 'true']) page.flow.agreeToTexts(text);
  void page.flow.confirmBooking();
  await expect.poll(step).toMatchObject({ name: 'confirmed', by: 'text', contact: { texts: true } });
  expect(bodiesOf(REQUESTS)).toMatchObject([{ texts: true, preferredContact: 'text' }]);
  expect(keptVisit(page.storage, 1)?.by).toBe('text');
});

test('a box without a number is asked for it', async () => {
  typeContact();
  page.flow.typeContact('phone', '');
  page.flow.typeContact('email', 'elise@example.com');
  page.flow.typeContact('texts', 'true');
  page.flow.seeTimes();
  expect(step()).toMatchObject({ problems: { phone: ['For texts we need your mobile number'] } });
});

test('a correction asks nothing about a kept visit, and the next opening begins a request of its own', async () => {
  await askCallback();
  const asked = keptCallback(page.session, 'en', 1);
  keepVisit(page.storage, visit, 1);
  openBooking(null);
  expect(page.flow.$visit.get()).not.toBeNull();
  closeBooking();
  openBooking(null, asked?.about, asked?.contact, asked?.key);
  expect(page.flow.$visit.get()).toBeNull();
  closeBooking();
  openBooking(null);
  page.flow.bookAnother();
  await askCallback();
  expect(new Set(keysOf(REQUESTS)).size).toBe(2);
});

test('a callback takes along what led the visitor here, as a booking does', async () => {
  const cameBy = { utm_source: 'google', landing: '/gallery' };
  page.session.setItem(ATTRIBUTION, JSON.stringify(cameBy));
  await askCallback();
  await book();
  expect(bodiesOf(REQUESTS).map(({ attribution }) => attribution)).toEqual([cameBy, cameBy]);
});

test('a callback after "No Good Time?" tracks, forgets what was typed and thanks', async () => {
  await reachPanel();
  expect(step()).toMatchObject({ noGoodTime: true, contact });
  // Pressed twice, it is sent once.
  await Promise.all([page.flow.requestCallback(), page.flow.requestCallback()]);
  expect(heard(REQUESTS)).toHaveLength(1);
  expect(bodiesOf(REQUESTS)[0]).toEqual(request);
  expect(page.world).toEqual(thanked);
  expect(step()).toMatchObject({ name: 'initial' });
  expect([$bookingDialog.get(), page.session.getItem('booking')]).toEqual([null, null]);
});

test('a callback keeps what was written, behind the required sentence; what corrects it begins with all that was typed', async () => {
  const message = 'The sun at my windows:\nDen: west 270°';
  openBooking(null, 'The sun', { message });
  page.flow.typeDetails('address', '5 Main St');
  page.flow.typeDetails('city', 'Roswell');
  typeContact();
  page.flow.typeContact('phone', '407 555 0188 or +44 20 7946 0958');
  page.flow.seeTimes();
  expect(page.flow.$contact.get().phone).toBe(contact.phone);
  const written = `${message}\n\nTel. 2: +44 20 7946 0958`;
  expect(page.flow.$details.get().message).toBe(written);
  await timesAre('ready');
  page.flow.noGoodTime();
  const typed = page.flow.$details.get();
  await page.flow.requestCallback();
  const asked = keptCallback(page.session, 'en', 1);
  openBooking(null, asked?.about, asked?.contact, asked?.key);
  expect(page.flow.$details.get()).toEqual(typed);
  await askCallback();
  const sent = { ...request, about: 'The sun', address: '5 Main St', message: `${request.message}\n\n${written}` };
  expect(bodiesOf(REQUESTS)).toEqual([sent, sent]);
});

test.each<[string, Scripted]>([
  ['no times', { body: { slots: [] } }],
  ['an error', { body: { slots: [], error: 'The calendar does not answer' } }],
])('after %s a callback is offered without the panel', async (_, answer) => {
  server.script(TIMES, answer);
  seeTimes();
  await expect.poll(step).not.toMatchObject({ times: { state: 'loading' } });
  const sending = page.flow.requestCallback();
  expect(step()).toMatchObject({ noGoodTime: false, sending: true });
  await sending;
  expect(page.world).toEqual(thanked);
});

test('where no callback is offered, nothing is sent', async () => {
  await reachCalendar();
  await page.flow.requestCallback();
  expect(heard(REQUESTS)).toHaveLength(0);
  expect(step()).toMatchObject({ name: 'calendar', sending: false });
});

test('times that come while the panel is open wait behind it', async () => {
  const come = Promise.withResolvers<void>();
  server.script(TIMES, { body: { slots: [tuesday] }, after: come.promise });
  server.script(REQUESTS, { cut: true });
  seeTimes();
  page.flow.noGoodTime();
  await page.flow.requestCallback();
  come.resolve();
  await timesAre('ready');
  expect(step()).toMatchObject({ noGoodTime: true, sending: false });
  page.flow.back();
  expect(step()).toMatchObject({ noGoodTime: false, times: { state: 'ready' } });
  expect(heard(TIMES)).toHaveLength(1);
});

test.each<[string, Scripted, kept: RegExp]>([
  ['answered with 500, and delivered later under the same key', { status: 500, body: {} }, /Elise Romero/],
  ['refused for good, and the thank-you page is left a note', { status: 400, body: {} }, /^{"at":1,"refused":true}$/],
])('a callback is a success to the visitor, %s', async (_, answer, kept) => {
  server.script(REQUESTS, answer);
  await askCallback();
  expect(page.world).toEqual(thanked);
  expect(page.storage.getItem('undelivered-request:key-1')).toMatch(kept);
});

test('once the kept callback has arrived in the background the step says so, with when we call, and sends no more', async () => {
  server.script(REQUESTS, { cut: true }, { status: 201, body: { id: 'lead-1' } });
  await askCallback();
  await page.unsentRequests.deliverKept();
  await page.flow.requestCallback();
  expect(step()).toMatchObject({
    name: 'calendar',
    received: expect.stringContaining('We will call (407)\u00a0555-0188'),
  });
  expect(page.world).toEqual([NOT_SENT, thanked[0]]);
  expect(step()).toMatchObject({ received: noted() });
  expect(keysOf(REQUESTS)).toEqual(['key-1', 'key-1']);
});

test('without a network the visitor is told that the callback is kept, and can try again; it is the same request, and is kept no more', async () => {
  server.script(REQUESTS, { cut: true }, { status: 201, body: { id: 'lead-1' } });
  await askCallback();
  expect(page.world).toEqual([NOT_SENT]);
  expect(step()).toMatchObject({ name: 'calendar', noGoodTime: true, sending: false, isKept: true });
  expect([page.storage.length, noted()]).toEqual([1, undefined]);
  await page.flow.requestCallback();
  expect(page.world).toEqual([NOT_SENT, ...thanked]);
  expect(keysOf(REQUESTS)).toEqual(['key-1', 'key-1']);
  expect(page.storage.length).toBe(0);
});

/** Another page of the same visit, with the same storage. */
const nextPage = (sessionStorage = () => page.session) => createBooking(testEnvironment({ sessionStorage }));

test('what is typed is still there on the next page, all but the honeypot', async () => {
  await reachDetails();
  page.flow.typeContact('company', 'Bot Inc.');
  const next = nextPage();
  expect(next.$step.get()).toEqual({ name: 'initial', problems: {} });
  expect(next.$contact.get()).toEqual({ ...contact, email: '', texts: '', company: '' });
  expect(next.$details.get()).toMatchObject({ city: 'Roswell', preferredContact: 'text' });
  expect(page.session.getItem('booking')).not.toContain('Bot');
});

test.each(['{', '[]', '{"contact":{"name":7},"details":{}}', `{"contact":"${'x'.repeat(9)}"}`])(
  'what is typed is nothing where %s is kept',
  (kept) => {
    page.session.setItem('booking', kept);
    expect(nextPage().$contact.get()).toMatchObject({ name: '', company: '' });
  },
);

test('what is typed is kept by the page alone where storage is blocked', () => {
  const flow = nextPage(() => {
    throw new Error('Blocked');
  });
  flow.typeContact('name', 'Elise Romero');
  expect(flow.$contact.get().name).toBe('Elise Romero');
});

test('what is typed stays when the dialog is closed and opened again', async () => {
  await reachDetails();
  page.flow.close();
  expect($bookingDialog.get()).toBeNull();
  openBooking();
  expect(step()).toMatchObject({ name: 'details', slot: tuesday });
  expect(page.flow.$contact.get()).toMatchObject({ name: 'Elise Romero' });
  expect(page.flow.$details.get()).toMatchObject({ city: 'Roswell' });
});

test('nothing is said about mistakes until the step is sent', () => {
  page.flow.typeContact('name', 'J');
  expect(step()).toEqual({ name: 'initial', problems: {} });
  page.flow.seeTimes();
  expect(step()).toHaveProperty('problems.name');
  page.flow.typeContact('name', 'Jo');
  expect(step()).not.toHaveProperty('problems.name');
  expect(step()).toHaveProperty('problems.zipCode');
});
