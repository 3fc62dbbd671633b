/** Extras for a visit's page, whose form works without scripts. */
import { attempt } from '#browser/attempt';
import { forgetVisit } from '#browser/booked-visit';

attempt(() => forgetVisit(localStorage));

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
