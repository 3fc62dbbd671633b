import type { Gallery, GalleryFilter } from './store.ts';

const isFilter = (value: string | undefined): value is GalleryFilter =>
  value === 'all' || value === 'motorized-shades' || value === 'shutters' || value === 'blinds' || value === 'drapery';

/** The category buttons: one is always pressed, and how much it shows is announced. */
export function drawFilters(root: HTMLElement, { $filter, $items, $shown, choose }: Gallery): void {
  const buttons = [...root.querySelectorAll<HTMLButtonElement>('[data-filter]')];
  const status = root.querySelector('[data-status]');
  for (const button of buttons) {
    const { filter } = button.dataset;
    button.addEventListener('click', () => isFilter(filter) && choose(filter));
  }
  $filter.listen((chosen) => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset['filter'] === chosen));
    if ($items.get().state === 'ready') status?.replaceChildren(sentence($shown.get().length));
  });
}

function sentence(count: number): string {
  if (count === 0) return 'No items found in this category';
  return count === 1 ? '1 item' : `${count} items`;
}
