/**
 * Opens the hero at the present hour when the first screen is whole. Loads the slider (hero-hours.ts) with its pictures
 * for that, or when the visitor approaches it.
 */
import { whenIdle } from '#browser/hydrate-events';
import { zonedTimeOfDay } from '#lib/time/dates';

const slider = document.querySelector<HTMLInputElement>('[data-hours]');
let started: Promise<void> | undefined;

/** May the room change by itself? Only some browsers tell of the line. */
function mayFade(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } };
  const isSlow = connection?.saveData || /[23]g/.test(connection?.effectiveType as string);
  return !(isSlow || matchMedia('(prefers-reduced-motion)').matches);
}

if (slider) {
  const { defaultValue } = slider;
  const start = (hour?: number) =>
    (started ??= import('./hero-hours.ts')
      .then((hours) => hours.followSlider(slider, hour))
      .catch(() => {
        // If loading fails, the room stays; the next touch tries again.
        slider.value = defaultValue;
        started = undefined;
      }));
  for (const near of ['pointerenter', 'focus', 'input']) {
    slider.addEventListener(near, () => start());
  }
  // The visitor may have moved it before this script ran.
  if (slider.value !== defaultValue) start();
  whenIdle(() => {
    // Each hour begins at its time of day in `data-hours`. At night it is the last: -1.
    const now = zonedTimeOfDay(new Date());
    const hour = (slider.dataset['hours'] as string).split(' ').findLastIndex((begin) => begin <= now);
    if (hour !== slider.valueAsNumber && mayFade()) start(hour);
  });
}
