import path from 'node:path';
import { GalleryList } from '#contracts/gallery';
import type { SiteProcess } from '#tests/support/site-process';
import { areaPage } from '#tests/support/addresses';
import { consultation } from '#tests/support/visitor';
import { until } from './driver.ts';
import type { Visitor } from './visitor.ts';

export const owner = { username: 'owner', password: 'correct horse battery' };

const assets = path.resolve(import.meta.dirname, '../../src/assets');
const DIALOG = 'dialog[open]';
const ESCAPE = '\uE00C';
const RIGHT = '\uE014';

/** What is tried in each engine, in this order: a journey may go on from what one before it has left. */
export const journeys: Record<string, (visitor: Visitor, site: SiteProcess, files: Files) => Promise<void>> = {
  'the room through the day': throughTheDay,
  'a booking in the page of /book, from a link': bookByLink,
  'another booking': book,
  'the sun at a window, and a booking with it': sunAtWindow,
  'the visit is moved, and cancelled': changeVisit,
  'the manager: pictures, HEIC and a film': manage,
  'the gallery': look,
};

/** Pictures that a browser has to write anew, made for the run. */
export interface Files {
  /** A photograph of a few hundred pixels, as PNG. */
  readonly opaque: string;
}

async function throughTheDay(visitor: Visitor): Promise<void> {
  await visitor.goto('/');
  await visitor.pressAt('[data-hours]');
  await visitor.type(RIGHT);
  await visitor.see('6 PM: nearly down');
  await visitor.find('the evening is shown', () => {
    const images = [...document.querySelectorAll('main figure img')] as HTMLImageElement[];
    return images.some(({ currentSrc, style }) => currentSrc.includes('1800') && style.opacity === '1');
  });
}

async function book(visitor: Visitor, site: SiteProcess): Promise<void> {
  await visitor.goto(areaPage);
  await visitor.press('^Schedule', 'main');
  await bookAnother(visitor);
  await visitor.fill('^Name', 'Elise Romero', DIALOG);
  // A press beside the dialog closes it, and what was typed is kept.
  await visitor.pressPoint(5, 5);
  await visitor.find('the dialog is closed', () => document.querySelector('dialog[open]') === null);
  await visitor.press('^Schedule', 'main');
  await visitor.find(
    'the name is kept',
    () => document.querySelector<HTMLInputElement>('dialog[open] input')?.value === 'Elise Romero',
  );
  await visitor.fill('^Phone', '(407) 555-0188', DIALOG);
  await visitor.fill('^Email', 'elise.romero@example.com', DIALOG);
  await visitor.fill('^ZIP code', consultation.zipCode, DIALOG);
  await visitor.press('^See Available Times$', DIALOG);
  await visitor.find('the days are in tabs or in a list, and times are there', () => {
    const days = document.querySelectorAll('dialog[open] :is([role=tab], .day-list h3)');
    return days.length > 1 && document.querySelector('dialog[open] .slot') !== null;
  });
  await visitor.press('^\\d+:\\d\\d [AP]M', DIALOG);
  await visitor.choose('^City', consultation.city, DIALOG);
  await visitor.choose('^Service', consultation.serviceInterest, DIALOG);
  await visitor.choose('^Preferred contact', 'Text Message', DIALOG);
  await visitor.press('^Confirm Booking$', DIALOG);
  await visitor.arrive('/thank-you');
  await visitor.see('Thank You!');
  await visitLink(site);
}

/** What was typed before the steps are there stays, and Back goes a step back. */
async function bookByLink(visitor: Visitor): Promise<void> {
  await visitor.goto(`/book?zip=${consultation.zipCode}&service=${encodeURIComponent(consultation.serviceInterest)}`);
  await visitor.fill('^Name', 'Elena Ruiz', 'main');
  await visitor.find('the steps have the name', () => {
    const name = document.querySelector<HTMLInputElement>('section.booking [name=name]');
    return name?.value === 'Elena Ruiz' && document.querySelector('#request > form') === null;
  });
  await visitor.fill('^Email', 'elena.ruiz@example.com', 'main');
  await visitor.press('^See Available Times$', 'main');
  await visitor.press('^\\d+:\\d\\d [AP]M', 'main');
  await visitor.choose('^City', consultation.city, 'main');
  await visitor.press('^Confirm Booking$', 'main');
  await visitor.arrive('/thank-you');
}

async function sunAtWindow(visitor: Visitor): Promise<void> {
  await visitor.goto('/sun');
  await visitor.press('^south$', 'main');
  await visitor.see('Your south window', 'main');
  await visitor.type(RIGHT);
  await visitor.see('Your southwest window', 'main');
  await visitor.find('the address keeps the direction', () => location.search.startsWith('?facing=225&'));
  await visitor.press('^Book a visit for this window$', 'main');
  await bookAnother(visitor);
  await visitor.find('the steps are open', () => document.querySelector('dialog[open] [name=zipCode]') !== null);
}

