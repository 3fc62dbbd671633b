/** Hydrates the sign-in form after load, or sooner if the visitor reaches it. Then also retries a failed load. */
import { warmUp, whenIdle } from '#browser/hydrate-events';

const hydrateForm = () => warmUp('login');

for (const type of ['pointerover', 'focusin', 'keydown']) {
  document.addEventListener(type, hydrateForm, { passive: true });
}
whenIdle(hydrateForm);

/** Before hydration, Enter would be lost. The form notes it and submits after hydration. */
document.addEventListener('keydown', ({ key, target }) => {
  const form = target instanceof HTMLInputElement ? target.form : null;
  form?.toggleAttribute('data-entered', key === 'Enter' && form.querySelector('button:disabled') !== null);
});
