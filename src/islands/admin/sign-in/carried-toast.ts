import * as z from 'zod/mini';
import { showToast, type Toast } from '#islands/ui/toasts.ts';

const PLACE = 'carried-toast';
const Carried = z.object({
  title: z.string(),
  description: z.optional(z.string()),
  tone: z.enum(['default', 'destructive']),
});

/** Shows a toast on the page that this one is about to give way to. */
export function carryToast(toast: Omit<Toast, 'id'>): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(toast));
  } catch {
    // Storage may be blocked: then the toast is seen on this page alone.
  }
}

/** Shows what the last page carried over, once. */
export function showCarriedToast(): void {
  try {
    const { description, ...toast } = Carried.parse(JSON.parse(sessionStorage.getItem(PLACE) ?? ''));
    sessionStorage.removeItem(PLACE);
    showToast({ ...toast, ...(description && { description }) });
  } catch {
    // Nothing was carried, or nothing that can be read.
  }
}
