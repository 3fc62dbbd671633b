import { type ReactNode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * Draws what a page shows only when it is asked for; nothing of it was rendered before, so there is nothing to hydrate.
 * As a transition: React's first work is its slowest, and then it lets the visitor in between its parts.
 */
export function drawInto(place: HTMLElement, content: ReactNode): void {
  const root = createRoot(place);
  startTransition(() => root.render(content));
}
