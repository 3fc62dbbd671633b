/**
 * What is looked at, one line a picture. A scene is reached as a visitor reaches it, by addresses, roles and words that
 * are seen: it has to work in commits whose code has nothing else in common.
 */
import type { Page } from '@playwright/test';
import {
  almostCancel,
  chooseFile,
  confirm,
  confirmTooEarly,
  declineTimes,
  enlarge,
  filter,
  giveWrongContact,
  openBooking,
  openedDialog,
  openLead,
  openMenu,
  openUploader,
  openWork,
  press,
  reachDetails,
  reachTimes,
  seeConfirmed,
  seen,
  seeNoTimes,
  seeTimes,
  sendWrongForm,
  signInWrongly,
} from './acts.ts';
import type { Host } from './host.ts';

/** What a call is answered with in place of the host's own answer; `never` keeps it waiting. */
type Answer = 'never' | { readonly status: number; readonly body: unknown };

export interface Scene {
  readonly name: string;
  /** The address to begin at. */
  readonly at: string | ((host: Host) => string);
  /** What is done there. */
  readonly act?: (page: Page) => Promise<void>;
  /** By the path of the call. */
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly isOwner?: true;
  /** A visitor who has not sent the deals away. */
  readonly hasDeals?: true;
  readonly withoutScripts?: true;
  /** Where it is not the same at every width, in px. */
  readonly widths?: readonly number[];
}

const TIMES = '/api/calendar/availability';
const REQUESTS = '/api/consultation-requests';
const BOOK = '/api/calendar/book';
const LIST = '/api/gallery';
const ALL = '/api/gallery/all';
const LEADS = '/api/leads';
const TODAY = '/api/today';
const HOURS = '/api/hours';
const ALERTS = '/api/alerts';
const INSIGHTS = '/api/insights';
const refusal = { status: 503, body: { error: 'That did not work. Please try again.' } };
const kept = { status: 201, body: { id: 'a1b8f4e184bed7164c35baee238951f0' } };
/** The first time that the calendar has at the moment of the pictures. */
const booked = {
  status: 201,
  body: { consultationId: kept.body.id, start: '2026-11-19T15:30:00.000Z', end: '2026-11-19T16:30:00.000Z' },
};

const pages: Scene[] = [
  { name: 'home', at: '/' },
  { name: 'menu', at: '/thank-you', act: openMenu, widths: [375] },
  { name: 'blog', at: '/blog' },
  { name: 'article', at: '/blog/choosing-window-treatments-florida-home' },
  { name: 'city', at: '/service-areas/celebration' },
  { name: 'county', at: '/service-areas/osceola-county' },
  { name: 'book', at: '/book' },
  { name: 'book, refused', at: '/book', act: sendWrongForm },
  { name: 'thank-you', at: '/thank-you' },
  { name: 'privacy', at: '/privacy' },
  { name: 'login', at: '/login' },
  {
    name: 'login, refused',
    at: '/login',
    act: signInWrongly,
    answers: { '/api/auth/login': { status: 401, body: { error: 'Invalid credentials' } } },
  },
  { name: 'not found', at: '/nowhere' },
  { name: 'not found, article', at: '/blog/nothing' },
  { name: 'not found, area', at: '/service-areas/nowhere' },
  { name: 'visit', at: ({ visits }) => visits.booked },
  { name: 'visit, to be cancelled', at: ({ visits }) => visits.booked, act: almostCancel },
  { name: 'visit, cancelled', at: ({ visits }) => visits.cancelled },
  { name: 'visit, unknown', at: '/visit/none.at-all' },
  { name: 'visit, without its key', at: '/visit' },
];

/** From a page that is light, since it is loaded for each of them. */
const booking = (name: string, act: (page: Page) => Promise<void>, answers: Scene['answers'] = {}): Scene => ({
  name: `booking, ${name}`,
  at: '/service-areas/celebration',
  act,
  answers,
});

