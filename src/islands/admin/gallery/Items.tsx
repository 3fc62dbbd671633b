import { useStore } from '@nanostores/react';
import { type GalleryItem, isGalleryCategory } from '#contracts/gallery';
import { Icon } from '#islands/ui/Icon.tsx';
import { admin } from './admin.ts';
import { $announced, useDragOrder } from './drag-order.ts';
import { ItemCard } from './ItemCard.tsx';
import { categoryOptions } from './items.ts';

const SKELETONS = ['first', 'second', 'third'];
const states = [
  ['all', 'All'],
  ['published', 'Published'],
  ['unpublished', 'Unpublished'],
] as const;

/** "Gallery Items": the list in its states. */
export function ItemsSection() {
  const known = useStore(admin.$items);
  const shown = useStore(admin.$shown);
  return (
    <section aria-labelledby="items-title">
      <div className="items-head">
        <h2 className="t-2xl" id="items-title" tabIndex={-1}>
          Gallery Items
        </h2>
        {known.state === 'ready' && <Count items={known.items} />}
      </div>
      {known.state === 'ready' && known.items.length > 0 && <Toolbar />}
      {known.state === 'loading' && <Skeletons />}
      {known.state === 'failed' && <Failed />}
      {known.state === 'ready' && <Grid items={shown} isEmpty={known.items.length === 0} />}
    </section>
  );
}

function Count({ items }: { items: readonly GalleryItem[] }) {
  const published = items.filter(({ isPublished }) => isPublished).length;
  return (
    <p className="small mute num">
      {items.length === 1 ? '1 item' : `${items.length} items`}, {published} published
    </p>
  );
}

/** Which items are shown: by state and by category. */
function Toolbar() {
  const view = useStore(admin.$view);
  const shown = useStore(admin.$shown);
  const chosen = useStore(admin.$chosen);
  const areAllChosen = shown.length > 0 && chosen.size === shown.length;
  return (
    <div className="toolbar">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these are buttons that belong together. */}
      <div className="chips" role="group" aria-label="Filter by state">
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
        className="input"
        aria-label="Filter by category"
        value={view.category}
        onChange={({ target }) => admin.show({ category: isGalleryCategory(target.value) ? target.value : 'all' })}
      >
        <option value="all">All categories</option>
        {categoryOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <button
        className="link small push"
        type="button"
        disabled={shown.length === 0}
        onClick={areAllChosen ? admin.chooseNone : admin.chooseAll}
      >
        {areAllChosen ? 'Select none' : 'Select all'}
      </button>
    </div>
  );
}

function Grid({ items, isEmpty }: { items: readonly GalleryItem[]; isEmpty: boolean }) {
  const drag = useDragOrder();
  const announced = useStore($announced);
  if (isEmpty) return <Empty>No gallery items yet. Upload your first item above.</Empty>;
  if (items.length === 0) return <Empty>No items match this filter.</Empty>;
  return (
    <>
      <ul className="grid3 items">
        {items.map((item, index) => (
          <ItemCard
            key={item.id}
            item={item}
            earlier={items[index - 1]}
            later={items[index + 1]}
            index={index}
            count={items.length}
            drag={drag}
          />
        ))}
      </ul>
      <p className="vh" role="status">
        {announced}
      </p>
    </>
  );
}

function Empty({ children }: { children: string }) {
  return (
    <div className="empty">
      <p className="t-2xl display">{children}</p>
    </div>
  );
}

function Skeletons() {
  return (
    <div className="grid3" aria-busy="true">
      {SKELETONS.map((name) => (
        <div key={name} className="item" data-skeleton="">
          <div className="bone bone-picture" />
          <div className="item-body">
            <div className="bone bone-title" />
            <div className="bone bone-badges" />
          </div>
        </div>
      ))}
      <p className="vh" role="status">
        Loading the gallery items
      </p>
    </div>
  );
}

function Failed() {
  return (
    <div className="empty" role="alert">
      <p className="t-2xl display">The gallery items could not be loaded.</p>
      <button className="btn" type="button" onClick={() => void admin.load()}>
        Try again
      </button>
    </div>
  );
}

/** What can be done with all chosen items at once. */
export function SelectionBar() {
  const chosen = useStore(admin.$chosen);
  if (chosen.size === 0) return null;
  return (
    <section className="selbar night" aria-label="Selection">
      <div className="wrap">
        <p className="t-label num" role="status">
          {chosen.size}
          <span className="lbl"> selected</span>
        </p>
        <button className="btn btn-sm" type="button" onClick={() => void admin.setPublished(chosen, true)}>
          <Icon name="eye" />
          Publish
        </button>
        <button className="btn btn-line btn-sm" type="button" onClick={() => void admin.setPublished(chosen, false)}>
          <Icon name="eye-off" />
          Unpublish
        </button>
        <button
          className="btn btn-line btn-sm push"
          type="button"
          onClick={({ currentTarget }) => admin.removal.ask(chosen, currentTarget)}
        >
          <Icon name="trash-2" />
          <span className="lbl">Delete</span>
        </button>
        <button className="icon-btn" type="button" aria-label="Clear selection" onClick={admin.chooseNone}>
          <Icon name="x" />
        </button>
      </div>
    </section>
  );
}
