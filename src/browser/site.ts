/** The script of every public page. It must stay tiny: all else loads on demand. */
import { keepAttribution, startAnalytics, trackClicks } from '#browser/site/analytics';
import { bookingButtons } from '#browser/site/booking-buttons';
import { keepQuery } from '#browser/site/keep-query';
import { attempt } from '#browser/attempt';
import { keptVisit } from '#browser/booked-visit';
import { pageLanguage } from '#browser/page-language';
import { pageLocale } from '#lib/page-locale';
import { pathIn } from '#i18n/site-languages';
import { hasUndelivered } from '#browser/browser-storage';
import { whenIdle } from '#browser/hydrate-events';

declare global {
  interface ImportMetaEnv {
    /** Google Analytics measurement id; absent: no analytics. */
    readonly PUBLIC_GA_ID?: string;
  }
}

const isMeasured = !('unmeasured' in document.documentElement.dataset);
if (import.meta.env.PUBLIC_GA_ID && isMeasured) startAnalytics(import.meta.env.PUBLIC_GA_ID);
if (isMeasured) keepAttribution();
trackClicks();
bookingButtons();
mobileMenu();
hideDock();
keepQuery();
void sayLater();
void showVisit();
deliverUndelivered();

/** Hides the dock while the page's own "Schedule" and "Call" buttons are in view. */
function hideDock(): void {
  const dock = document.querySelector<HTMLElement>('[data-dock]');
  if (!dock) return;
  const seen = new Set<Element>();
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      dock.dataset['dock'] = seen.size > 0 ? 'away' : 'shown';
    },
    { threshold: 0.5 },
  );
  for (const { parentElement } of document.querySelectorAll('.btn-row > [data-book]')) {
    if (parentElement) watcher.observe(parentElement);
  }
}

/** Says on which day we answer, wherever the promise stands, while that is later. */
async function sayLater(): Promise<void> {
  const parts = document.querySelectorAll<HTMLElement>('[data-later]');
  if (parts.length === 0) return;
  const day = (await import('#browser/answer-rule')).laterDay();
  if (day) for (const part of parts) part.textContent = (part.dataset['later'] ?? '').replace('{day}', day);
}

/**
 * Says on every page that this browser has booked a visit, and when: in place of what stands before each of its hidden
 * links, so nothing moves.
 */
async function showVisit(): Promise<void> {
  const visit = attempt(() => keptVisit(localStorage, Date.now()));
  if (!visit) return;
  const { zonedDayBriefly, zonedTime } = await import('#lib/time/zone');
  const when = `${zonedDayBriefly(visit.start, pageLocale)}, ${zonedTime(visit.start, pageLocale)}`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-visit]')) {
    const { lastElementChild, previousElementSibling, parentElement } = link;
    if (lastElementChild) lastElementChild.textContent = when;
    link.href = pathIn(pageLanguage, visit.page || '/thank-you');
    link.classList.remove('invisible');
    previousElementSibling?.classList.add('invisible');
    if (parentElement) parentElement.hidden = false;
  }
}

/** In ms between failed tries on this page. Later pages try again. */
const TRIES_AFTER = [5_000, 20_000, 60_000];

/** Delivers the requests of earlier pages. Loads nothing if there are none. */
function deliverUndelivered(): void {
  whenIdle(() => void tryDelivering(0));
  window.addEventListener('online', () => void tryDelivering(TRIES_AFTER.length));
}

async function tryDelivering(failures: number): Promise<void> {
  if (!hasUndelivered()) return;
  const left = await deliver();
  const pause = TRIES_AFTER[failures];
  if (left > 0 && pause) setTimeout(() => void tryDelivering(failures + 1), pause);
}

/** Resolves to the number of undelivered requests. /thank-you shows `#undelivered` then. */
async function deliver(): Promise<number> {
  const notice = document.getElementById('undelivered');
  let left = 1;
  try {
    const { unsentRequests } = await import('#browser/unsent-requests');
    left = await unsentRequests.deliverKept();
    if (notice && left > 0) unsentRequests.forgetRefused();
  } catch {
    // Offline: the code cannot be loaded.
  }
  if (notice) notice.hidden = left === 0;
  return left;
}

const openMenu = () => document.querySelector<HTMLDetailsElement>('details[data-menu][open]');

/** Closes `<details data-menu>` on Escape, on a press outside and when focus leaves. Returns focus to the summary. */
function mobileMenu(): void {
  document.addEventListener('keydown', (event) => {
    const menu = openMenu();
    if (event.key === 'Escape' && menu && !inDialog(event)) close(menu, true);
  });
  let left: HTMLDetailsElement | null = null;
  // Safari fires no click on elements that are not clickable.
  document.addEventListener('pointerdown', (event) => {
    const menu = openMenu();
    left = menu && isOutside(event, menu) ? menu : null;
    if (left) close(left, left.contains(document.activeElement));
  });
  // A press on an element that cannot have focus moves focus to the body.
  document.addEventListener('click', () => {
    if (left && document.activeElement === document.body) close(left, true);
    left = null;
  });
  document.addEventListener('focusin', (event) => {
    const menu = openMenu();
    if (menu && isOutside(event, menu)) close(menu, false);
  });
}

/** A dialog opened from the menu leaves it open. Checks the event's path: a pressed button may be gone by now. */
const inDialog = (event: Event) => event.composedPath().some((target) => target instanceof HTMLDialogElement);

function isOutside(event: Event, menu: HTMLElement): boolean {
  return event.target instanceof Element && !event.composedPath().includes(menu) && !inDialog(event);
}

function close(menu: HTMLDetailsElement, takeFocus: boolean): void {
  menu.open = false;
  if (takeFocus) menu.querySelector('summary')?.focus();
}
