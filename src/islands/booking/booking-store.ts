import { Availability, type Slot } from '#contracts/calendar';
import { ContactDetails, fieldLimits, withOneNumber, zipArea } from '#contracts/consultation';
import { atom } from 'nanostores';
import type { ReadOnly } from '#islands/ui/resource.ts';
import type { Client } from '#browser/api-client';
import { type BookedVisit, keptVisit } from '#browser/booked-visit';
import { attempt } from '#browser/attempt';
import { $bookingDialog, closeBooking } from '#browser/booking-dialog';
import { browserEnvironment, type Environment } from '#browser/environment';
import { arrived } from '#browser/browser-history';
import { createUnsentRequests, type UnsentRequests, unsentRequests } from '#browser/unsent-requests';
import { pageLocale } from '#lib/page-locale';
import { byZonedDay, zonedDate } from '#lib/time/zone';
import { tidyPhone } from '#contracts/text';
import { type Answers, knownCity, nothingKnown, presetMethod, withKnown } from './known.ts';
import {
  checkContact,
  checkDetails,
  type ContactValues,
  createSession,
  type DetailsValues,
  type Session,
  stillTrue,
  type Times,
  untouched,
} from './booking-session.ts';
import { callbackArrived, confirmBooking, requestCallback } from './submit.ts';

export type BookingFlow = ReadOnly<ReturnType<typeof createBooking>>;

/** The booking dialog's state and actions. */
export function createBooking(
  environment: Environment,
  unsentRequests: UnsentRequests = createUnsentRequests(environment),
) {
  const session = createSession(environment);
  const { $step, $contact, $details, $about, during, finish } = session;
  /** The visit of this browser, while the visitor is asked whether to book another one. */
  const $visit = atom<BookedVisit | null>(null);
  let isAsked = false;
  const askFirst = () => {
    if (isAsked || $step.get().name !== 'initial') return;
    $visit.set(attempt(() => keptVisit(environment.localStorage(), environment.now())) ?? null);
  };
  // The dialog opens before this code loads.
  $bookingDialog.subscribe((opened) => {
    if (!opened) return;
    const { about, known, correctedKey } = opened;
    // A correction is no second visit.
    if (correctedKey) $visit.set(null);
    else askFirst();
    if (about) $about.set(about.slice(0, fieldLimits.about));
    if (known) session.take(known);
    session.correct(correctedKey);
  });
  unsentRequests.$delivered.listen((key) => key === session.key() && callbackArrived(session, environment));
  return {
    $step,
    $contact,
    $details,
    $about,
    $visit,
    ...calendarActions(session, environment),
    /** What is wrong with the fields of the step, once it was sent. */
    problems() {
      const step = $step.get();
      return 'problems' in step ? step.problems : {};
    },
    /**
     * Begins with what a link says, and with what was typed into the plain form. A new link replaces what this tab has kept;
     * after a reload, that stays.
     */
    begin(link: Answers, form: Answers, isNew: boolean): void {
      $contact.set(filled(link.contact, $contact.get(), form.contact, isNew));
      $details.set(filled(link.details, $details.get(), form.details, isNew));
      if (link.about) $about.set(link.about);
      askFirst();
    },
    /** Fills in whom we visit already, but for what was typed before the question. */
    bookAnother(): void {
      isAsked = true;
      const typed: Partial<Record<string, string>> = { ...$contact.get(), ...$details.get() };
      const known = Object.entries($visit.get()?.contact ?? {}).filter(([name]) => !typed[name]);
      session.take(Object.fromEntries(known));
      $visit.set(null);
    },
    typeContact(field: keyof ContactValues, text: string): void {
      $contact.set({ ...$contact.get(), [field]: text });
      during('initial', (step) => ({ ...step, problems: stillTrue(step.problems, checkContact($contact.get())) }));
    },
    /** The box beside "Text Message", for whoever has not ticked the one of the first step. */
    agreeToTexts(text: string): void {
      $contact.set({ ...$contact.get(), texts: text });
      const { data: texts } = ContactDetails.shape.texts.safeParse(text);
      during('details', (step) => (step.pending ? step : { ...step, contact: { ...step.contact, texts } }));
    },
    typeDetails(field: keyof DetailsValues, text: string): void {
      $details.set({ ...$details.get(), [field]: text });
      during('details', (step) => {
        if (step.pending) return step;
        return { ...step, problems: stillTrue(step.problems, checkDetails($details.get())) };
      });
    },
    confirmBooking: () => confirmBooking(session, environment, unsentRequests),
    requestCallback: () => requestCallback(session, environment, unsentRequests),
    /** Closes the dialog; after a booking, opens the thank-you page. */
    close: () => ($step.get().name === 'confirmed' ? finish() : closeBooking()),
  };
}

