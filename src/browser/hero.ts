/** Loads the hero's slider (hero-hours.ts) and its pictures when the visitor approaches it. */
const slider = document.querySelector<HTMLInputElement>('[data-hours]');
if (slider) openHero(slider);

function openHero(slider: HTMLInputElement): void {
  let hasStarted = false;
  const start = async () => {
    if (hasStarted) return;
    hasStarted = true;
    try {
      const { followSlider } = await import('./hero-hours.ts');
      await followSlider(slider);
    } catch {
      // The room stays as it is, and the next touch tries again.
      slider.value = slider.defaultValue;
      hasStarted = false;
    }
  };
  for (const near of ['pointerenter', 'focus', 'input']) slider.addEventListener(near, () => void start());
  // The visitor may have moved it before this script ran.
  if (slider.value !== slider.defaultValue) void start();
}
