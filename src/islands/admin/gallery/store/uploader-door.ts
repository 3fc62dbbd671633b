import { atom } from 'nanostores';

/** Whether the uploader is open, what for, and what opened it. The rest of it loads when it is wanted. */
export interface UploaderDoor {
  /** New items, or another file for the item that is being edited. */
  readonly purpose: 'create' | 'replace';
  readonly opener: HTMLElement | null;
}

export const $uploaderDoor = atom<UploaderDoor | null>(null);

/** Focus returns to `opener` when it closes. */
export function openUploader(purpose: UploaderDoor['purpose'], opener: HTMLElement): void {
  $uploaderDoor.set({ purpose, opener });
}

/** Closes it; what is on its way goes on, and is seen again when it is opened again. */
export function closeUploader(): void {
  $uploaderDoor.set(null);
}
