import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { categoryLabels, type GalleryItem, type MediaType } from '#contracts/gallery';
import { Icon } from '#islands/ui/Icon.tsx';
import { pictureWidths, resizedPicture } from '#lib/resized-picture';
import { admin } from './store.ts';
import { announceMove, type DragOrder } from './drag-order.ts';

interface ItemProps {
  item: GalleryItem;
  /** What stands beside it in the list as it is shown. */
  earlier: GalleryItem | undefined;
  later: GalleryItem | undefined;
  index: number;
  count: number;
  drag: DragOrder;
}

/** What a card and its skeleton look like; dragged, hovered and switched on it is in gallery.css. */
export const CARD = 'relative flex flex-col border-b-4 border-flax bg-white';
export const CARD_BODY = 'grid flex-1 content-start gap-2.5 px-4.5 pt-4 pb-3';

/** One item: picture, badges, and all that can be done with it. */
export function ItemCard(props: ItemProps) {
  const { item, drag } = props;
  const { id, title, category, isPublished } = item;
  const isChosen = useStore(useMemo(() => computed(admin.$chosen, (chosen) => chosen.has(id)), [id]));
  return (
    <li
      className={`item ${CARD} ${isChosen ? 'outline-3 outline-lagoon' : ''}`}
      data-item={id}
      data-drag={drag.markOf(id)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the look draws its own box, with an icon in it. */}
      <button
        className="absolute top-3 left-3 z-1 grid size-8 place-items-center rounded-sm border border-edge bg-white after:absolute after:-inset-1.75 aria-checked:border-lagoon aria-checked:bg-lagoon aria-checked:text-paper"
        type="button"
        role="checkbox"
        aria-checked={isChosen}
        aria-label={`Select ${title}`}
        onClick={() => admin.choose(id, !isChosen)}
      >
        {isChosen && <Icon name="check" />}
      </button>
      <div className="window aspect-16/9 rounded-none">
        <ItemMedia item={item} />
        <MoveButtons {...props} />
      </div>
      <div className={CARD_BODY}>
        <h3 className="text-base/[1.35] font-strong wrap-anywhere">{title}</h3>
        <p className="chips gap-1.5">
          <span className="badge">{categoryLabels[category]}</span>
          <PublishedBadge isPublished={isPublished} />
        </p>
      </div>
      <Actions {...item} />
    </li>
  );
}

interface Media {
  mediaType: MediaType;
  mediaUrl: string;
  posterUrl?: string | undefined;
}

/** Width to height, of what is asked for; the widths are those of a card in one, two and three columns. */
const RATIO = 9 / 16;
const SIZES = '(min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw';

/** The picture of an item, or its video, standing still. Its words stand beside it, so it says nothing itself. */
export function ItemMedia({ item: { mediaType, mediaUrl, posterUrl } }: { item: Media }) {
  const picture = mediaType === 'image' ? mediaUrl : posterUrl;
  return (
    <>
      {picture ? (
        <img
          alt=""
          src={resizedPicture(picture, 480, RATIO)}
          srcSet={pictureWidths(picture, { widths: [320, 480, 640, 900], shape: RATIO })}
          sizes={SIZES}
          width={480}
          height={270}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      ) : (
        <video src={`${mediaUrl}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} />
      )}
      {mediaType === 'video' && (
        <b className="absolute top-3 right-3 grid size-10 place-items-center rounded-sm bg-paper text-ink">
          <span className="sr-only">Video</span>
          <Icon name="play" />
        </b>
      )}
    </>
  );
}

/** The manual order: two buttons for the keyboard, and a grip to drag the card by. */
function MoveButtons({ item: { id, title }, earlier, later, index, count, drag }: ItemProps) {
  const pressed = useRef<HTMLButtonElement>(null);
  // The card is moved in the page, which takes focus from what is in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the move that counts.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    pressed.current.focus();
    pressed.current = null;
    announceMove(title, index, count);
  }, [index]);
  const press = (button: HTMLButtonElement, neighbor: GalleryItem | undefined, move: typeof admin.moveBefore) => {
    if (!neighbor) return;
    pressed.current = button;
    void move(id, neighbor.id);
  };
  return (
    <div className="item-moves absolute right-3 bottom-3 flex rounded-sm bg-white">
      <button
        className="icon-btn aria-disabled:cursor-default aria-disabled:text-hairline"
        type="button"
        aria-label={`Move ${title} earlier`}
        aria-disabled={!earlier || undefined}
        onClick={({ currentTarget }) => press(currentTarget, earlier, admin.moveBefore)}
      >
        <Icon name="arrow-left" />
      </button>
      <span className="icon-btn cursor-grab touch-none" title="Drag to another place" {...drag.gripOf(id)}>
        <Icon name="grip" />
      </span>
      <button
        className="icon-btn aria-disabled:cursor-default aria-disabled:text-hairline"
        type="button"
        aria-label={`Move ${title} later`}
        aria-disabled={!later || undefined}
        onClick={({ currentTarget }) => press(currentTarget, later, admin.moveBehind)}
      >
        <Icon name="arrow-right" />
      </button>
    </div>
  );
}

function PublishedBadge({ isPublished }: Pick<GalleryItem, 'isPublished'>) {
  return isPublished ? (
    <span className="badge badge-on">
      <i className="size-2 rounded-full bg-current" />
      Published
    </span>
  ) : (
    <span className="badge badge-line">
      <i className="size-2 rounded-full inset-ring-[1.5px]" />
      Unpublished
    </span>
  );
}

function Actions({ id, title, isPublished }: GalleryItem) {
  return (
    <div className="flex flex-wrap items-center gap-1 border-t border-hairline py-1 pr-2 pl-4.5">
      <button
        className="switch mr-auto inline-flex min-h-11 items-center gap-2.5 text-sm/[1.6] font-medium"
        type="button"
        role="switch"
        aria-checked={isPublished}
        onClick={() => void admin.setPublished([id], !isPublished)}
      >
        <i />
        Show on site
        <span className="sr-only">: {title}</span>
      </button>
      <button
        className="icon-btn"
        type="button"
        aria-label={`Edit ${title}`}
        onClick={({ currentTarget }) => admin.editing.open(id, currentTarget)}
      >
        <Icon name="pencil" />
      </button>
      <button
        className="icon-btn text-brick"
        type="button"
        aria-label={`Delete ${title}`}
        onClick={({ currentTarget }) => admin.removal.ask([id], currentTarget)}
      >
        <Icon name="trash-2" />
      </button>
    </div>
  );
}
