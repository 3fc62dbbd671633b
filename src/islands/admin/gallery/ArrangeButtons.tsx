import { useLayoutEffect, useRef } from 'react';
import type { GalleryItem } from '#contracts/gallery';
import { Icon } from '#islands/ui/Icon.tsx';
import { desk } from './desk.ts';
import { announcePlace, type DragOrder } from './use-drag-order.ts';

interface Props {
  item: GalleryItem;
  earlier: GalleryItem | undefined;
  later: GalleryItem | undefined;
  place: number;
  count: number;
  drag: DragOrder;
}

/** The manual order: two buttons for the keyboard, and a grip to drag the card by. */
export function ArrangeButtons({ item: { id, title }, earlier, later, place, count, drag }: Props) {
  const pressed = useRef<HTMLButtonElement>(null);
  // The card is moved in the page, which takes focus from what is in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the move that counts.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    pressed.current.focus();
    pressed.current = null;
    announcePlace(title, place, count);
  }, [place]);
  const press = (button: HTMLButtonElement, neighbor: GalleryItem | undefined, move: typeof desk.moveBefore) => {
    if (!neighbor) return;
    pressed.current = button;
    void move(id, neighbor.id);
  };
  return (
    <div className="arrange">
      <button
        className="icon-btn"
        type="button"
        aria-label={`Move ${title} earlier`}
        aria-disabled={!earlier || undefined}
        onClick={({ currentTarget }) => press(currentTarget, earlier, desk.moveBefore)}
      >
        <Icon name="arrow-left" />
      </button>
      <span className="icon-btn grip" title="Drag to another place" {...drag.gripOf(id)}>
        <Icon name="grip" />
      </span>
      <button
        className="icon-btn"
        type="button"
        aria-label={`Move ${title} later`}
        aria-disabled={!later || undefined}
        onClick={({ currentTarget }) => press(currentTarget, later, desk.moveBehind)}
      >
        <Icon name="arrow-right" />
      </button>
    </div>
  );
}
