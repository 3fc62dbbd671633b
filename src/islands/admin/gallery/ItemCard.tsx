import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { categoryLabels, type GalleryItem, type MediaType } from '#contracts/gallery';
import { Icon } from '#islands/ui/Icon.tsx';
import { pictureWidths, resizedPicture } from '#lib/resized-picture';
import { admin } from './admin.ts';
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

/** One item: picture, badges, and all that can be done with it. */
export function ItemCard(props: ItemProps) {
  const { item, drag } = props;
  const { id, title, category, isPublished } = item;
  const isChosen = useStore(useMemo(() => computed(admin.$chosen, (chosen) => chosen.has(id)), [id]));
  const mark = drag.markOf(id);
  return (
    <li className={['item', isChosen && 'is-chosen', mark].filter(Boolean).join(' ')} data-item={id}>
      {/* biome-ignore lint/a11y/useSemanticElements: the look draws its own box, with an icon in it. */}
      <button
        className="tickbox"
        type="button"
        role="checkbox"
        aria-checked={isChosen}
        aria-label={`Select ${title}`}
        onClick={() => admin.choose(id, !isChosen)}
      >
        {isChosen && <Icon name="check" />}
      </button>
      <div className="window">
        <ItemMedia item={item} />
        <MoveButtons {...props} />
      </div>
      <div className="item-body">
        <h3>{title}</h3>
        <p className="chips">
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
        <b className="play">
          <span className="vh">Video</span>
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
    <div className="arrange">
      <button
        className="icon-btn"
        type="button"
        aria-label={`Move ${title} earlier`}
        aria-disabled={!earlier || undefined}
        onClick={({ currentTarget }) => press(currentTarget, earlier, admin.moveBefore)}
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
      <i className="dot" />
      Published
    </span>
  ) : (
    <span className="badge badge-line">
      <i className="dot dot-off" />
      Unpublished
    </span>
  );
}

function Actions({ id, title, isPublished }: GalleryItem) {
  return (
    <div className="item-acts">
      <button
        className="switch"
        type="button"
        role="switch"
        aria-checked={isPublished}
        onClick={() => void admin.setPublished([id], !isPublished)}
      >
        <i />
        Show on site
        <span className="vh">: {title}</span>
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
        className="icon-btn brick"
        type="button"
        aria-label={`Delete ${title}`}
        onClick={({ currentTarget }) => admin.removal.ask([id], currentTarget)}
      >
        <Icon name="trash-2" />
      </button>
    </div>
  );
}
