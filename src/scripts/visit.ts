/** What the page of a visit does beside its form, which needs no scripts. */
import { forgetVisit } from '#lib/booked-visit';

try {
  forgetVisit(localStorage);
} catch {
  // Storage is blocked: then nothing is kept.
}

// Without scripts the browser itself asks for a time.
const press = document.querySelector<HTMLButtonElement>('[name="action"][value="move"]');
if (press) press.disabled = !press.form?.querySelector(':checked');
press?.form?.addEventListener('change', () => {
  press.disabled = false;
});
