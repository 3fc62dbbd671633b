import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { useMemo } from 'react';
import { categoryLabels, type GalleryItem } from '#contracts/gallery';
import { Icon } from '#islands/ui/Icon.tsx';
import { ArrangeButtons } from './ArrangeButtons.tsx';
import { desk } from './desk.ts';
import { ItemMedia } from './ItemMedia.tsx';
import type { DragOrder } from './use-drag-order.ts';

interface Props {
  item: GalleryItem;
  /** What stands beside it in the list as it is shown. */
  earlier: GalleryItem | undefined;
  later: GalleryItem | undefined;
  /** From 1. */
  place: number;
  count: number;
  drag: DragOrder;
}

/** One item: picture, badges, and all that can be done with it. */
export function ItemCard({ item, drag, ...neighbors }: Props) {
  const { id, title, category, isPublished } = item;
  const isChosen = useStore(useMemo(() => computed(desk.$chosen, (chosen) => chosen.has(id)), [id]));
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
        onClick={() => desk.choose(id, !isChosen)}
      >
        {isChosen && <Icon name="check" />}
      </button>
      <div className="window">
        <ItemMedia item={item} />
        <ArrangeButtons item={item} drag={drag} {...neighbors} />
      </div>
      <div className="item-body">
        <h3>{title}</h3>
        <p className="chips">
          <span className="badge">{categoryLabels[category]}</span>
          <State isPublished={isPublished} />
        </p>
      </div>
      <Actions {...item} />
    </li>
  );
}

function State({ isPublished }: Pick<GalleryItem, 'isPublished'>) {
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
        onClick={() => void desk.setPublished([id], !isPublished)}
      >
        <i />
        Show on site
        <span className="vh">: {title}</span>
      </button>
      <button
        className="icon-btn"
        type="button"
        aria-label={`Edit ${title}`}
        onClick={({ currentTarget }) => desk.editing.open(id, currentTarget)}
      >
        <Icon name="pencil" />
      </button>
      <button
        className="icon-btn brick"
        type="button"
        aria-label={`Delete ${title}`}
        onClick={({ currentTarget }) => desk.removal.ask([id], currentTarget)}
      >
        <Icon name="trash-2" />
      </button>
    </div>
  );
}
