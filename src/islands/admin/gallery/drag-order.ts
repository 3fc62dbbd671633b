import { atom } from 'nanostores';
import { type PointerEvent, useEffect, useState } from 'react';
import { admin } from './store.ts';

/** Read aloud after a move. */
export const $announced = atom('');

/** `index` counts from 0, what is read aloud from 1. */
export function announceMove(title: string, index: number, count: number): void {
  $announced.set(`${title} is now at place ${index + 1} of ${count}`);
}

/** Pixels from the window's edges where a drag scrolls the page, and how far with each movement. */
const EDGE = 72;
const SCROLL = 16;

interface Drag {
  readonly id: string;
  /** The card under the pointer, and on which side of it the dragged one would stand. */
  readonly over: { readonly id: string; readonly side: 'before' | 'behind' } | null;
}

export interface DragOrder {
  /** What belongs on the grip of a card. */
  gripOf(id: string): {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(): void;
    onPointerCancel(): void;
  };
  /** How a card looks during a drag: the dragged one, or on which side of this one it would stand. */
  markOf(id: string): 'dragged' | 'before' | 'behind' | undefined;
}

/** Cards dragged by a pointer of any kind. Escape lets go without a move. */
export function useDragOrder(): DragOrder {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const letGo = ({ key }: KeyboardEvent) => key === 'Escape' && setDrag(null);
    document.addEventListener('keydown', letGo);
    return () => document.removeEventListener('keydown', letGo);
  }, [isDragging]);

  function drop(): void {
    setDrag(null);
    if (!drag?.over) return;
    const move = drag.over.side === 'before' ? admin.moveBefore : admin.moveBehind;
    void move(drag.id, drag.over.id);
  }

  return {
    gripOf: (id) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, over: null });
      },
      onPointerMove({ clientX, clientY }) {
        if (!isDragging) return;
        scrollAtEdge(clientY);
        setDrag({ id, over: cardAt(clientX, clientY, id) });
      },
      onPointerUp: drop,
      onPointerCancel: () => setDrag(null),
    }),
    markOf(id) {
      if (drag?.id === id) return 'dragged';
      return drag?.over?.id === id ? drag.over.side : undefined;
    },
  };
}

function scrollAtEdge(y: number): void {
  if (y < EDGE) window.scrollBy({ top: -SCROLL, behavior: 'instant' });
  if (y > window.innerHeight - EDGE) window.scrollBy({ top: SCROLL, behavior: 'instant' });
}

/** In one column the halves of a card are above each other, else beside each other. */
function cardAt(x: number, y: number, dragged: string): Drag['over'] {
  const card = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-item]');
  const id = card?.dataset['item'];
  if (!card || !id || id === dragged) return null;
  const { left, top, width, height } = card.getBoundingClientRect();
  const isColumn = width > (card.parentElement?.clientWidth ?? 0) * 0.75;
  const isFirstHalf = isColumn ? y < top + height / 2 : x < left + width / 2;
  return { id, side: isFirstHalf ? 'before' : 'behind' };
}
