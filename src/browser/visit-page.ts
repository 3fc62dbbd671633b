/** Extras for a visit's page, whose form works without scripts. */
import { attempt } from '#browser/attempt';
import { type BookedVisit, forgetVisit, keepVisit, keptVisit } from '#browser/booked-visit';
import { openWith } from '#browser/booking-dialog';
import { pathIn } from '#i18n/site-languages';
import { sendChosen } from './visit-pictures.ts';

const ways = ['text', 'email', 'phone'] as const;

attempt(() => {
  const visit = keptVisit(localStorage, Date.now());
  if (visit?.page && pathIn('en', visit.page) === pathIn('en', location.pathname)) followVisit(visit);
});

/** Brings the visit that this browser keeps up to date with its page. The page names the visit's time, or names none. */
function followVisit(visit: BookedVisit): void {
  const shown = document.querySelector<HTMLElement>('main [data-visit]')?.dataset;
  if (!shown) return;
  const { start, end, phone, email = '', by } = shown;
  if (start && end) {
    // Empty once the visitor has taken the number away.
    const contact = phone !== undefined && {
      contact: { ...visit.contact, phone, email },
      by: ways.find((way) => way === by),
    };
    keepVisit(localStorage, { ...visit, start, end, ...contact }, Date.now());
    return;
  }
  forgetVisit(localStorage);
  openWith(document.querySelector<HTMLElement>('main [data-book]'), visit.contact);
}

// Not every browser opens what a link leads into, as the one to the notes.
const aim = document.querySelector<HTMLElement>('main details :target');
aim?.closest('details')?.setAttribute('open', '');
aim?.focus();

// Without scripts the browser asks for a time.
const press = document.querySelector<HTMLButtonElement>('[name="action"][value="move"]');
const chosen = () => press?.form?.querySelector<HTMLInputElement>('[name="slot"]:checked');
if (press) press.disabled = !chosen();
press?.form?.addEventListener('change', ({ target }) => {
  const time = chosen();
  // The visitor looks at another day. Without scripts the chosen time stays in view.
  if (time && target instanceof HTMLInputElement && target.name === 'day') time.checked = false;
  press.disabled = !chosen();
});

const pictures = document.querySelector<HTMLElement>('main #pictures');
if (pictures) sendChosen(pictures);
