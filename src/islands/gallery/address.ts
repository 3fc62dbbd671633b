import { onTheWay, travel } from '#browser/browser-history';
import type { Gallery } from './gallery-store.ts';

const PREFIX = '#item-';

/** /gallery#item-<id> opens an item. Opening adds a history entry, so that Back closes it; turning does not. */
export function followAddress({ $opened, open, close }: Gallery): void {
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
