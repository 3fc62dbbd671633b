/** Zooms and pans the lightbox's picture: two fingers, a double tap, a drag, or the keys + and -. Swipes turn the item. */
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { fetchPicture } from './pictures.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}
/** `scale` times its size, its center `x` and `y` px from the frame's. */
interface View extends Point {
  readonly scale: number;
}

const WHOLE: View = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 5;
const TAPPED_SCALE = 2.5;
/** In px: a swipe is longer, a tap shorter. */
const SWIPE = 50;
const TAP = 12;
/** In ms, between the two taps of a double tap. */
const DOUBLE_TAP = 300;
/** In px: the player's controls at the bottom, where a finger seeks. */
const CONTROLS = 64;

const clamp = (value: number, limit: number) => Math.min(Math.max(value, -limit), limit);

/** The view after fingers moved from one point to another, and `factor` times as far apart. Points are from the center. */
function moved({ scale, x, y }: View, factor: number, from: Point, to: Point): View {
  const next = Math.min(Math.max(scale * factor, 1), MAX_SCALE);
  const grown = next / scale;
  return { scale: next, x: to.x - (from.x - x) * grown, y: to.y - (from.y - y) * grown };
}

/** Leaves no room between the picture and the frame, except where the picture is smaller. */
function held(view: View, { clientWidth, clientHeight, naturalWidth, naturalHeight }: HTMLImageElement): View {
  const fit = Math.min(clientWidth / naturalWidth, clientHeight / naturalHeight);
  const room = (size: number, frame: number) => Math.max(0, (size * fit * view.scale - frame) / 2);
  return {
    scale: view.scale,
    x: clamp(view.x, room(naturalWidth, clientWidth)),
    y: clamp(view.y, room(naturalHeight, clientHeight)),
  };
}

const ENLARGED_SIZES = `${100 * TAPPED_SCALE}vw`;

/** Brings a larger file of the picture. Loaded apart: a picture that changes its file has no size meanwhile. */
function sharpen(picture: HTMLImageElement): void {
  if (picture.dataset['sharp'] !== undefined) return;
  picture.dataset['sharp'] = '';
  const larger = fetchPicture({ sizes: ENLARGED_SIZES, srcSet: picture.srcset, src: picture.src });
  larger.decode().then(
    () => {
      picture.sizes = ENLARGED_SIZES;
    },
    () => undefined,
  );
}

/** The middle of the fingers and the distance between them; 1 for one finger. */
function grip(fingers: ReadonlyMap<number, Point>): Point & { readonly spread: number } {
  const [one = WHOLE, other = one] = fingers.values();
  const spread = Math.hypot(one.x - other.x, one.y - other.y) || 1;
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, spread };
}

/** The pointer handlers of the frame, and `zoom` and `pan` for keys. A new `id` or window size shows the whole picture. */
export function useZoom(frame: RefObject<HTMLElement | null>, id: string | undefined, turn: (by: 1 | -1) => void) {
  const view = useRef(WHOLE);
  const fingers = useRef(new Map<number, Point>());
  /** The first finger's start, while it alone touches and has nothing zoomed. */
  const swipe = useRef<Point | null>(null);
  const lastTap = useRef({ time: 0, x: 0, y: 0 });

  const show = (next: View) => {
    const picture = frame.current?.querySelector('img');
    if (!picture) return;
    if (next.scale === 1) view.current = WHOLE;
    // A picture whose file changes, as on a phone that is turned, has no size for a moment.
    else if (picture.naturalWidth) view.current = held(next, picture);
    else return;
    const { scale, x, y } = view.current;
    picture.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
    frame.current?.toggleAttribute('data-zoomed', scale > 1);
    if (scale > 1) sharpen(picture);
  };
  const zoom = (factor: number, at: Point = WHOLE) => show(moved(view.current, factor, at, at));
  const pan = (x: number, y: number) => show({ ...view.current, x: view.current.x + x, y: view.current.y + y });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another item begins whole.
  useEffect(() => {
    const reset = () => {
      fingers.current.clear();
      view.current = WHOLE;
      show(WHOLE);
      frame.current?.removeAttribute('data-zoomed');
    };
    reset();
    window.addEventListener('resize', reset);
    return () => window.removeEventListener('resize', reset);
  }, [id]);

  const fromCenter = ({ clientX, clientY }: PointerEvent): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const release = ({ pointerId }: PointerEvent) => {
    fingers.current.delete(pointerId);
    if (fingers.current.size === 0) frame.current?.removeAttribute('data-held');
  };

  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || isOnControls(event)) return;
      const point = fromCenter(event);
      fingers.current.set(event.pointerId, point);
      swipe.current = fingers.current.size === 1 ? point : null;
      if (view.current.scale > 1) frame.current?.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (!fingers.current.has(event.pointerId)) return;
      const from = grip(fingers.current);
      fingers.current.set(event.pointerId, fromCenter(event));
      const to = grip(fingers.current);
      if (fingers.current.size < 2 && view.current.scale === 1) return;
      frame.current?.setAttribute('data-held', '');
      show(moved(view.current, to.spread / from.spread, from, to));
    },
    onPointerUp(event: PointerEvent) {
      const start = swipe.current;
      const isKnown = fingers.current.has(event.pointerId);
      release(event);
      if (!start || !isKnown) return;
      swipe.current = null;
      const end = fromCenter(event);
      const [right, down] = [end.x - start.x, end.y - start.y];
      if (Math.hypot(right, down) < TAP) tap(end, event.timeStamp);
      else if (
        event.pointerType !== 'mouse' &&
        view.current.scale === 1 &&
        Math.abs(right) > Math.max(SWIPE, Math.abs(down))
      )
        turn(right < 0 ? 1 : -1);
    },
    onPointerCancel(event: PointerEvent) {
      release(event);
      swipe.current = null;
    },
  };
  function tap(point: Point, time: number): void {
    const last = lastTap.current;
    const isSecond = time - last.time < DOUBLE_TAP && Math.hypot(point.x - last.x, point.y - last.y) < 4 * TAP;
    lastTap.current = { ...point, time: isSecond ? 0 : time };
    if (isSecond) zoom(view.current.scale > 1 ? 0 : TAPPED_SCALE, point);
  }
  return { handlers, zoom, pan, isZoomed: () => view.current.scale > 1 };
}

function isOnControls({ target, clientY }: PointerEvent): boolean {
  return target instanceof HTMLVideoElement && clientY > target.getBoundingClientRect().bottom - CONTROLS;
}
