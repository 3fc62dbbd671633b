/** Pixels to the side before a movement counts as a swipe. */
const FAR = 50;
/** The lowest part of a player is its controls, where a finger seeks. */
const CONTROLS = 64;

/** Tells of a finger that sweeps over the element: to the left is on to the next. */
export function onSwipe(element: HTMLElement, turn: (by: 1 | -1) => void): void {
  let start: { readonly x: number; readonly y: number } | null = null;
  element.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const [finger, second] = touches;
      const isFree = finger && !second && !isOnControls(target, finger.clientY);
      start = isFree ? { x: finger.clientX, y: finger.clientY } : null;
    },
    { passive: true },
  );
  element.addEventListener('touchend', ({ changedTouches }) => {
    const [finger] = changedTouches;
    if (!start || !finger) return;
    const [right, down] = [finger.clientX - start.x, finger.clientY - start.y];
    start = null;
    if (Math.abs(right) > FAR && Math.abs(right) > Math.abs(down)) turn(right < 0 ? 1 : -1);
  });
  element.addEventListener('touchcancel', () => {
    start = null;
  });
}

function isOnControls(target: EventTarget | null, y: number): boolean {
  return target instanceof HTMLVideoElement && y > target.getBoundingClientRect().bottom - CONTROLS;
}
