/** Shows on the thank-you page what this browser has asked for: its booked visit, its callback, or what has not arrived. */
import { keptCallback } from '#browser/asked-callback';
import { attempt } from '#browser/attempt';
import { type BookedVisit, keptVisit } from '#browser/booked-visit';
import { openBooking } from '#browser/booking-dialog';
import { UNDELIVERED } from '#browser/browser-storage';
import { isPlainClick } from '#browser/hydrate-events';
import { pageLanguage } from '#browser/page-language';

const partsOf = (parent: ParentNode, name: string) => parent.querySelectorAll<HTMLElement>(`[data-part="${name}"]`);

function write(parent: ParentNode, name: string, text: string): void {
  for (const part of partsOf(parent, name)) part.textContent = text;
}

// Without storage the page says what it says to anybody.
attempt(showUndelivered);
showPlans();

/** Names the callback or the visit that was asked for here. */
function showPlans(): void {
  const main = document.querySelector('main') as HTMLElement;
  const now = Date.now();
  const visit = attempt(() => keptVisit(localStorage, now));
  const callback = attempt(() => keptCallback(sessionStorage, pageLanguage, now));
  const calls = partsOf(main, 'call')[0]?.dataset ?? {};
  if (callback) {
    write(main, 'soon', callback.sentence);
    write(main, 'call', calls['callback'] ?? '');
    for (const promise of partsOf(main, 'next')) promise.hidden = callback.isDated;
  } else if (visit) {
    write(main, 'call', calls['visit'] ?? '');
  }
  const template = main.querySelector<HTMLTemplateElement>('template[data-visit]');
  if (visit && template) void showVisit(visit, template);
}

async function showVisit(visit: BookedVisit, template: HTMLTemplateElement): Promise<void> {
  const section = template.content.firstElementChild as HTMLElement;
  const words = pageLanguage === 'es' ? await inSpanish(visit) : visit;
  for (const name of ['day', 'time', 'city'] as const) write(section, name, words[name]);
  write(section, 'another-day', words.day);
  const link = (name: string, address: string) => partsOf(section, name)[0]?.setAttribute('href', address);
  link('google', googleAddress(visit, section.dataset));
  link('file', `${visit.page}/visit.ics`);
  link('change', visit.page);
  for (const name of ['file', 'change']) for (const part of partsOf(section, name)) part.hidden = visit.page === '';
  partsOf(section, 'print')[0]?.addEventListener('click', () => print());
  template.replaceWith(section);
  askBeforeBooking(section.querySelector('dialog') as HTMLDialogElement);
}

async function inSpanish({ start, city }: BookedVisit): Promise<Pick<BookedVisit, 'day' | 'time' | 'city'>> {
  const [{ spanishAt, spanishDay }, { choices }] = await Promise.all([
    // Loaded already: the booking dialog has just used it.
    import('#lib/time/zone'),
    import('#i18n/es/choices'),
  ]);
  return { day: spanishDay(start), time: spanishAt(start), city: choices.city(city) };
}

function googleAddress({ start, end, city }: BookedVisit, { booked = '', state = '' }: DOMStringMap): string {
  const dates = `${compact(start)}/${compact(end)}`;
  const event = { action: 'TEMPLATE', text: booked, dates, location: `${city}, ${state}` };
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(event)}`;
}

/** An instant for calendar addresses: `20261201T153000Z`. */
function compact(instant: string): string {
  return new Date(instant).toISOString().replace(/\.\d+|[-:]/g, '');
}

/** Asks before the Schedule buttons open the booking dialog: prevents a second booking by mistake. */
function askBeforeBooking(dialog: HTMLDialogElement): void {
  const ask = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-book]') : null;
    if (!button || !isPlainClick(event)) return;
    event.preventDefault();
    dialog.returnValue = '';
    dialog.onclose = () => {
      if (dialog.returnValue) openBooking(button);
    };
    dialog.showModal();
  };
  // Before the page's own script, which leaves such a press alone (site/booking-buttons.ts).
  document.addEventListener('click', ask, true);
}

/**
 * Until a request has arrived, nobody is thanked for it, nor by the title. The site's script shows the thanks once it has
 * (site/undelivered-requests.ts).
 */
function showUndelivered(): void {
  const notice = document.getElementById('undelivered');
  if (!notice) return;
  const thanks = document.title;
  const updateTitle = () => {
    document.title = notice.hidden ? thanks : (notice.dataset['title'] ?? thanks);
  };
  new MutationObserver(updateTitle).observe(notice, { attributes: true });
  const kept = Object.entries(localStorage).filter(([name]) => name.startsWith(UNDELIVERED));
  if (kept.length === 0) return;
  notice.hidden = false;
  // The browser does not send again a request that the server has refused for good.
  const isOver = kept.every(([, request]) => JSON.parse(request).refused === true);
  for (const sentence of partsOf(notice, 'kept')) sentence.hidden = isOver;
}
