/**
 * The sign-in page: its form is hydrated once the page is painted and loaded, or sooner for whoever reaches it, who
 * also brings it when it could not be loaded at first.
 */
import { warmUp, whenIdle } from '#lib/intent';

const hydrateForm = () => warmUp('login');

for (const type of ['pointerover', 'focusin', 'keydown']) {
  document.addEventListener(type, hydrateForm, { passive: true });
}
whenIdle(hydrateForm);

/** Enter in a form that is not hydrated would be lost. It is noted on the form, which sends itself once it is. */
document.addEventListener('keydown', ({ key, target }) => {
  const form = target instanceof HTMLInputElement ? target.form : null;
  form?.toggleAttribute('data-entered', key === 'Enter' && form.querySelector('button:disabled') !== null);
});