function filled<Values extends object>(link: object, kept: Values, form: object, isNew: boolean): Values {
  const typed = Object.fromEntries(Object.entries(kept).filter(([, text]) => text !== ''));
  return { ...kept, ...link, ...(isNew ? {} : typed), ...form };
}

/** In ms before the only retry: enough for a restart or a lost packet. */
const RETRY_AFTER = 1000;

/** Reads the times at each entry to the step and aborts on leaving it. */
function calendarActions({ $step, $contact, $details, during }: Session, environment: Environment) {
  /** In hours, how soon visitors usually hear from us. */
  const $answersWithin = atom<number | undefined>();
  let reading = new AbortController();
  let filled = nothingKnown;

  async function enter(contact: ContactDetails, day?: string): Promise<void> {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    const isServed = zipArea(contact.zipCode) !== 'notServed';
    const first: Times = { state: isServed ? 'loading' : 'notServed' };
    $step.set({ name: 'calendar', contact, day, times: first, noGoodTime: false, sending: false });
    if (!isServed) return;
    const { times, answersWithin } = await readTimes(environment, signal);
    if (signal.aborted) return;
    $answersWithin.set(answersWithin);
    // Before the times load, only the panel can be sending.
    during('calendar', (step) => (step.sending && !step.noGoodTime ? step : { ...step, times }));
  }

  $step.listen((step) => {
    if (step.name !== 'calendar') reading.abort();
  });
  // A reopened dialog may show times that are hours old, so reads them again.
  $bookingDialog.listen((opened) => {
    const step = $step.get();
    if (step.name !== 'calendar' || step.sending) return;
    if (opened) void enter(step.contact, step.day);
    else reading.abort();
  });

  return {
    $answersWithin,
    seeTimes(): void {
      if ($step.get().name !== 'initial') return;
      const typed = $contact.get();
      const details = $details.get();
      const { phone, message } = withOneNumber({ phone: tidyPhone(typed.phone), message: details.message });
      $contact.set({ ...typed, phone });
      if (message !== details.message) $details.set({ ...details, message });
      const { value: contact, problems } = checkContact($contact.get());
      if (contact) void enter(contact);
      else $step.set({ name: 'initial', problems });
    },
    changeTime(): void {
      const step = $step.get();
      if (step.name === 'details' && !step.pending) void enter(step.contact, zonedDate(step.slot.start));
    },
    /** "Back": from the callback panel to the times, else to the contact details. */
    back(): void {
      const step = $step.get();
      if (step.name !== 'calendar' || step.sending) return;
      $step.set(step.noGoodTime ? { ...step, noGoodTime: false, sending: false } : untouched);
    },
    noGoodTime: () => during('calendar', (step) => ({ ...step, noGoodTime: true })),
    chooseSlot(slot: Slot): void {
      during('calendar', ({ contact }) => {
        const city = knownCity(contact.zipCode, environment.address().pathname) ?? '';
        const known = { city, preferredContact: presetMethod(contact) };
        $details.set(withKnown($details.get(), contact, known, filled));
        filled = known;
        return { name: 'details', contact, slot, problems: {}, pending: false };
      });
    },
  };
}

/** Reads the open times with one retry. Never rejects. Ignore the result after `signal` aborts. */
async function readTimes(
  { client, wait }: Environment,
  signal: AbortSignal,
): Promise<{ times: Times } & Pick<Availability, 'answersWithin'>> {
  try {
    const answer = await readAvailability(client, signal).catch(async () => {
      await wait(RETRY_AFTER);
      return readAvailability(client, signal);
    });
    const { slots, error, answersWithin } = answer;
    if (error) return { times: { state: 'failed' } };
    if (slots.length === 0) return { times: { state: 'empty' }, answersWithin };
    return { times: { state: 'ready', days: byZonedDay(slots, pageLocale) }, answersWithin };
  } catch {
    return { times: { state: 'failed' } };
  }
}

/** Rejects like `Client`. */
function readAvailability(client: Client, signal: AbortSignal): Promise<Availability> {
  return client.send('GET', '/api/calendar/availability', Availability, { signal });
}

export const flow: BookingFlow = createBooking(
  // Adds the thank-you page after the page itself, not after the dialog's history entries.
  { ...browserEnvironment, goTo: (path) => void arrived().then(() => browserEnvironment.goTo(path)) },
  unsentRequests,
);
