import { useStore } from '@nanostores/react';
import type { GalleryItem } from '#contracts/gallery';
import { desk } from './desk.ts';
import { ItemCard } from './ItemCard.tsx';
import { ItemsToolbar } from './ItemsToolbar.tsx';
import { $announced, useDragOrder } from './use-drag-order.ts';

const SKELETONS = ['first', 'second', 'third'];

/** "Gallery Items": the list in its states. */
export function ItemsSection() {
  const known = useStore(desk.$items);
  const shown = useStore(desk.$shown);
  return (
    <section aria-labelledby="items-title">
      <div className="items-head">
        <h2 className="t-2xl" id="items-title" tabIndex={-1}>
          Gallery Items
        </h2>
        {known.state === 'ready' && <Count items={known.items} />}
      </div>
      {known.state === 'ready' && known.items.length > 0 && <ItemsToolbar />}
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

function Grid({ items, isEmpty }: { items: readonly GalleryItem[]; isEmpty: boolean }) {
  const drag = useDragOrder();
  const announced = useStore($announced);
  if (isEmpty) return <Empty>No gallery items yet. Upload your first item above.</Empty>;
  if (items.length === 0) return <Empty>No items match this filter.</Empty>;
  return (
    <>
      <ul className="grid3 items">
        {items.map((item, place) => (
          <ItemCard
            key={item.id}
            item={item}
            earlier={items[place - 1]}
            later={items[place + 1]}
            place={place + 1}
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
      <button className="btn" type="button" onClick={() => void desk.load()}>
        Try again
      </button>
    </div>
  );
}
