import { atom } from 'nanostores';
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { GalleryItem } from '#contracts/gallery';
import { admin } from './gallery-admin.ts';

/** Read aloud after a move. */
export const $announced = atom('');

/** The current move: its item, its former index, and the button that gets focus back. */
let awaited: { readonly id: string; readonly from: number; readonly button?: HTMLElement } | null = null;

/** Notes a move that begins. `from`: the item's index. */
export function awaitMove(id: string, from: number, button?: HTMLElement): void {
  awaited = button ? { id, from, button } : { id, from };
}

/** Announces an item's new place, and returns the focus that moving its card took away. */
export function useMoveAnnouncements(items: readonly GalleryItem[]): void {
  useLayoutEffect(() => {
    if (!awaited) return;
    const { id, from, button } = awaited;
    const index = items.findIndex((item) => item.id === id);
    if (index === from) return;
    awaited = null;
    button?.focus();
    button?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const title = items[index]?.title;
    if (title !== undefined) $announced.set(`${title} is now at place ${index + 1} of ${items.length}`);
  }, [items]);
}

/** Pixels from the window's edges where a drag scrolls, and pixels for each frame at most. */
const EDGE = 96;
const MAX_SCROLL = 18;

/** A drag's target: the card under the pointer, and the side for the dragged card. */
interface Drag {
  readonly id: string;
  readonly over: { readonly id: string; readonly side: 'before' | 'behind' } | null;
}

/** The dragged card and the pointer, in pixels of the page (`start`) and of the window (`x`, `y`). */
interface Held {
  readonly card: HTMLElement;
  readonly start: { readonly x: number; readonly y: number };
  x: number;
  y: number;
}

export interface DragOrder {
  gripOf(
    id: string,
    index: number,
  ): {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(): void;
    onPointerCancel(): void;
  };
  /** A card's look during a drag: dragged, or with a mark at one side. */
  markOf(id: string): 'dragged' | 'before' | 'behind' | undefined;
}

/** Drags cards by any pointer. The card stays under the pointer while the page scrolls at an edge. Escape cancels. */
export function useDragOrder(): DragOrder {
  const [drag, setDrag] = useState<Drag | null>(null);
  const held = useRef<Held | null>(null);
  const id = drag?.id;

  useEffect(() => {
    if (id === undefined) return;
    const letGo = ({ key }: KeyboardEvent) => key === 'Escape' && setDrag(null);
    const follow = () => {
      if (held.current) {
        scrollAtEdge(held.current.y);
        const { card, start, x, y } = held.current;
        card.style.translate = `${x + window.scrollX - start.x}px ${y + window.scrollY - start.y}px`;
        const over = cardAt(held.current, id);
        setDrag((now) => (now?.id === id && !isSame(now.over, over) ? { id, over } : now));
      }
      frame = requestAnimationFrame(follow);
    };
    let frame = requestAnimationFrame(follow);
    document.addEventListener('keydown', letGo);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('keydown', letGo);
      if (held.current) Object.assign(held.current.card.style, { translate: '', transformOrigin: '' });
      held.current = null;
    };
  }, [id]);

  function drop(index: number): void {
    const over = held.current && drag ? cardAt(held.current, drag.id) : null;
    setDrag(null);
    if (!drag || !over) return;
    awaitMove(drag.id, index);
    const move = over.side === 'before' ? admin.moveBefore : admin.moveBehind;
    void move(drag.id, over.id);
  }

  return {
    gripOf: (grip, index) => ({
      onPointerDown(event) {
        const { button, pointerId, currentTarget, clientX: x, clientY: y } = event;
        const card = currentTarget.closest<HTMLElement>('[data-item]');
        if (button !== 0 || !card) return;
        event.preventDefault();
        currentTarget.setPointerCapture(pointerId);
        held.current = { card, start: { x: x + window.scrollX, y: y + window.scrollY }, x, y };
        const { left, top } = card.getBoundingClientRect();
        // It shrinks towards the pointer (items.css), so that it does not hide its target.
        card.style.transformOrigin = `${x - left}px ${y - top}px`;
        setDrag({ id: grip, over: null });
      },
      onPointerMove({ clientX, clientY }) {
        if (held.current) Object.assign(held.current, { x: clientX, y: clientY });
      },
      onPointerUp: () => drop(index),
      onPointerCancel: () => setDrag(null),
    }),
    markOf(card) {
      if (drag?.id === card) return 'dragged';
      return drag?.over?.id === card ? drag.over.side : undefined;
    },
  };
}

const isSame = (one: Drag['over'], other: Drag['over']) => one?.id === other?.id && one?.side === other?.side;

function scrollAtEdge(y: number): void {
  const above = EDGE - y;
  const below = y - (window.innerHeight - EDGE);
  const depth = Math.min(1, Math.max(above, below, 0) / EDGE);
  if (depth > 0) window.scrollBy({ top: (above > 0 ? -1 : 1) * Math.ceil(depth * MAX_SCROLL), behavior: 'instant' });
}

/** Pixels beside a card that count as on it: dropping into a gap works. */
const REACH = 40;

/** A point's distance from a box; 0 inside. */
function distance({ left, right, top, bottom }: DOMRect, x: number, y: number): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** In one column the sides of a card are above and below, else left and right. */
function cardAt({ x, y }: Held, dragged: string): Drag['over'] {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-item]')].filter(
    (one) => one.dataset['item'] !== dragged,
  );
  const distances = cards.map((one) => distance(one.getBoundingClientRect(), x, y));
  const nearest = Math.min(...distances);
  const card = nearest <= REACH ? cards[distances.indexOf(nearest)] : undefined;
  const id = card?.dataset['item'];
  if (!card || !id) return null;
  const { left, top, width, height } = card.getBoundingClientRect();
  const isColumn = width > (card.parentElement?.clientWidth ?? 0) * 0.75;
  const isFirstHalf = isColumn ? y < top + height / 2 : x < left + width / 2;
  return { id, side: isFirstHalf ? 'before' : 'behind' };
}
