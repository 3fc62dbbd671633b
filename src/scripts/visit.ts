/** What the page of a visit does beside its form, which needs no scripts. */
import { attempt } from '#lib/attempt';
import { forgetVisit } from '#lib/booked-visit';

attempt(() => forgetVisit(localStorage));

// Without scripts the browser itself asks for a time.
const press = document.querySelector<HTMLButtonElement>('[name="action"][value="move"]');
if (press) press.disabled = !press.form?.querySelector(':checked');
press?.form?.addEventListener('change', () => {
  press.disabled = false;
});
