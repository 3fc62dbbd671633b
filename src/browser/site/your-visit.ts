import { attempt } from '#browser/attempt';
import { keptVisit } from '#browser/booked-visit';
import { pageLanguage, pageLocale } from '#browser/page-language';
import { pathIn } from '#i18n/language';

/**
 * Says on every page that this browser has booked a visit, and when: in place of what stands before each of its hidden
 * links, so nothing moves.
 */
export async function showVisit(): Promise<void> {
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
