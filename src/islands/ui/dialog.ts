import { type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { isBeside, showModal } from '#browser/modal';

/** The content of an open dialog, and the element that gets focus back. */
export interface Opened {
  readonly opener: HTMLElement | null;
}

/** Marks the element that takes focus when a dialog opens or changes its content. */
export const firstFocus = { 'data-first-focus': '' };

/** Focuses the marked element inside `root`. */
export function focusFirst(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
}

/** Where the last press began, if beside the dialog. A drag that only ends there closes nothing. */
let pressedBeside: EventTarget | null = null;

/** For a `<dialog>` that a click beside it closes. `closedby` alone fails in Safari, and in Firefox before 141. */
export const closedBeside = {
  closedby: 'any',
  onMouseDown: (event: MouseEvent<HTMLDialogElement>) => {
    pressedBeside = isBeside(event.currentTarget, event) ? event.target : null;
  },
  onClick: (event: MouseEvent<HTMLDialogElement>) => {
    const { currentTarget } = event;
    if (currentTarget === pressedBeside && isBeside(currentTarget, event)) currentTarget.close();
  },
} as const;

/**
 * The ref of a `<dialog>` that is modal while `opened` is set. A change of `content` moves the focus, too. Closed, it
 * returns focus to the opener: Safari does not focus a clicked button.
 */
export function useDialog(opened: Opened | null, content?: unknown): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const last = useRef(opened);
  const isOpen = opened !== null;
  useLayoutEffect(() => {
    const element = dialog.current;
    const { opener } = last.current ?? {};
    last.current = opened;
    if (opened && element?.open === false) showModal(element);
    if (opened || !element) return;
    if (element.open) element.close();
    opener?.focus({ preventScroll: true });
  }, [opened]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus moves when the dialog opens and when its content changes.
  useLayoutEffect(() => {
    if (isOpen) focusFirst(dialog.current);
  }, [isOpen, content]);
  return dialog;
}
