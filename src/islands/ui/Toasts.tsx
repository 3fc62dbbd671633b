import { useStore } from '@nanostores/react';
import * as RadixToast from '@radix-ui/react-toast';
import { atom } from 'nanostores';
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './Icon.tsx';
import { Sentence } from './Sentence.tsx';

export interface Toast {
  /** Grows with every toast, so that the same text twice is two toasts. */
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  readonly tone: 'default' | 'destructive';
}

/** The toast to be seen: one at a time, so a new one takes the place of the last. */
const $toast = atom<Toast | null>(null);

let shown = 0;

export function showToast(toast: Omit<Toast, 'id'>): void {
  shown += 1;
  $toast.set({ id: shown, ...toast });
}

/** Says what went wrong, under the title "Error". */
export function showError(description: string): void {
  showToast({ title: 'Error', description, tone: 'destructive' });
}

/** Takes away the toast `id`; one that has been replaced meanwhile stays. */
function dismissToast(id: number): void {
  if ($toast.get()?.id === id) $toast.set(null);
}

/** Takes away whatever toast there is. */
export function clearToast(): void {
  $toast.set(null);
}

/** What a screen reader is told of the toasts: of one, of all with the key that leads to them, and of the button. */
interface ToastWords {
  readonly one: string;
  /** `{hotkey}` stands for the key. */
  readonly all: string;
  readonly dismiss: string;
}
const english: ToastWords = { one: 'Notification', all: 'Notifications ({hotkey})', dismiss: 'Dismiss' };

/**
 * Toasts: one at a time, for 5 s, swiped away to the right by 50 px, F8 goes to them.
 * They stand in the topmost dialog, since all else is inert, as a popover: that lies above it and is not cut off by it.
 */
export function Toasts({ words = english }: { words?: ToastWords }) {
  const toast = useStore($toast);
  const container = useSyncExternalStore(onDialogs, topmost, topmost);
  return (
    <RadixToast.Provider
      label={words.one}
      duration={5000}
      swipeDirection="right"
      swipeThreshold={50}
      announcerContainer={container}
    >
      {createPortal(<Stand shown={toast !== null} label={words.all} />, container)}
      {toast && <OneToast key={toast.id} {...toast} dismissLabel={words.dismiss} />}
    </RadixToast.Provider>
  );
}

const topmost = (): HTMLElement => [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body;

/** Neither event bubbles, so they are caught on the way down. */
function onDialogs(changed: () => void): () => void {
  const types = ['toggle', 'close'];
  for (const type of types) document.addEventListener(type, changed, true);
  return () => {
    for (const type of types) document.removeEventListener(type, changed, true);
  };
}

/** The popover in which the toast stands. Focus that came here goes back to where it was when the toast goes. */
function Stand({ shown, label }: { shown: boolean; label: string }) {
  const stand = useRef<HTMLDivElement>(null);
  const before = useRef<EventTarget | null>(null);
  useLayoutEffect(() => {
    // A browser without popovers shows it as the fixed box that it is.
    if (shown) stand.current?.showPopover?.();
    else stand.current?.hidePopover?.();
    if (!shown && before.current instanceof HTMLElement) before.current.focus();
    if (!shown) before.current = null;
  }, [shown]);
  const remember = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  const forget = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) before.current = null;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it offers nothing to press, it only sees what happens in it.
    <div ref={stand} className="toasts" popover="manual" onFocus={remember} onBlur={forget} onKeyDown={clearByEscape}>
      <RadixToast.Viewport hotkey={['F8']} label={label} />
    </div>
  );
}

/**
 * Escape in the toast is meant for the toast, not for the dialog around it; and so it is where F8 leads, the list that
 * holds the toast but is not its parent for React.
 */
function clearByEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  clearToast();
}

function OneToast({ id, title, description, tone, dismissLabel }: Toast & { dismissLabel: string }) {
  const destructive = tone === 'destructive';
  const dismiss = () => dismissToast(id);
  return (
    <RadixToast.Root
      className={destructive ? 'toast bad' : 'toast'}
      onKeyDown={clearByEscape}
      onOpenChange={(open) => open || dismiss()}
    >
      <Icon name={destructive ? 'circle-alert' : 'check'} />
      <div>
        <RadixToast.Title asChild>
          <b>{title}</b>
        </RadixToast.Title>
        {description && (
          <RadixToast.Description asChild>
            <p>
              <Sentence>{description}</Sentence>
            </p>
          </RadixToast.Description>
        )}
      </div>
      <RadixToast.Close className="dismiss" aria-label={dismissLabel}>
        <Icon name="x" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
