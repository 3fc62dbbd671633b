import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Marks what takes focus when a dialog opens, or changes its content. */
export const firstFocus = { 'data-first-focus': '' };

/** Puts focus on the marked element inside `root`. */
export function focusFirst(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
}

/**
 * Opens a `<dialog>` as a modal one while `door` is set, and closes it after.
 * Focus then returns to the opener: the browser does so by itself only where a click focuses buttons (not in Safari).
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  door: { opener: HTMLElement | null } | null,
): void {
  const lastDoor = useRef(door);
  useLayoutEffect(() => {
    const element = dialog.current;
    const { opener } = lastDoor.current ?? {};
    lastDoor.current = door;
    if (!element) return;
    if (door) {
      if (!element.open) element.showModal();
      return;
    }
    if (element.open) element.close();
    opener?.focus({ preventScroll: true });
  }, [dialog, door]);
}
