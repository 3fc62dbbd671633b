import * as z from 'zod/mini';
import { showToast, type Toast } from '#islands/ui/toasts.ts';

const BACK = 'back';
const FLASH_KEY = 'flash-message';
const FlashMessage = z.object({
  title: z.string(),
  description: z.optional(z.string()),
  tone: z.enum(['default', 'destructive']),
});

/** The sign-in page, which leads back to `path` when the owner is in. */
export const signInPath = (path: string) => `/login?${new URLSearchParams({ [BACK]: path })}`;

/** Where the sign-in leads: to the admin page it was called from, else to the gallery's manager; never off this site. */
export function pathAfterSignIn(search: string): string {
  const back = new URLSearchParams(search).get(BACK) ?? '';
  return /^\/admin\/[\w/-]*(#\w+)?$/.test(back) ? back : '/admin/gallery';
}

/** Keeps a toast for the page that this one is about to give way to. */
export function keepFlashMessage(toast: Omit<Toast, 'id'>): void {
  try {
    sessionStorage.setItem(FLASH_KEY, JSON.stringify(toast));
  } catch {
    // Storage may be blocked: then the toast is seen on this page alone.
  }
}

/** Shows the toast that the last page kept, once. */
export function showFlashMessage(): void {
  try {
    const { description, ...toast } = FlashMessage.parse(JSON.parse(sessionStorage.getItem(FLASH_KEY) ?? ''));
    sessionStorage.removeItem(FLASH_KEY);
    showToast({ ...toast, ...(description && { description }) });
  } catch {
    // Nothing was kept, or nothing that can be read.
  }
}
