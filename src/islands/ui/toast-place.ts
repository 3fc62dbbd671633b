const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** Pixels between a toast and the window's edge, and between it and what is to be pressed. */
const MARGIN = 12;
const GAP = 8;

interface Box {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Moves a toast's stand up or down, so that it covers nothing that can be pressed: as little as may be from where its
 * style puts it; it stays where it has gone while that is still clear. Where every place covers something, it takes the one that covers least, and never what has focus.
 */
export function placeClear(stand: HTMLElement): void {
  const toast = stand.querySelector<HTMLElement>('.toast');
  const around = stand.closest('dialog') ?? document.body;
  if (!toast) return;
  const moved = Number.parseFloat(stand.style.translate.split(' ')[1] ?? '0');
  const { top, bottom, right } = stand.getBoundingClientRect();
  const shown = { top: top - moved, bottom: bottom - moved, left: right - toast.offsetWidth, right };
  const controls = [...around.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => !stand.contains(one));
  const boxes = controls.flatMap((one) => boxBeside(one, shown));
  const shift = bestShift(shown, boxes, { height: window.visualViewport?.height ?? window.innerHeight, moved });
  stand.style.translate = shift === 0 ? '' : `0 ${shift}px`;
}

/** Where a control stands, if it can come under the toast. */
function boxBeside(control: HTMLElement, { left, right }: { left: number; right: number }): readonly WeighedBox[] {
  const box = control.getBoundingClientRect();
  // What a closed <details> holds has a box, where browsers hide it by content-visibility.
  if (box.width === 0 || control.checkVisibility?.() === false) return [];
  if (box.right <= left || box.left >= right) return [];
  if (box.bottom <= 0 || box.top >= window.innerHeight) return [];
  return [{ top: box.top, bottom: box.bottom, weight: weightOf(control) }];
}

/** How bad it is to cover a pixel of it: the field that is being filled in most, then buttons, which are small. */
function weightOf(control: HTMLElement): number {
  if (control === document.activeElement) return 100;
  return control.matches('textarea, input, select') ? 1 : 4;
}

interface WeighedBox extends Box {
  readonly weight: number;
}

/** How far to move `shown` down (or up, below zero) in a window of that height, `moved` until now. All in pixels. */
export function bestShift(
  shown: Box,
  boxes: readonly WeighedBox[],
  { height: windowHeight, moved = 0 }: { height: number; moved?: number },
): number {
  const height = shown.bottom - shown.top;
  const last = windowHeight - MARGIN - height;
  const places = [shown.top, MARGIN, last, ...boxes.flatMap(({ top, bottom }) => [bottom + GAP, top - GAP - height])];
  const covered = (at: number) =>
    boxes.reduce((sum, { top, bottom, weight }) => {
      const overlap = Math.min(at + height, bottom) - Math.max(at, top);
      return overlap > 0 ? sum + overlap * weight : sum;
    }, 0);
  const isInside = (at: number) => at >= MARGIN && at <= last;
  if (moved !== 0 && isInside(shown.top + moved) && covered(shown.top + moved) === 0) return moved;
  const [best = shown.top] = places
    .filter((at) => at === shown.top || isInside(at))
    .map((at) => ({ at, cost: covered(at) }))
    .toSorted((one, other) => one.cost - other.cost || Math.abs(one.at - shown.top) - Math.abs(other.at - shown.top))
    .map(({ at }) => at);
  return best - shown.top;
}
