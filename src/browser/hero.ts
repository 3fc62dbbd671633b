/** Loads the hero's slider (hero-hours.ts) and its pictures when the visitor approaches it. */
const slider = document.querySelector<HTMLInputElement>('[data-hours]');
let isStarted = false;

if (slider) {
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    import('./hero-hours.ts')
      .then((hours) => hours.followSlider(slider))
      .catch(() => {
        // If loading fails, the room stays; the next touch tries again.
        slider.value = slider.defaultValue;
        isStarted = false;
      });
  };
  for (const near of ['pointerenter', 'focus', 'input']) {
    slider.addEventListener(near, start, { passive: true });
  }
  // The visitor may have moved it before this script ran.
  if (slider.value !== slider.defaultValue) start();
}
