const openMenu = () => document.querySelector<HTMLDetailsElement>('details[data-menu][open]');

/** Closes `<details data-menu>` on Escape, on a press outside and when focus leaves. Returns focus to the summary. */
export function mobileMenu(): void {
  document.addEventListener('keydown', (event) => {
    const menu = openMenu();
    if (event.key === 'Escape' && menu && !inDialog(event)) close(menu, true);
  });
  let left: HTMLDetailsElement | null = null;
  // Safari fires no click on elements that are not clickable.
  document.addEventListener('pointerdown', (event) => {
    const menu = openMenu();
    left = menu && isOutside(event, menu) ? menu : null;
    if (left) close(left, left.contains(document.activeElement));
  });
  // A press on an element that cannot have focus moves focus to the body.
  document.addEventListener('click', () => {
    if (left && document.activeElement === document.body) close(left, true);
    left = null;
  });
  document.addEventListener('focusin', (event) => {
    const menu = openMenu();
    if (menu && isOutside(event, menu)) close(menu, false);
  });
}

/** A dialog opened from the menu leaves it open. Checks the event's path: a pressed button may be gone by now. */
const inDialog = (event: Event) => event.composedPath().some((target) => target instanceof HTMLDialogElement);

function isOutside(event: Event, menu: HTMLElement): boolean {
  return event.target instanceof Element && !event.composedPath().includes(menu) && !inDialog(event);
}

function close(menu: HTMLDetailsElement, takeFocus: boolean): void {
  menu.open = false;
  if (takeFocus) menu.querySelector('summary')?.focus();
}
