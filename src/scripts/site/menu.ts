const openMenu = () => document.querySelector<HTMLDetailsElement>('details[data-menu][open]');

/**
 * What `<details data-menu>` lacks: Escape and a press outside close it, and so does focus that moves on.
 * Focus returns to the summary, unless the visitor has put it somewhere else.
 */
export function mobileMenu(): void {
  document.addEventListener('keydown', (event) => {
    const menu = openMenu();
    if (event.key === 'Escape' && menu && !inDialog(event)) close(menu, true);
  });
  let left: HTMLDetailsElement | null = null;
  // Not a click: Safari tells a page of none on what cannot be pressed.
  document.addEventListener('pointerdown', (event) => {
    const menu = openMenu();
    left = menu && isOutside(event, menu) ? menu : null;
    if (left) close(left, left.contains(document.activeElement));
  });
  // The press itself takes focus to the page where it hits nothing that can have it.
  document.addEventListener('click', () => {
    if (left && document.activeElement === document.body) close(left, true);
    left = null;
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
