/** Updates the offers' cards, enlarges a maker's picture, and opens the popup. */
import { $bookingDialog, openBooking } from '#browser/booking-dialog';
import { travel } from '#browser/browser-history';
import { isPlainClick, warmUp } from '#browser/hydrate-events';
import { isBeside, showModal } from '#browser/modal';
import { loadStylesheet } from '#browser/stylesheet';
import { track } from '#browser/track';
import { offerState } from '#lib/offers';
import { zonedToday } from '#lib/time/dates';
import styles from './dialogs.css?url';
import { dismiss, isUnwelcome, keepClaim } from './popup-memory.ts';

/** In ms after load, and between tries while the visitor is busy. */
const DELAY = 2000;
/** In ms: what the popup shows loads this early, to be there on time. */
const AHEAD = 600;
/** An open dialog or menu, or a focused field. Do not interrupt the visitor then. */
const BUSY = 'dialog[open], details[data-menu][open], :is(input, select, textarea):focus';

const [local, session] = [() => localStorage, () => sessionStorage];
const popup = document.getElementById('offer-shown') as HTMLDialogElement;
const enlarged = document.getElementById('enlarged') as HTMLDialogElement;

/** The visitor reads on, came for a section, or has opened the booking. */
let isElsewhere = location.hash !== '';
const stayAway = () => {
  isElsewhere = true;
};

/** After the first paint, because the cards are far down. */
const cardsRight = new Promise<void>((done) => {
  requestAnimationFrame(() => setTimeout(() => setCardsRight().then(done, done)));
});

/** Updates the cards for today in the business's zone, so that an offer that has ended does not look current. */
async function setCardsRight(): Promise<void> {
  const today = zonedToday(new Date());
  let isStale = false;
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-promotion]')) {
    const state = offerState({ ...dataset }, today);
    isStale ||= dataset['state'] !== state;
    dataset['state'] = state;
  }
  if (isStale) (await import('./stale-cards.ts')).rewriteCards(today);
}

/** The offer of the popup, or `null` where it would be in the way. */
async function popupOffer(): Promise<HTMLElement | null> {
  await cardsRight;
  if (isElsewhere || isUnwelcome(local, session, Date.now())) return null;
  return document.querySelector('[data-promotion][data-featured][data-state="running"]');
}

const pause = (ms: number) => new Promise((over) => setTimeout(over, ms));

/** Opens the popup of a running offer 2 s after load, or later if the visitor is busy. */
async function considerPopup(): Promise<void> {
  const due = pause(DELAY);
  await pause(DELAY - AHEAD);
  const card = await popupOffer();
  if (!card) return;
  preloadStyles();
  prepare(popup, card);
  await due;
  // Just before it opens: the browser lays out the whole page for either, and so does both at once.
  await loadStylesheet(styles);
  if (document.querySelector(BUSY)) await considerPopup();
  else if (await popupOffer()) await openPopup(card);
}

/** Without a connection the page works without the popup. */
const beginWaiting = () => void considerPopup().catch(() => undefined);

function preloadStyles(): void {
  if (document.querySelector(`link[href="${styles}"]`)) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'style', href: styles }));
}

/** Writes an offer's words and picture into a dialog. */
function prepare(dialog: HTMLDialogElement, card: HTMLElement): void {
  for (const part of dialog.querySelectorAll<HTMLElement>('[data-part]'))
    part.textContent = card.querySelector(`[data-part=${part.dataset['part']}]`)?.textContent.trim() ?? '';
  dialog.lang = card.lang;
  const figure = dialog.querySelector('figure');
  const picture = card.querySelector('picture')?.cloneNode(true) as HTMLPictureElement | undefined;
  for (const source of picture?.querySelectorAll('source') ?? []) source.sizes = figure?.dataset['sizes'] ?? '';
  // A lazy one would wait until the dialog is open.
  for (const img of picture?.querySelectorAll('img') ?? []) img.loading = 'eager';
  figure?.querySelector('picture')?.remove();
  if (picture) figure?.prepend(picture);
}

/** Resolves to the pressed button's value when the dialog is closed. */
function open(dialog: HTMLDialogElement): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  dialog.returnValue = '';
  dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
  showModal(dialog);
  return promise;
}

/** It has an entry in the history, so Back closes it. All ways out but the claim dismiss it. */
async function openPopup(card: HTMLElement): Promise<void> {
  history.pushState({ ...history.state, popup: true }, '');
  const by = await open(popup);
  if (history.state?.popup) void travel(-1);
  if (by !== 'claim') return dismiss(local, Date.now());
  const about = card.querySelector<HTMLElement>('[data-about]')?.dataset['about'] ?? '';
  keepClaim(local, about, Date.now());
  openBooking(null, about);
}

/** A maker's picture over the page. Reports opening and closing. */
async function enlarge(link: HTMLAnchorElement, card: HTMLElement): Promise<void> {
  await cardsRight;
  prepare(enlarged, card);
  await loadStylesheet(styles);
  if (document.querySelector('dialog[open]')) return;
  const { promotion = '' } = card.dataset;
  (enlarged.querySelector('h2') as HTMLElement).textContent = link.dataset['enlarge'] ?? '';
  track('promo_view', { promotion });
  await open(enlarged);
  link.focus({ preventScroll: true });
  track('promo_close', { promotion });
}

const linkAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-enlarge]') : null;

/** Without scripts, the link opens the picture. */
document.addEventListener('click', (event) => {
  const link = linkAt(event);
  const card = link?.closest<HTMLElement>('[data-promotion]');
  if (!link || !card || !isPlainClick(event)) return;
  event.preventDefault();
  enlarge(link, card).catch(() => location.assign(link.href));
});
for (const near of ['pointerover', 'focusin'])
  document.addEventListener(near, (event) => linkAt(event) && preloadStyles());

// `closedby` alone fails in Safari, and in Firefox before 141.
for (const dialog of [popup, enlarged])
  dialog.addEventListener('mousedown', (event) => isBeside(dialog, event) && dialog.close());
popup.querySelector('[value=claim]')?.addEventListener('pointerover', () => warmUp('booking'));
window.addEventListener('popstate', () => history.state?.popup || popup.close());
window.addEventListener('scroll', stayAway, { once: true, passive: true });
$bookingDialog.listen(stayAway);
// After a reload the popup is closed.
if (history.state?.popup) void travel(-1);
window.addEventListener('load', beginWaiting);
