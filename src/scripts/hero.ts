/** The slider of the hero: what it does (hero-hours.ts), and its pictures, load when somebody comes near it. */
const slider = document.querySelector<HTMLInputElement>('[data-hours]');
let isStarted = false;

if (slider) {
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    import('./hero-hours.ts')
      .then((hours) => hours.followSlider(slider))
      .catch(() => {
        // Without a connection the room stays as it is; the next touch tries again.
        slider.value = slider.defaultValue;
        isStarted = false;
      });
  };
  for (const near of ['pointerenter', 'focus', 'input']) {
    slider.addEventListener(near, start, { passive: true });
  }
  // It may have been moved before this script came.
  if (slider.value !== slider.defaultValue) start();
}
