/** Shows the slider of the hero; what it does (hero-hours.ts), and its pictures, come when somebody comes near it. */
const slider = document.querySelector<HTMLInputElement>('[data-hours]');
let started: Promise<void> | null = null;

if (slider) {
  slider.hidden = false;
  const start = () => {
    started ??= import('./hero-hours.ts')
      .then(({ followSlider }) => followSlider(slider))
      .catch(() => {
        // Without a connection the room stays as it is; the next touch tries again.
        slider.value = slider.defaultValue;
        started = null;
      });
  };
  for (const near of ['pointerenter', 'focus', 'input']) {
    slider.addEventListener(near, start, { passive: true });
  }
}
