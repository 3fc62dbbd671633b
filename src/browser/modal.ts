/** Opens it. A filter of the browser may hide it: behind a modal dialog that nobody sees, the page would be dead. */
export function showModal(dialog: HTMLDialogElement): void {
  dialog.showModal();
  const isSeen = dialog.getClientRects().length > 0 && getComputedStyle(dialog).visibility === 'visible';
  if (!isSeen) dialog.close();
}

/** Whether a press, heard by the dialog, is beside it. */
export function isBeside(
  dialog: Element,
  { target, clientX, clientY }: { target: EventTarget | null; clientX: number; clientY: number },
): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
