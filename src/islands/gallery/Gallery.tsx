import { useStore } from '@nanostores/react';
import { type ComponentType, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { GalleryList } from '#contracts/gallery';
import { filterCategories } from '#contracts/gallery-enums';
import type { Language } from '#i18n/language';
import type { Phone } from '#lib/contact';
import { icons } from '#lib/icons';
import { labelOf } from '#lib/label';
import { onTheWay, travel } from '#browser/browser-history';
import { loadStylesheet } from '#browser/stylesheet';
import { loadAnew } from '#browser/load-anew';
import { track } from '#browser/track';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { Card } from './Card.tsx';
import './gallery.css';
import styles from './lightbox.css?url';
import { firstSeen } from './pictures.ts';
import { $isOwner, gallery, recognizeOwner } from './gallery-store.ts';
import { type GalleryWords, wordsIn } from './gallery-words.ts';

const SKELETONS = ['1', '2', '3', '4', '5', '6'];
const filtersIn = ({ all, categories }: GalleryWords) =>
  [['all', all], ...filterCategories.map((category) => [category, labelOf(categories, category)] as const)] as const;

/** The public gallery: filters, items and lightbox. The built page has the filters and six skeletons in `language`. */
export default function Gallery({ phone, language }: { phone: Phone; language?: Language }) {
  const words = wordsIn(language);
  // Deferred: drawn after hydration, in separate tasks.
  const known = useDeferredValue(useStore(gallery.$items, { ssr: 'initial' }));
  const shown = useStore(gallery.$shown, { ssr: 'initial' });
  const isOwner = useStore($isOwner, { ssr: 'initial' });
  const grid = useRef<HTMLUListElement>(null);
  const filterBar = useRef<HTMLDivElement>(null);
  useEffect(() => void begin(), []);
  useEffect(() => {
    document.body.toggleAttribute('data-owner', isOwner);
  }, [isOwner]);

  /** The button disappears while loading, so focus moves to the first filter. */
  const tryAgain = () => {
    filterBar.current?.querySelector('button')?.focus({ preventScroll: true });
    void gallery.load();
  };
  return (
    <ErrorBoundary words={words.broken}>
      <Filters bar={filterBar} words={words} />
      <ul
        ref={grid}
        className="grid grid-cols-1 items-start gap-[clamp(1rem,2vw,1.75rem)] touch:gap-y-7 sm:grid-cols-2 lg:grid-cols-3 noscript:hidden print:gap-y-7 print:*:break-inside-avoid"
        data-grid
        aria-busy={known.state === 'loading'}
        hidden={known.state === 'failed'}
        onPointerOver={warmUpLightbox}
        onFocus={warmUpLightbox}
      >
        {known.state === 'loading' && SKELETONS.map((key) => <Skeleton key={key} />)}
        {known.state === 'ready' && <Cards items={known.items} shown={shown} grid={grid} />}
      </ul>
      {known.state === 'ready' && shown.length === 0 && <Empty phone={phone} words={words} />}
      {known.state === 'failed' && <Failed phone={phone} words={words} onRetry={tryAgain} />}
      <LightboxWhenOpened />
    </ErrorBoundary>
  );
}

/** Never rejects. */
async function begin(): Promise<void> {
  track('gallery_view', {});
  const pressed = globalThis.galleryBegun?.filter;
  const filter = ['all', ...filterCategories].find((one) => one === pressed);
  if (filter) gallery.choose(filter);
  await gallery.load();
  followAddress(gallery);
  await recognizeOwner();
}

/** An empty card. React leaves its content alone: src/islands/gallery/first-pictures.ts may have drawn a picture there. */
function Skeleton() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is constant.
  return <li data-skeleton dangerouslySetInnerHTML={EMPTY_CARD} />;
}

const EMPTY_CARD = {
  __html:
    '<div class="work"><span class="work-media skeleton"></span><span class="film" hidden>' +
    `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${icons.play}</svg></span><span class="words"></span></div>`,
};

const loadLightbox = () => Promise.all([import('./Lightbox.tsx'), loadStylesheet(styles)]);

/** Ignores a failed load; the click tries again. */
function warmUpLightbox(): void {
  loadLightbox().catch(() => undefined);
}

/** Loads the lightbox when a pointer or focus reaches a card. */
function LightboxWhenOpened() {
  const opened = useStore(gallery.$opened, { ssr: 'initial' });
  const [Lightbox, setLightbox] = useState<ComponentType | null>(null);
  const isWanted = opened !== null && !Lightbox;
  useEffect(() => {
    if (!isWanted) return;
    loadLightbox().then(
      ([module]) => setLightbox(() => module.Lightbox),
      () => loadAnew() || gallery.close(),
    );
  }, [isWanted]);
  return Lightbox && <Lightbox />;
}

