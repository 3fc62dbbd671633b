/**
 * Opens the hero at the present hour when the first screen is whole. Loads the slider (hero-hours.ts) with its pictures
 * for that, or when the visitor approaches it.
 */
import { whenIdle } from '#browser/hydrate-events';
import { zonedTimeOfDay } from '#lib/time/dates';

const slider = document.querySelector<HTMLInputElement>('[data-hours]');
if (slider) openHero(slider);

function openHero(slider: HTMLInputElement): void {
  const initialHour = Number(slider.defaultValue);
  const start = starter(slider);
  for (const near of ['pointerenter', 'focus', 'input']) slider.addEventListener(near, () => void start());
  // The visitor may have moved it before this script ran.
  if (slider.valueAsNumber !== initialHour) void start();
  whenIdle(() => {
    const hour = presentHour(slider.dataset['hours']?.split(' ') ?? []);
    if (hour !== initialHour && mayFade()) void start(hour);
  });
}

/** Starts the slider once. If that fails, the room stays as it is and the next call tries again. */
function starter(slider: HTMLInputElement): (hour?: number) => Promise<void> {
  let hasStarted = false;
  return async (hour) => {
    if (hasStarted) return;
    hasStarted = true;
    try {
      const { followSlider } = await import('./hero-hours.ts');
      await followSlider(slider, hour);
    } catch {
      slider.value = slider.defaultValue;
      hasStarted = false;
    }
  };
}

/** Each hour begins at its time of day, such as `17:00`. Before the first one it is still the last. */
function presentHour(begins: readonly string[]): number {
  const now = zonedTimeOfDay(new Date());
  const index = begins.findLastIndex((begin) => begin <= now);
  return index === -1 ? begins.length - 1 : index;
}

/** True if the room may change by itself. Only some browsers tell how fast the connection is. */
function mayFade(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } };
  const isSlow = connection !== undefined && (connection.saveData || /[23]g/.test(connection.effectiveType));
  return !isSlow && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
