import { useStore } from '@nanostores/react';
import type { GalleryItem } from '#contracts/gallery';
import { say, sayCounted } from '#browser/say';
import { Options } from '#islands/ui/Field.tsx';
import { keepFocus } from '../Button.tsx';
import { RemovalDialog } from '../Dialog.tsx';
import { EmptyState, Loaded, Skeletons } from '../PageStates.tsx';
import { admin } from './gallery-admin.ts';
import { $announced, useMoveAnnouncements } from './drag-order.ts';
import { CARD, CARD_BODY, ItemCard } from './ItemCard.tsx';
import { categoryOptions } from './items.ts';

const GRID = 'grid grid-cols-1 gap-[clamp(1rem,2vw,1.75rem)] sm:grid-cols-2 lg:grid-cols-3';
const states = [
  ['all', say('All')],
  ['published', say('Published#filter')],
  ['unpublished', say('Unpublished')],
] as const;

export function ItemsSection() {
  const known = useStore(admin.$items);
  const shown = useStore(admin.$shown);
  return (
    <section aria-labelledby="items-title">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-2xl focus:outline-none" id="items-title" tabIndex={-1}>
          {say('Gallery Items')}
        </h2>
        {known.state === 'ready' && <Count items={known.items} />}
      </div>
      {known.state === 'ready' && known.items.length > 0 && <Toolbar />}
      <Loaded
        known={known}
        loading={loading}
        failed={say('The gallery items could not be loaded.')}
        onRetry={admin.load}
      >
        {({ items }) => <Grid items={shown} isEmpty={items.length === 0} />}
      </Loaded>
    </section>
  );
}

function Count({ items }: { items: readonly GalleryItem[] }) {
  const published = items.filter(({ isPublished }) => isPublished).length;
  return (
    <p className="text-sm text-mute tabular-nums">
      {say('{items}, {count} published', { items: sayCounted(items.length, 'item'), count: published })}
    </p>
  );
}

function Toolbar() {
  const view = useStore(admin.$view);
  const shown = useStore(admin.$shown);
  const chosen = useStore(admin.$chosen);
  const areAllChosen = shown.length > 0 && chosen.size === shown.length;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these are buttons that belong together. */}
      <div className="chips" role="group" aria-label={say('Filter by state')}>
        {states.map(([state, label]) => (
          <button
            key={state}
            className="chip"
            type="button"
            aria-pressed={view.state === state}
            onClick={() => admin.show({ state })}
          >
            {label}
          </button>
        ))}
      </div>
      <select
        className="input min-h-11 w-auto min-w-0 flex-[0_1_13rem] py-2 text-[1rem]"
        aria-label={say('Filter by category')}
        value={view.category}
        onChange={({ target }) => admin.show({ category: target.value })}
      >
        <option value="all">{say('All categories')}</option>
        <Options options={categoryOptions} />
      </select>
      <button
        className="link ml-auto min-h-11 text-sm"
        type="button"
        disabled={shown.length === 0}
        onClick={areAllChosen ? admin.chooseNone : admin.chooseAll}
      >
        {areAllChosen ? say('Select none') : say('Select all')}
      </button>
    </div>
  );
}

function Grid({ items, isEmpty }: { items: readonly GalleryItem[]; isEmpty: boolean }) {
  const announced = useStore($announced);
  useMoveAnnouncements(items);
  if (isEmpty) return <EmptyState text={say('No gallery items yet. Upload your first item above.')} />;
  if (items.length === 0) return <EmptyState text={say('No items match this filter.')} />;
  return (
    <>
      <ul className={`items ${GRID}`}>
        {items.map((item, index) => (
          <ItemCard key={item.id} item={item} earlier={items[index - 1]} later={items[index + 1]} index={index} />
        ))}
      </ul>
      <p className="sr-only" role="status">
        {announced}
      </p>
    </>
  );
}

const loading = (
  <Skeletons count={3} className={GRID} label={say('Loading the gallery items')} item={CARD}>
    <div className="skeleton aspect-16/9" />
    <div className={CARD_BODY}>
      <div className="skeleton h-5 w-[70%]" />
      <div className="skeleton h-5 w-[45%]" />
    </div>
  </Skeletons>
);

const { $question, cancel, confirm } = admin.removal;

export function ItemsRemoval() {
  const question = useStore($question);
  const { items = [], pending = false } = question ?? {};
  const isOne = items.length === 1;
  return (
    <RemovalDialog
      question={question}
      close={cancel}
      isBusy={pending}
      // The button goes with its item. Then focus moves to the list's heading.
      confirm={() => confirm().then(() => keepFocus('items-title'))}
      title={
        isOne
          ? say('Are you sure you want to delete this item?')
          : say('Are you sure you want to delete these {count} items?', { count: items.length })
      }
      keep={say('Cancel')}
      press={say('Delete')}
      busyPress={say('Deleting...')}
    >
      {isOne
        ? say('“{title}” and its file are removed for good.', { title: items[0]?.title ?? '' })
        : say('They and their files are removed for good.')}
    </RemovalDialog>
  );
}