/** The category buttons. Announces the number of items. */
function Filters({ bar, words }: { bar: RefObject<HTMLDivElement | null>; words: GalleryWords }) {
  const chosen = useStore(gallery.$filter, { ssr: 'initial' });
  const [status, setStatus] = useState('');
  const choose = (filter: string) => {
    gallery.choose(filter);
    if (gallery.$items.get().state === 'ready') setStatus(sentence(gallery.$shown.get().length, words));
  };
  return (
    <div className="border-t pt-5 pb-7 noscript:hidden print:[&>.chips]:hidden">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form, and these are buttons. */}
      <div ref={bar} className="chips" role="group" aria-label={words.filter}>
        {filtersIn(words).map(([filter, label]) => (
          <button
            key={filter}
            className="chip"
            type="button"
            aria-pressed={filter === chosen}
            data-filter={filter}
            onClick={() => choose(filter)}
          >
            {label}
          </button>
        ))}
      </div>
      <p className="sr-only" role="status">
        {status}
      </p>
    </div>
  );
}

function sentence(count: number, words: GalleryWords): string {
  if (count === 0) return words.empty;
  return count === 1 ? words.item : words.items(count);
}

interface CardsProps {
  items: GalleryList;
  shown: GalleryList;
  grid: RefObject<HTMLUListElement | null>;
}

/** Draws every card once; the filter only toggles them. */
function Cards({ items, shown, grid }: CardsProps) {
  const [seen] = useState(() => firstSeen([...(grid.current?.children ?? [])]));
  const visible = new Set(shown.map(({ id }) => id));
  return items.map((item, index) => (
    <Card key={item.id} item={item} isSeenFirst={index < seen} hidden={!visible.has(item.id)} />
  ));
}

const EMPTY = 'grid max-w-160 justify-items-start gap-4 border-t py-[clamp(2rem,5vw,4rem)]';

function Empty({ phone, words }: { phone: Phone; words: GalleryWords }) {
  return (
    <div className={EMPTY}>
      <p className="display text-2xl">{words.empty}</p>
      <p className="text-soft">{words.emptyWords}</p>
      <PhoneLink className="link" phone={phone} />
    </div>
  );
}

function Failed({ phone, words, onRetry }: { phone: Phone; words: GalleryWords; onRetry: () => void }) {
  return (
    <div className={EMPTY} role="alert">
      <p className="display text-2xl">{words.failed}</p>
      <p className="text-soft">{words.failedWords}</p>
      <div className="btn-row">
        <button className="btn" type="button" onClick={onRetry}>
          {words.tryAgain}
        </button>
        <PhoneLink className="btn btn-line" phone={phone} />
      </div>
    </div>
  );
}

function PhoneLink({ className, phone }: { className: string; phone: Phone }) {
  return (
    <a className={`tabular-nums ${className}`} href={phone.href} data-track="phone_click" data-track-location="gallery">
      <Icon name="phone" />
      <span>{phone.display}</span>
    </a>
  );
}

const PREFIX = '#item-';

/** /gallery#item-<id> opens an item. Opening adds a history entry, so that Back closes it; turning does not. */
function followAddress({ $opened, open, close }: typeof gallery): void {
  function read(): void {
    const id = itemIn(location.hash);
    if (id) open(id);
    else close();
  }

  function write(): void {
    const travelling = onTheWay();
    if (travelling) return void travelling.then(write);
    const item = $opened.get();
    const hash = item ? PREFIX + item.id : '';
    if (hash === location.hash || (item && item.id === itemIn(location.hash))) return;
    if (hash && !itemIn(location.hash)) history.pushState({ lightbox: true }, '', hash);
    else if (hash) history.replaceState(history.state, '', hash);
    else if (isOurStep(history.state)) void travel(-1).then(write);
    else history.replaceState(null, '', location.pathname + location.search);
  }

  window.addEventListener('popstate', () => onTheWay() ?? read());
  $opened.listen(write);
  if (itemIn(location.hash)) read();
}

/** The id with or without its prefix, which people may drop. `#main` is the skip link's target. */
const itemIn = (hash: string) => /^#(?:item-)?([\w-]{8,})$/.exec(hash)?.[1] ?? null;

const isOurStep = (state: unknown) => typeof state === 'object' && state !== null && 'lightbox' in state;
