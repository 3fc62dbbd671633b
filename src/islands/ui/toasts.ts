import { atom } from 'nanostores';

export interface Toast {
  /** Grows with every toast, so that the same text twice is two toasts. */
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  readonly tone: 'default' | 'destructive';
}

/** The toast to be seen: one at a time (specification, section 9), so a new one takes the place of the last. */
export const $toast = atom<Toast | null>(null);

let shown = 0;

export function showToast(toast: Omit<Toast, 'id'>): void {
  shown += 1;
  $toast.set({ id: shown, ...toast });
}

/** Takes away the toast `id`; one that has been replaced meanwhile stays. */
export function dismissToast(id: number): void {
  if ($toast.get()?.id === id) $toast.set(null);
}

/** Takes away whatever toast there is. */
export function clearToast(): void {
  $toast.set(null);
}
