/**
 * The sign-in page: its form comes to life once the page is painted and loaded, or sooner for whoever reaches it, who
 * also brings it when it could not be loaded at first.
 */
import { hydrate, whenIdle } from '#lib/intent';

const enliven = () => hydrate('login');

for (const type of ['pointerover', 'focusin', 'keydown']) {
  document.addEventListener(type, enliven, { passive: true });
}
whenIdle(enliven);

/** Enter in the sleeping form would be lost. It is noted on the form, which sends itself when it wakes. */
document.addEventListener('keydown', ({ key, target }) => {
  const form = target instanceof HTMLInputElement ? target.form : null;
  form?.toggleAttribute('data-entered', key === 'Enter' && form.querySelector('button:disabled') !== null);
});
