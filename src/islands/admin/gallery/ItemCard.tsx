import { clsx } from 'clsx';
import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { useMemo } from 'react';
import type { GalleryItem } from '#contracts/gallery';
import { say } from '#browser/say';
import { Icon, IconButton } from '#islands/ui/Icon.tsx';
import type { IconName } from '#lib/icons';
import { focusIn, framedPicture } from '#lib/resized-picture';
import { labelOf } from '#lib/label';
import { admin } from './gallery-admin.ts';
import { awaitMove, dragCard } from './drag-order.ts';
import type { ItemFile } from './item-edit.ts';
import { categoryLabels } from './items.ts';
import { unreadyTexts } from './new-items.ts';

interface ItemProps {
  item: GalleryItem;
  /** Its neighbors in the shown list. */
  earlier: GalleryItem | undefined;
  later: GalleryItem | undefined;
  index: number;
}

/** The look of a card and its skeleton. Its states are in items.css. */
export const CARD = 'relative flex flex-col border-b-4 border-flax bg-white';
export const CARD_BODY = 'grid flex-1 content-start gap-2.5 px-4.5 pt-4 pb-3';

export function ItemCard(props: ItemProps) {
  const { item } = props;
  const { id, title, category, isPublished } = item;
  const isChosen = useStore(useMemo(() => computed(admin.$chosen, (chosen) => chosen.has(id)), [id]));
  return (
    <li className={clsx('item', CARD, isChosen && 'outline-3 outline-lagoon')} data-item={id}>
      {/* biome-ignore lint/a11y/useSemanticElements: the look draws its own box, with an icon in it. */}
      <button
        className="absolute top-3 left-3 z-1 grid size-8 place-items-center rounded-sm border border-edge bg-white after:absolute after:-inset-1.75 aria-checked:border-lagoon aria-checked:bg-lagoon aria-checked:text-paper"
        type="button"
        role="checkbox"
        aria-checked={isChosen}
        aria-label={say('Select {title}', { title })}
        onClick={() => admin.choose(id, !isChosen)}
      >
        {isChosen && <Icon name="check" />}
      </button>
      <div className="window aspect-16/9 rounded-none">
        <ItemMedia item={item} />
      </div>
      <div className={CARD_BODY}>
        <h3 className="text-base/[1.35] font-strong wrap-anywhere">{title}</h3>
        <p className="chips gap-1.5">
          <span className="badge badge-flax">{labelOf(categoryLabels, category)}</span>
          <PublishedBadge isPublished={isPublished} />
        </p>
        {item.hasLimitedPlayback && (
          <p className="flex items-center gap-2 text-sm/[1.35]">
            <Icon name="circle-alert" />
            <span>{say('Some browsers cannot play this video')}</span>
          </p>
        )}
        <UnreadyTexts item={item} />
      </div>
      <Actions {...item} />
      <MoveButtons {...props} />
    </li>
  );
}

/** Height divided by width; the widths are those of a card in one, two and three columns. */
const RATIO = 9 / 16;
const WIDTHS = [320, 480, 640, 900];
const SIZES = '(min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw';

