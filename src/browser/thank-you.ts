/** Shows on the thank-you page what this browser has asked for: its booked visit, its callback, or what has not arrived. */
import { keptCallback } from '#browser/asked-callback';
import { attempt } from '#browser/attempt';
import { type BookedVisit, keptVisit } from '#browser/booked-visit';
import { openBooking } from '#browser/booking-dialog';
import { UNDELIVERED } from '#browser/browser-storage';
import { isPlainClick } from '#browser/hydrate-events';
import { languageOf } from '#i18n/language';

const language = languageOf(document.documentElement.lang);
const onPage = (name: string) => document.querySelectorAll<HTMLElement>(`main [data-part="${name}"]`);

const template = document.querySelector<HTMLTemplateElement>('template[data-visit]');
const section = template?.content.firstElementChild as HTMLElement | undefined;
const part = (name: string) => section?.querySelector<HTMLElement>(`[data-part="${name}"]`);

/** An instant for calendar addresses: `20261201T153000Z`. */
const compact = (instant: string) => new Date(instant).toISOString().replace(/\.\d+|[-:]/g, '');

function googleAddress({ start, end, city }: BookedVisit, { booked = '', state = '' }: DOMStringMap): string {
  const event = {
    action: 'TEMPLATE',
    text: booked,
    dates: `${compact(start)}/${compact(end)}`,
    location: `${city}, ${state}`,
  };
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(event)}`;
}

async function inSpanish({ start, city }: BookedVisit): Promise<Pick<BookedVisit, 'day' | 'time' | 'city'>> {
  const [{ spanishAt, spanishDay }, { choices }] = await Promise.all([
    // Loaded already: the booking dialog has just used it.
    import('#lib/time/zone'),
    import('#i18n/es/choices'),
  ]);
  return { day: spanishDay(start), time: spanishAt(start), city: choices.city(city) };
}

async function show(visit: BookedVisit, block: HTMLElement): Promise<void> {
  const words = language === 'es' ? await inSpanish(visit) : visit;
  for (const name of ['day', 'time', 'city'] as const) part(name)?.replaceChildren(words[name]);
  part('another-day')?.replaceChildren(words.day);
  part('google')?.setAttribute('href', googleAddress(visit, block.dataset));
  part('file')?.setAttribute('href', `${visit.page}/visit.ics`);
  part('change')?.setAttribute('href', visit.page);
  for (const name of ['file', 'change']) part(name)?.toggleAttribute('hidden', !visit.page);
  part('print')?.addEventListener('click', () => print());
  template?.replaceWith(block);
  const dialog = block.querySelector('dialog');
  if (dialog) askBeforeBooking(dialog);
}

/** Asks before the Schedule buttons open the booking dialog: prevents a second booking by mistake. */
function askBeforeBooking(dialog: HTMLDialogElement): void {
  const ask = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-book]');
    if (!button || !isPlainClick(event)) return;
    event.preventDefault();
    dialog.returnValue = '';
    dialog.onclose = () => dialog.returnValue && openBooking(button);
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
  const kept = Object.entries(localStorage).filter(([name]) => name.startsWith(UNDELIVERED));
  const notice = document.getElementById('undelivered');
  if (!notice) return;
  const thanks = document.title;
  const follow = () => (document.title = notice.hidden ? thanks : (notice.dataset['title'] as string));
  new MutationObserver(follow).observe(notice, { attributes: true });
  if (!kept[0]) return;
  notice.hidden = false;
  // The browser does not send again a request that the server has refused for good.
  const isOver = kept.every(([, request]) => request.includes('"refused":true'));
  for (const sentence of onPage('kept')) sentence.hidden = isOver;
}

function write(name: string, text = ''): void {
  for (const part of onPage(name)) part.textContent = text;
}

// Without storage the page says what it says to anybody.
attempt(showUndelivered);
const now = Date.now();
const visit = attempt(() => keptVisit(localStorage, now));
const callback = attempt(() => keptCallback(sessionStorage, language, now));
const [call] = onPage('call');
if (callback) {
  write('soon', callback.sentence);
  write('call', call?.dataset['callback']);
  if (callback.isDated) for (const part of onPage('next')) part.hidden = true;
} else if (visit) write('call', call?.dataset['visit']);
if (visit && section) void show(visit, section);
