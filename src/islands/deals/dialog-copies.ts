/** A copy of the dialog in a template, not yet in the page. Throws when there is none. */
export function copyOf(template: HTMLTemplateElement): HTMLDialogElement {
  const dialog = template.content.firstElementChild?.cloneNode(true);
  if (dialog instanceof HTMLDialogElement) return dialog;
  throw new Error('A template for a dialog holds a dialog');
}

/** Takes a closed dialog out of the page once its motion has ended. */
export async function removeWhenRaised(dialog: HTMLDialogElement): Promise<void> {
  await Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished));
  dialog.remove();
}
