import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type TouchEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { GalleryItem, GalleryList } from '#contracts/gallery';
import { warmUp } from '#browser/hydrate-events';
import { track } from '#browser/track';
import { openBooking } from '#browser/booking-dialog';
import { IconButton } from '../ui/Icon.tsx';
import { closedBeside, firstFocus, focusFirst } from '../ui/dialog.ts';
import { Download, FullMedia } from './FullMedia.tsx';
import { protection } from './media.tsx';
import { fetchPicture, fullPicture } from './pictures.ts';
import { $isOwner, gallery } from './gallery-store.ts';
import { words } from './gallery-words.ts';
import { wordsOf } from './item-words.ts';

const { turn, close } = gallery;
/** A button at the top. */
const ACT = 'flex-none [&:hover]:bg-night-line';

/** The open item at full size. After closing, focus goes to the last item's card. */
export function Lightbox() {
  const item = useStore(gallery.$opened);
  const shown = useStore(gallery.$shown);
  const isOwner = useStore($isOwner);
  const last = useRef(item);
  if (item) last.current = item;
  const said = last.current && wordsOf(last.current);
  const dialog = useOpenWith(item, last.current?.id);
  const swipe = useSwipe();
  const index = shown.findIndex(({ id }) => id === last.current?.id);
  const isAlone = shown.length < 2;
  useEffect(() => {
    if (item) fetchBeside(item, shown);
  }, [item, shown]);
  return (
    <dialog
      ref={dialog}
      className="dialog lightbox works-lightbox night"
      aria-labelledby="lightbox-title"
      {...closedBeside}
      onClose={close}
      onKeyDown={onKeyDown}
    >
      <div className="flex items-center justify-between gap-4 py-3.5 pr-3 pl-[clamp(1.25rem,4vw,1.5rem)] max-[37.99rem]:flex-wrap max-[37.99rem]:gap-y-1">
        <h2
          className="text-xl focus:outline-none"
          id="lightbox-title"
          tabIndex={-1}
          aria-live="polite"
          lang={said?.lang}
          {...firstFocus}
        >
          {said?.title}
        </h2>
        <div className="flex flex-none items-center max-[37.99rem]:w-full max-[37.99rem]:flex-wrap max-[37.99rem]:justify-end">
          <span className="mr-3 text-xs whitespace-nowrap text-night-soft tabular-nums max-[37.99rem]:mr-auto">
            {index < 0 ? '' : words.position(index + 1, shown.length)}
          </span>
          {item?.mediaType === 'video' && isOwner && <Download key={item.id} item={item} />}
          <IconButton
            className={ACT}
            icon="arrow-left"
            label={words.previous}
            hidden={isAlone}
            onClick={() => turn(-1)}
          />
          <IconButton className={ACT} icon="arrow-right" label={words.next} hidden={isAlone} onClick={() => turn(1)} />
          <IconButton className={ACT} icon="x" label={words.close} onClick={close} />
        </div>
      </div>
      <figure
        lang={said?.lang}
        className="window aspect-3/2 touch-pan-y touch-pinch-zoom rounded-none bg-night"
        {...protection}
        {...swipe}
      >
        {item && <FullMedia key={item.id} item={item} />}
      </figure>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 px-[clamp(1.25rem,4vw,1.5rem)] pt-4 pb-5.5">
        {said?.description && (
          <p className="max-w-152 flex-[1_1_20rem] text-md/[1.6] whitespace-pre-line text-night-soft" lang={said?.lang}>
            {said.description}
          </p>
        )}
        <button className="btn" type="button" onPointerOver={() => warmUp('booking')} onClick={ask}>
          {words.ask}
        </button>
      </div>
    </dialog>
  );
}

/** Opens the booking dialog with the item as its topic. Focus returns to its card. */
function ask(): void {
  const item = gallery.$opened.get();
  if (!item) return;
  track('cta_click', { location: 'gallery' });
  close();
  openBooking(cardOf(item.id), `Gallery: ${item.title}`);
}

const cardOf = (id: string) => document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);

/** Opens the dialog with an item and closes it without. Focus then goes to the card of `lastId`. */
function useOpenWith(item: GalleryItem | null, lastId: string | undefined) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (item && element?.open === false) {
      element.showModal();
      focusFirst(element);
    } else if (!item) {
      if (element?.open) element.close();
      if (lastId) cardOf(lastId)?.focus();
    }
  }, [item, lastId]);
  return dialog;
}

function fetchBeside(item: GalleryItem, shown: GalleryList): void {
  const index = shown.findIndex(({ id }) => id === item.id);
  for (const beside of [shown.at((index + 1) % shown.length), shown.at(index - 1)]) {
    if (beside && beside.mediaType !== 'video') fetchPicture(fullPicture(beside));
  }
}

function onKeyDown(event: KeyboardEvent): void {
  // In a player, arrow keys seek.
  if (event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'ArrowRight') turn(1);
  else if (event.key === 'ArrowLeft') turn(-1);
  else return;
  event.preventDefault();
}

const FAR = 50;
/** In pixels: the player's controls at the bottom, where a finger seeks. */
const CONTROLS = 64;

/** A swipe turns the item; to the left is forward. */
function useSwipe() {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart({ touches, target }: TouchEvent) {
      const [finger, second] = Array.from(touches);
      const isFree = finger && !second && !isOnControls(target, finger.clientY);
      start.current = isFree ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const [finger] = Array.from(changedTouches);
      if (!start.current || !finger) return;
      const [right, down] = [finger.clientX - start.current.x, finger.clientY - start.current.y];
      start.current = null;
      if (Math.abs(right) > FAR && Math.abs(right) > Math.abs(down)) turn(right < 0 ? 1 : -1);
    },
    onTouchCancel() {
      start.current = null;
    },
  };
}

function isOnControls(target: EventTarget, y: number): boolean {
  return target instanceof HTMLVideoElement && y > target.getBoundingClientRect().bottom - CONTROLS;
}
