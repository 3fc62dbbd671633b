import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** Draws what a page shows only when it is asked for; nothing of it was rendered before, so there is nothing to hydrate. */
export function drawInto(place: HTMLElement, content: ReactNode): void {
  createRoot(place).render(content);
}
