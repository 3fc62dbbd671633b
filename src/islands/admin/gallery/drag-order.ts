import { atom } from 'nanostores';
import { type PointerEvent, useLayoutEffect } from 'react';
import type { GalleryItem } from '#contracts/gallery';
import { say } from '#browser/say';
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
    if (title === undefined) return;
    $announced.set(say('{title} is now at place {place} of {count}', { title, place: index + 1, count: items.length }));
  }, [items]);
}

/** Pixels from the window's edges where a drag scrolls, and pixels for each frame at most. */
const EDGE = 96;
const MAX_SCROLL = 18;

/**
 * Drags the card of a pressed grip by any pointer: it stays under the pointer while the page scrolls at an edge. A card
 * that it would go before or behind is marked (items.css). Escape cancels. `index`: the item's.
 */
export function dragCard(pressed: PointerEvent<HTMLElement>, id: string, index: number): void {
  const grip: HTMLElement = pressed.currentTarget;
  const card = grip.closest<HTMLElement>('[data-item]');
  if (pressed.button !== 0 || !card) return;
  pressed.preventDefault();
  grip.setPointerCapture(pressed.pointerId);
  const drag = new AbortController();
  const { signal } = drag;
  let { clientX: x, clientY: y } = pressed;
  let target: Target | null = null;
  const start = { x: x + scrollX, y: y + scrollY };
  const { left, top } = card.getBoundingClientRect();
  // It shrinks towards the pointer (items.css), so that it does not hide its target.
  card.style.transformOrigin = `${x - left}px ${y - top}px`;
  card.dataset['drag'] = 'dragged';
  const aim = () => {
    delete target?.card.dataset['drag'];
    target = targetAt(x, y, card);
    if (target) target.card.dataset['drag'] = target.side;
  };
  const follow = () => {
    if (signal.aborted || !card.isConnected) return drag.abort();
    scrollAtEdge(y);
    card.style.translate = `${x + scrollX - start.x}px ${y + scrollY - start.y}px`;
    aim();
    requestAnimationFrame(follow);
  };
  signal.addEventListener('abort', () => {
    delete card.dataset['drag'];
    delete target?.card.dataset['drag'];
    Object.assign(card.style, { translate: '', transformOrigin: '' });
  });
  const end = () => drag.abort();
  grip.addEventListener('pointermove', ({ clientX, clientY }) => ([x, y] = [clientX, clientY]), { signal });
  grip.addEventListener('lostpointercapture', end, { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
  const drop = () => {
    aim();
    end();
    const other = target?.card.dataset['item'];
    if (!target || !other) return;
    awaitMove(id, index);
    void (target.side === 'before' ? admin.moveBefore : admin.moveBehind)(id, other);
  };
  grip.addEventListener('pointerup', drop, { signal });
  follow();
}

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

/** The card under the pointer, and the side of it for the dragged card. */
interface Target {
  readonly card: HTMLElement;
  readonly side: 'before' | 'behind';
}

/** In one column the sides of a card are above and below, else left and right. */
function targetAt(x: number, y: number, dragged: HTMLElement): Target | null {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-item]')].filter((one) => one !== dragged);
  const distances = cards.map((one) => distance(one.getBoundingClientRect(), x, y));
  const nearest = Math.min(...distances);
  const card = nearest <= REACH ? cards[distances.indexOf(nearest)] : undefined;
  if (!card) return null;
  const { left, top, width, height } = card.getBoundingClientRect();
  const isColumn = width > (card.parentElement?.clientWidth ?? 0) * 0.75;
  const isFirstHalf = isColumn ? y < top + height / 2 : x < left + width / 2;
  return { card, side: isFirstHalf ? 'before' : 'behind' };
}