const bookings: Scene[] = [
  booking('initial', openBooking),
  booking('initial, errors', giveWrongContact),
  booking('calendar, loading', reachTimes, { [TIMES]: 'never' }),
  booking('calendar', seeTimes),
  booking('calendar, failed', seeNoTimes(/having trouble checking our calendar/), { [TIMES]: refusal }),
  booking('calendar, no slots', seeNoTimes('Request a Callback'), { [TIMES]: { status: 200, body: { slots: [] } } }),
  booking('no good time', declineTimes),
  booking('details', reachDetails),
  booking('details, errors', confirmTooEarly),
  booking('confirming', confirm('Confirming...'), { [REQUESTS]: 'never' }),
  booking('refused', confirm('Dismiss'), { [REQUESTS]: kept, [BOOK]: { ...refusal, status: 409 } }),
  booking('confirmed', seeConfirmed, { [REQUESTS]: kept, [BOOK]: booked }),
];

const deals: Scene[] = [
  { name: 'deals popup', at: '/', act: openedDialog, hasDeals: true },
  { name: 'promotion', at: '/', act: enlarge('Draper shades') },
  { name: 'promotion, ended', at: '/', act: enlarge('Norman hub'), widths: [768, 1440] }, // A line without a picture on a phone.
];

const gallery: Scene[] = [
  { name: 'gallery', at: '/gallery', act: seen('Shutters above the tub') },
  { name: 'gallery, filtered', at: '/gallery', act: filter },
  {
    name: 'gallery, empty',
    at: '/gallery',
    act: seen(/No items found/),
    answers: { [LIST]: { status: 200, body: [] } },
  },
  { name: 'gallery, loading', at: '/gallery', answers: { [LIST]: 'never' } },
  { name: 'gallery, failed', at: '/gallery', act: seen('Try again'), answers: { [LIST]: refusal } },
  { name: 'gallery, without scripts', at: '/gallery', withoutScripts: true },
  { name: 'lightbox', at: '/gallery', act: openWork(/Plantation shutters in a living room/) },
  { name: 'lightbox, film', at: '/gallery', act: openWork(/Two shades, one touch/) },
];

const owner = (name: string, at: string, act: NonNullable<Scene['act']>, answers: Scene['answers'] = {}): Scene => ({
  name,
  at,
  act,
  answers,
  isOwner: true,
});
const onePiece = 'Plantation shutters in a living room';

const admin: Scene[] = [
  owner('manager', '/admin/gallery', seen(/14 items/)),
  owner('manager, chosen', '/admin/gallery', press('Select all')),
  owner('manager, empty', '/admin/gallery', seen(/No gallery items yet/), { [ALL]: { status: 200, body: [] } }),
  owner('manager, loading', '/admin/gallery', seen('Gallery Items'), { [ALL]: 'never' }),
  owner('manager, failed', '/admin/gallery', seen('Try again'), { [ALL]: refusal }),
  owner('manager, editing', '/admin/gallery', press(`Edit ${onePiece}`)),
  owner('manager, removing', '/admin/gallery', press(`Delete ${onePiece}`)),
  owner('uploader', '/admin/gallery', openUploader),
  owner('uploader, with a file', '/admin/gallery', chooseFile),
  owner('today', '/admin', seen('Waiting for a call')),
  owner('today, loading', '/admin', seen('Today'), { [TODAY]: 'never' }),
  owner('today, failed', '/admin', seen('Try again'), { [TODAY]: refusal }),
  owner('leads', '/admin/leads', seen('Ana Duarte')),
  owner('leads, one opened', '/admin/leads', openLead),
  owner('leads, none', '/admin/leads', seen(/No leads yet/), {
    [LEADS]: { status: 200, body: { leads: [], total: 0, matching: 0 } },
  }),
  owner('leads, loading', '/admin/leads', seen('Leads'), { [LEADS]: 'never' }),
  owner('hours', '/admin/hours', seen('Holidays')),
  owner('hours, loading', '/admin/hours', seen('Hours'), { [HOURS]: 'never' }),
  owner('hours, failed', '/admin/hours', seen('Try again'), { [HOURS]: refusal }),
  owner('alerts', '/admin/alerts', seen(/calendar/i)),
  owner('alerts, failed', '/admin/alerts', seen('Try again'), { [ALERTS]: refusal }),
  owner('insights', '/admin/insights', seen('Requests')),
  owner('insights, failed', '/admin/insights', seen('Try again'), { [INSIGHTS]: refusal }),
];

export const scenes: readonly Scene[] = [...pages, ...bookings, ...deals, ...gallery, ...admin];
