const openMenu = () => document.querySelector<HTMLDetailsElement>('details[data-menu][open]');

/**
 * What `<details data-menu>` lacks: Escape and a click outside close it, and so does focus that moves on.
 * Focus returns to the summary, unless the visitor has put it somewhere else.
 */
export function mobileMenu(): void {
  document.addEventListener('keydown', ({ key, target }) => {
    const menu = openMenu();
    if (key === 'Escape' && menu && !inDialog(target)) close(menu, true);
  });
  document.addEventListener('click', ({ target }) => {
    const menu = openMenu();
    const adrift = document.activeElement === document.body || Boolean(menu?.contains(document.activeElement));
    if (menu && isOutside(target, menu)) close(menu, adrift);
  });
  document.addEventListener('focusin', ({ target }) => {
    const menu = openMenu();
    if (menu && isOutside(target, menu)) close(menu, false);
  });
}

/** A dialog opened from the menu lies over it: what happens there leaves the menu open, so that focus can come back to it. */
const inDialog = (target: EventTarget | null) => target instanceof Element && target.closest('dialog') !== null;

function isOutside(target: EventTarget | null, menu: HTMLElement): boolean {
  return target instanceof Element && !menu.contains(target) && !inDialog(target);
}

function close(menu: HTMLDetailsElement, takeFocus: boolean): void {
  menu.open = false;
  if (takeFocus) menu.querySelector('summary')?.focus();
}
