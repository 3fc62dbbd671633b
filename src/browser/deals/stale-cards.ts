import type * as en from '#i18n/en/deals';
import type { Translated } from '#i18n/language';
import type { CalendarDate } from '#lib/time/dates';
import { aboutOffer, inShowOrder, type Offer, offerState, offerWords } from '#lib/offers';
import { loadWords } from '#browser/page-language';

/** The words in the page's language. */
const { deals } = await loadWords<Translated<typeof en>>({
  en: () => import('#i18n/en/deals'),
  es: () => import('#i18n/es/deals'),
});

/** An offer from its card's data attributes. */
interface CardOffer extends Offer {
  readonly card: HTMLElement;
}

/** Updates the cards for `today` (in the business's zone). Loaded only if an offer's state has changed since the build. */
export function rewriteCards(today: CalendarDate): void {
  const offers = inShowOrder(offersOnPage(), today);
  for (const [index, offer] of offers.entries()) {
    const { card } = offer;
    const state = offerState(offer, today);
    writeWords(card, offerWords(state, card.dataset['validUntil'] ?? '', deals));
    document.querySelector(`[data-offers='${state === 'ended' ? 'ended' : 'current'}']`)?.append(card);
    card.dataset['of'] = String(offers.filter((other) => offerState(other, today) !== 'ended').length);
    // Only the first running offer has a filled button.
    const call = card.querySelector<HTMLElement>('[data-book]');
    if (!call) continue;
    call.className = index === 0 && state === 'running' ? 'btn btn-sm' : 'link text-sm';
    call.dataset['about'] = aboutOffer(
      state,
      { title: readWords(card, 'title'), discount: readWords(card, 'discount') },
      deals,
    );
  }
  writeHeading(new Set(offers.map((offer) => offerState(offer, today) === 'ended')));
}

/** `areEnded`: whether an offer has ended, of all offers. */
function writeHeading(areEnded: ReadonlySet<boolean>): void {
  const heading = document.querySelector<HTMLElement>('#deals [data-past]');
  const past = document.querySelector<HTMLElement>('#deals [data-both]');
  if (heading) heading.textContent = heading.dataset[areEnded.has(false) ? 'current' : 'past'] ?? '';
  if (past) past.textContent = areEnded.size === 2 ? (past.dataset['both'] ?? '') : '';
}

const partsOf = (card: HTMLElement, part: string) => card.querySelectorAll(`[data-part="${part}"]`);
const readWords = (card: HTMLElement, part: string) => partsOf(card, part)[0]?.textContent.trim() ?? '';

function offersOnPage(): CardOffer[] {
  const cards = document.querySelectorAll<HTMLElement>('[data-promotion]');
  return Array.from(cards, (card) => ({
    ...card.dataset,
    card,
    featured: 'featured' in card.dataset,
    order: Number(card.dataset['order']),
  }));
}

function writeWords(card: HTMLElement, words: object): void {
  for (const [part, text] of Object.entries(words)) {
    for (const element of partsOf(card, part)) element.textContent = text;
  }
}