/** This browser has a visit to come by now, so the dialog asks first. */
async function bookAnother(visitor: Visitor): Promise<void> {
  await visitor.find('the question has focus', () => document.activeElement?.matches('dialog[open] h3') ?? false);
  await visitor.press('^Book another$', DIALOG);
}

/** The link in the mail to the visitor, which the host shows. */
const visitLink = (site: SiteProcess) =>
  until('the mail with the link of the visit', async () => /\/visit\/[\w-]+\.[\w-]+/.exec(site.output)?.[0]);

async function changeVisit(visitor: Visitor, site: SiteProcess): Promise<void> {
  await visitor.goto(await visitLink(site));
  await visitor.see('Your Visit');
  await visitor.pressAt('details.more summary');
  await visitor.pressAt('label.slot:last-child');
  await visitor.press('^(Confirm Time|Move My Visit)$', 'main');
  await visitor.see('Done: we will see you on');
  await visitor.find('what looks like a link is underlined', () => {
    const link = [...document.querySelectorAll('summary')].find(({ textContent }) =>
      textContent.includes('Cancel this visit'),
    );
    return link && getComputedStyle(link).textDecorationLine === 'underline';
  });
  await visitor.press('^Cancel this visit$', 'main');
  await visitor.press('^Yes, Cancel My Visit$', 'main');
  await visitor.see('Your Visit Is Cancelled');
}

async function manage(visitor: Visitor, site: SiteProcess, { opaque }: Files): Promise<void> {
  await visitor.goto('/login');
  await visitor.fill('^Username', owner.username);
  await visitor.fill('^Password', owner.password);
  await visitor.press('^Sign In$');
  await visitor.arrive('/admin/gallery');
  // By then the page lives.
  await visitor.see('No gallery items yet');
  await visitor.press('^Upload files$');
  await visitor.find('the uploader', () => document.querySelector('dialog[open] input[type=file]') !== null);
  const film = path.join(assets, 'demo/shade-lowering.mp4');
  const heic = path.resolve(import.meta.dirname, '../fixtures/media/phone.heic');
  await visitor.giveFiles('dialog[open] input[type=file]', [path.join(assets, 'nursery.jpg'), opaque, film, heic]);
  // Each preview draws the list of files anew: a press in the midst of that is lost.
  await visitor.find('the previews', () => document.querySelectorAll('dialog[open] img[src^="blob:"]').length >= 3);
  await visitor.press('^Upload 4 files$', DIALOG);
  await visitor.see('4 file\\(s\\) uploaded successfully');
  const plays = await visitor.find('an answer', () => {
    const answer = document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"');
    return { isFilmKnown: answer !== '' };
  });
  if (!plays.isFilmKnown) console.log('    This browser has no H.264 here: the film goes without a poster.');
  await expectKept(site, plays.isFilmKnown);
  await visitor.press('^Done$', DIALOG);
  await visitor.press('^Edit nursery$', 'main');
  await visitor.fill('^Title', 'Nursery with a quiet shade', DIALOG);
  await visitor.press('^Update Gallery Item$', DIALOG);
  await visitor.see('Gallery item updated successfully');
}

/** Each picture in a form no larger than it must be, and the film, if the browser knows it, with a picture of itself. */
async function expectKept(site: SiteProcess, isFilmKnown: boolean): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${site.url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(owner) });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const items = GalleryList.parse(await (await fetch(`${site.url}/api/gallery/all`, { headers: { cookie } })).json());
  for (const { title, mediaUrl, mediaType, posterUrl } of items) {
    const type = (await fetch(site.url + mediaUrl, { headers: { cookie } })).headers.get('content-type');
    if (type === 'image/png') throw new Error(`${title} was sent as PNG`);
    if (mediaType === 'video' && isFilmKnown && !posterUrl) throw new Error(`${title} has no poster`);
  }
}

async function look(visitor: Visitor): Promise<void> {
  await visitor.goto('/admin/gallery');
  await visitor.press('^Show on site: Nursery', 'main');
  await visitor.see('1 published');
  await visitor.goto('/gallery');
  await visitor.pressAt('button.work');
  await visitor.find('the picture in the lightbox', () => {
    const { naturalWidth = 0, width = 0 } = document.querySelector<HTMLImageElement>('dialog[open] .window img') ?? {};
    return naturalWidth > 0 && width > innerWidth / 4;
  });
  await visitor.type(ESCAPE);
  await visitor.find('the lightbox is closed', () => document.querySelector('dialog[open]') === null);
  await visitor.arrive('/gallery');
}
