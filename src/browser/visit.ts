/** Extras for a visit's page, whose form works without scripts. */
import { attempt } from '#browser/attempt';
import { forgetVisit } from '#browser/booked-visit';

attempt(() => forgetVisit(localStorage));

// Without scripts the browser asks for a time.
const press = document.querySelector<HTMLButtonElement>('[name="action"][value="move"]');
if (press) press.disabled = !press.form?.querySelector(':checked');
press?.form?.addEventListener('change', () => {
  press.disabled = false;
});
