const openMenu = () => document.querySelector<HTMLDetailsElement>('details[data-menu][open]');

/**
 * What `<details data-menu>` lacks: Escape and a click outside close it, and so does focus that moves on.
 * Focus returns to the summary, unless the visitor has put it somewhere else.
 */
export function mobileMenu(): void {
  document.addEventListener('keydown', (event) => {
    const menu = openMenu();
    if (event.key === 'Escape' && menu && !inDialog(event)) close(menu, true);
  });
  document.addEventListener('click', (event) => {
    const menu = openMenu();
    const adrift = document.activeElement === document.body || Boolean(menu?.contains(document.activeElement));
    if (menu && isOutside(event, menu)) close(menu, adrift);
  });
  document.addEventListener('focusin', (event) => {
    const menu = openMenu();
    if (menu && isOutside(event, menu)) close(menu, false);
  });
}

/**
 * A dialog opened from the menu lies over it: what happens there leaves the menu open, so that focus can come back to it.
 * The event's path is asked, not the target's place: a pressed button may be gone with its step by now.
 */
const inDialog = (event: Event) => event.composedPath().some((target) => target instanceof HTMLDialogElement);

function isOutside(event: Event, menu: HTMLElement): boolean {
  return event.target instanceof Element && !event.composedPath().includes(menu) && !inDialog(event);
}

function close(menu: HTMLDetailsElement, takeFocus: boolean): void {
  menu.open = false;
  if (takeFocus) menu.querySelector('summary')?.focus();
}
