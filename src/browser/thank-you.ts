/** Shows on the thank-you page what this browser has asked for: its booked visit, its callback, or what has not arrived. */
import { attempt } from '#browser/attempt';
import { type AskedCallback, type BookedVisit, keptCallback, keptVisit } from '#browser/booked-visit';
import { openWith } from '#browser/booking-dialog';
import { UNDELIVERED } from '#browser/browser-storage';
import { pageLanguage } from '#browser/page-language';
import { pageLocale } from '#lib/page-locale';
import { pathIn } from '#i18n/site-languages';
import { confirmation } from '#lib/confirmation';

const partsOf = (parent: ParentNode, name: string) => parent.querySelectorAll<HTMLElement>(`[data-part="${name}"]`);

function write(parent: ParentNode, name: string, text: string): void {
  for (const part of partsOf(parent, name)) part.textContent = text;
}

// Without storage the page says what it says to anybody.
attempt(showUndelivered);
await showPlans().catch(() => undefined);
delete document.documentElement.dataset['plans'];

/** Names the callback or the visit that was asked for here. */
async function showPlans(): Promise<void> {
  const main = document.querySelector('main') as HTMLElement;
  const now = Date.now();
  const visit = attempt(() => keptVisit(localStorage, now));
  const callback = attempt(() => keptCallback(sessionStorage, pageLanguage, now));
  const calls = partsOf(main, 'call')[0]?.dataset ?? {};
  if (callback) {
    write(main, 'call', calls['callback'] ?? '');
    for (const asked of partsOf(main, 'asked')) showCallback(asked, callback);
  } else if (visit) {
    write(main, 'call', calls['visit'] ?? '');
  }
  const template = main.querySelector<HTMLTemplateElement>('template[data-reserved]');
  if (visit && template) await showVisit(visit, template);
}

/** A correction is the same request again. */
function showCallback(part: HTMLElement, asked: AskedCallback): void {
  write(part, 'sentence', asked.sentence);
  part.hidden = false;
  openWith(partsOf(part, 'wrong')[0], asked.contact, asked);
}

async function showVisit(visit: BookedVisit, template: HTMLTemplateElement): Promise<void> {
  const section = template.content.firstElementChild as HTMLElement;
  // Loaded already: the booking dialog has just used it.
  const { zonedAt, zonedHeading } = await import('#lib/time/zone');
  const spanish = pageLanguage === 'es' ? (await import('#i18n/es/choices')).choices : undefined;
  write(section, 'day', zonedHeading(visit.start, pageLocale));
  write(section, 'time', zonedAt(visit.start, pageLocale));
  write(section, 'city', spanish?.city(visit.city) ?? visit.city);
  const [way] = partsOf(section, 'way');
  const words = JSON.parse(way?.dataset['words'] ?? '{}');
  const { sentence, isMail, to } = confirmation(words, visit.by, visit.contact ?? {});
  if (way) way.hidden = to === '';
  write(section, 'by', sentence);
  write(section, 'reach', to);
  const page = visit.page && pathIn(pageLanguage, visit.page);
  const link = (name: string, address: string) => partsOf(section, name)[0]?.setAttribute('href', address);
  link('google', googleAddress(visit, section.dataset));
  link('file', `${page}/visit.ics`);
  link('change', page);
  link('wrong', `${page}#visit-${isMail ? 'email' : 'phone'}`);
  for (const name of ['file', 'change', 'wrong']) for (const part of partsOf(section, name)) part.hidden = page === '';
  partsOf(section, 'print')[0]?.addEventListener('click', () => print());
  template.replaceWith(section);
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

/**
 * Until a request has arrived, nobody is thanked for it, nor by the title. The site's script shows the thanks once it has
 * (site.ts).
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
