import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { GalleryItem, GalleryList } from '#contracts/gallery';
import { warmUp } from '#browser/hydrate-events';
import { showModal } from '#browser/modal';
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
import { useZoom } from './zoom.ts';

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
  const shownWords = last.current && wordsOf(last.current);
  const dialog = useOpenWith(item, last.current?.id);
  const frame = useRef<HTMLElement>(null);
  const zoom = useZoom(frame, item?.id, turn);
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
      onKeyDown={(event) => onKeyDown(event, zoom)}
    >
      <h2
        className="title text-xl focus:outline-none"
        id="lightbox-title"
        tabIndex={-1}
        aria-live="polite"
        lang={shownWords?.lang}
        {...firstFocus}
      >
        {shownWords?.title}
      </h2>
      <div className="acts flex items-center justify-end">
        <span className="mr-auto text-xs whitespace-nowrap text-night-soft tabular-nums sm:mr-3">
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
      <figure
        ref={frame}
        lang={shownWords?.lang}
        className="window rounded-none bg-night"
        data-film={item?.mediaType === 'video' || undefined}
        {...protection}
        {...zoom.handlers}
      >
        {item && <FullMedia key={item.id} item={item} />}
      </figure>
      <div className="foot flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        {shownWords?.description && (
          <p
            className="max-w-152 flex-[1_1_20rem] text-md/[1.6] whitespace-pre-line text-night-soft"
            lang={shownWords?.lang}
          >
            {shownWords.description}
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
      showModal(element);
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

const KEY_ZOOM: Readonly<Record<string, number>> = { '+': 1.5, '=': 1.5, '-': 1 / 1.5 };
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
/** In px: how far an arrow key moves an enlarged picture. */
const KEY_PAN = 80;

/** Left and right turn the item; the arrows move a picture that + has enlarged. */
function onKeyDown(event: KeyboardEvent, { zoom, pan, isZoomed }: ReturnType<typeof useZoom>): void {
  // In a player, arrow keys seek.
  if (event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey) return;
  const factor = KEY_ZOOM[event.key];
  const [x, y] = ARROWS[event.key] ?? [];
  if (factor) zoom(factor);
  else if (x === undefined || y === undefined) return;
  else if (isZoomed()) pan(x * KEY_PAN, y * KEY_PAN);
  else if (x !== 0) turn(x < 0 ? 1 : -1);
  else return;
  event.preventDefault();
}
