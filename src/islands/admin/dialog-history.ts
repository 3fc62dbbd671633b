import { useEffect, useLayoutEffect, useRef } from 'react';
import { arrived, onTheWay, travel } from '#browser/browser-history';

/** The question before a dialog closes with typed text. */
export const LOSES_TYPED = 'Close without saving? What you changed here is lost.';

interface OpenDialog {
  readonly close: () => void;
  readonly mayClose: () => boolean;
}

/** The open dialogs, the topmost last. Each has an entry of the history. */
const open: OpenDialog[] = [];

/** How many dialogs the current entry stands for. */
const entries = (): number => history.state?.dialogs ?? 0;

/** Adds the entries that are missing, or goes back over those of closed dialogs. */
function write(): void {
  const travelling = onTheWay() ?? (entries() > open.length ? travel(open.length - entries()) : null);
  if (travelling) return void travelling.then(write);
  while (entries() < open.length) history.pushState({ ...history.state, dialogs: entries() + 1 }, '');
}

/** Back closes the topmost dialog. If it may not close, its entry comes back. */
function read(): void {
  if (onTheWay()) return;
  while (open.length > entries() && open.at(-1)?.mayClose()) open.pop()?.close();
  write();
}

/** The browser's Back closes the dialog while it is open, unless `mayClose` says no. */
export function useBackCloses(isOpen: boolean, close: () => void, mayClose: () => boolean = () => true): void {
  const latest = useRef({ close, mayClose });
  useLayoutEffect(() => {
    latest.current = { close, mayClose };
  });
  useEffect(() => {
    if (!isOpen) return;
    const dialog = { close: () => latest.current.close(), mayClose: () => latest.current.mayClose() };
    // Adds the same listener once.
    window.addEventListener('popstate', read);
    open.push(dialog);
    write();
    return () => {
      const index = open.indexOf(dialog);
      if (index >= 0) open.splice(index, 1);
      write();
    };
  }, [isOpen]);
}

/** Fulfilled at the page's own entry, after the dialogs have closed. For who changes the page's address then. */
export async function leaveDialogs(): Promise<void> {
  if (!onTheWay() && entries() > 0) void travel(-entries());
  await arrived();
}