/** An item's picture, or its video as a still. Decorative: its words stand beside it. */
export function ItemMedia({ item }: { item: Pick<GalleryItem, keyof ItemFile | 'focus'> }) {
  const { mediaType, mediaUrl, posterUrl } = item;
  const picture = mediaType === 'video' ? posterUrl : mediaUrl;
  const at = (width: number) => framedPicture(picture ?? '', item, width, RATIO);
  return (
    <>
      {picture ? (
        <img
          alt=""
          src={at(480)}
          srcSet={WIDTHS.map((width) => `${at(width)} ${width}w`).join(', ')}
          sizes={SIZES}
          width={480}
          height={270}
          loading="lazy"
          decoding="async"
          draggable={false}
          {...focusIn(item)}
        />
      ) : (
        <video src={`${mediaUrl}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} {...focusIn(item)} />
      )}
      {mediaType === 'video' && (
        <b className="absolute top-3 right-3 grid size-10 place-items-center rounded-sm bg-paper text-ink">
          <span className="sr-only">{say('Video')}</span>
          <Icon name="play" />
        </b>
      )}
    </>
  );
}

/** The manual order: three buttons, and a grip for dragging. A held finger selects no text and opens no menu. */
function MoveButtons({ item: { id, title }, earlier, later, index }: ItemProps) {
  const press = (button: HTMLButtonElement, neighbor: GalleryItem | undefined, move: () => Promise<void>) => {
    if (!neighbor) return;
    awaitMove(id, index, button);
    void move();
  };
  // Not `disabled` at the ends: the button would lose focus between two presses.
  const button = (
    label: string,
    icon: IconName,
    neighbor: GalleryItem | undefined,
    move: (other: string) => Promise<void>,
  ) => (
    <IconButton
      className="aria-disabled:cursor-default aria-disabled:text-hairline"
      icon={icon}
      label={label}
      aria-disabled={!neighbor || undefined}
      onClick={({ currentTarget }) => press(currentTarget, neighbor, () => move(neighbor?.id ?? ''))}
    />
  );
  return (
    <div className="flex items-center gap-1 border-t border-hairline py-1 pr-2 pl-1.5">
      <span
        className="icon-btn mr-auto cursor-grab touch-none select-none [-webkit-touch-callout:none]"
        title={say('Drag to another place')}
        onPointerDown={(event) => dragCard(event, id, index)}
      >
        <Icon name="grip" />
      </span>
      <button
        className="link min-h-11 px-2.5 text-sm aria-disabled:text-mute aria-disabled:no-underline"
        type="button"
        aria-label={say('To top: {title}', { title })}
        aria-disabled={!earlier || undefined}
        onClick={({ currentTarget }) => press(currentTarget, earlier, () => admin.moveToTop(id))}
      >
        {say('To top')}
      </button>
      {button(say('Move {title} up', { title }), 'arrow-up', earlier, (other) => admin.moveBefore(id, other))}
      {button(say('Move {title} down', { title }), 'arrow-down', later, (other) => admin.moveBehind(id, other))}
    </div>
  );
}

/** Texts that still need a look before visitors read them. Publishing is possible all the same. */
function UnreadyTexts({ item }: { item: GalleryItem }) {
  const unready = unreadyTexts(item);
  if (!unready) return null;
  return (
    <button
      className="flex min-h-11 items-center gap-2 rounded-sm bg-notice py-1.5 pr-3 pl-3.5 text-left text-sm/[1.35] text-notice-ink shadow-[inset_4px_0_0_var(--color-notice-line)]"
      type="button"
      aria-label={say('{words}. Edit {title}', { words: unreadyWords[unready], title: item.title })}
      onClick={({ currentTarget }) => admin.editing.open(item.id, currentTarget)}
    >
      <Icon name="pencil" />
      <span>{unreadyWords[unready]}</span>
    </button>
  );
}

const unreadyWords = {
  title: say('The title is still a file name'),
  description: say('The description is still the upload date'),
  both: say('Title and description are still those of the upload'),
};

function PublishedBadge({ isPublished }: Pick<GalleryItem, 'isPublished'>) {
  return (
    <span className={isPublished ? 'badge badge-on' : 'badge badge-line'}>
      <i className={clsx('size-2 rounded-full', isPublished ? 'bg-current' : 'inset-ring-[1.5px]')} />
      <span>{isPublished ? say('Published') : say('Unpublished')}</span>
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
        {say('Show on site')}
        <span className="sr-only">{`: ${title}`}</span>
      </button>
      <IconButton
        icon="pencil"
        label={say('Edit {title}', { title })}
        onClick={({ currentTarget }) => admin.editing.open(id, currentTarget)}
      />
      <IconButton
        className="text-brick"
        icon="trash-2"
        label={say('Delete {title}', { title })}
        onClick={({ currentTarget }) => admin.removal.ask([id], currentTarget)}
      />
    </div>
  );
}
