/** Shows on the thanks the visit that this browser has booked: what its visitor takes home. */
import { attempt } from '#lib/attempt';
import { type BookedVisit, keptVisit } from '#lib/booked-visit';
import { languageOf } from '#i18n/language';

const template = document.querySelector<HTMLTemplateElement>('template[data-visit]');
const section = template?.content.querySelector('section');
const part = (name: string) => section?.querySelector<HTMLElement>(`[data-part="${name}"]`);

/** An instant as calendar addresses write it: `20261201T153000Z`. */
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

/** What is kept of the visit in English, as a Spanish page says it. */
async function inSpanish({ start, city }: BookedVisit): Promise<Pick<BookedVisit, 'day' | 'time' | 'city'>> {
  const [{ spanishAt, spanishDay }, { choices }] = await Promise.all([
    import('#lib/spanish-time'),
    import('#i18n/es/choices'),
  ]);
  return { day: spanishDay(start), time: spanishAt(start), city: choices.city(city) };
}

async function show(visit: BookedVisit, block: HTMLElement): Promise<void> {
  const isSpanish = languageOf(document.documentElement.lang) === 'es';
  const words = isSpanish ? await inSpanish(visit) : visit;
  for (const name of ['day', 'time', 'city'] as const) part(name)?.replaceChildren(words[name]);
  part('google')?.setAttribute('href', googleAddress(visit, block.dataset));
  part('file')?.setAttribute('href', `${visit.page}/visit.ics`);
  part('change')?.setAttribute('href', visit.page);
  for (const name of ['file', 'change']) part(name)?.toggleAttribute('hidden', visit.page === '');
  part('print')?.addEventListener('click', () => print());
  template?.replaceWith(block);
  // Whoever has a visit is not to book a second one by mistake.
  for (const button of document.querySelectorAll<HTMLElement>('[data-book]')) button.hidden = true;
}

// Where storage is blocked, the thanks stand alone.
const visit = attempt(() => keptVisit(localStorage, Date.now()));
if (visit && section) void show(visit, section);
