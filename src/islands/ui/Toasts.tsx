import { useStore } from '@nanostores/react';
import * as RadixToast from '@radix-ui/react-toast';
import { atom } from 'nanostores';
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { say } from '#browser/say';
import { Icon } from './Icon.tsx';
import { Sentence } from './Sentence.tsx';

export interface Toast {
  /** Grows with every toast, so that a repeated text is a new toast. */
  readonly id: number;
  readonly title: string;
  readonly description?: string | undefined;
  readonly tone: 'default' | 'destructive';
}

/** One at a time: a new toast replaces the last. */
export const $toast = atom<Toast | null>(null);

let shown = 0;

export function showToast(toast: Omit<Toast, 'id'>): void {
  shown += 1;
  $toast.set({ id: shown, ...toast });
}

/** Shows that something is done. */
export function showSuccess(title: string, description?: string): void {
  showToast({ title, description, tone: 'default' });
}

/** Shows a failure under the title "Error". */
export function showError(description: string): void {
  showToast({ title: say('Error'), description, tone: 'destructive' });
}

export function clearToast(): void {
  $toast.set(null);
}

/** For screen readers: one toast, the list with its key, and the button. */
interface ToastWords {
  readonly one: string;
  /** `{hotkey}` stands for the key. */
  readonly all: string;
  readonly dismiss: string;
}
const ownersWords: ToastWords = {
  one: say('Notification'),
  all: say('Notifications ({hotkey})', { hotkey: '{hotkey}' }),
  dismiss: say('Dismiss'),
};

/**
 * One toast at a time, for 5 s; a swipe of 50 px removes it, and F8 focuses it. An open dialog makes the rest inert, so
 * the toast stands in the topmost one, as a popover that it does not clip.
 */
export function Toasts({ words = ownersWords }: { words?: ToastWords }) {
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

/** Neither event bubbles, so they are captured. */
function onDialogs(changed: () => void): () => void {
  const types = ['toggle', 'close'];
  for (const type of types) document.addEventListener(type, changed, true);
  return () => {
    for (const type of types) document.removeEventListener(type, changed, true);
  };
}

/** The toast's popover. When the toast goes, focus returns to where it was. */
function Stand({ shown, label }: { shown: boolean; label: string }) {
  const stand = useRef<HTMLDivElement>(null);
  const before = useRef<EventTarget | null>(null);
  useLayoutEffect(() => {
    // A browser without popovers shows a fixed box.
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

/** Escape closes the toast, not its dialog. Also in the list that F8 focuses, which is not its parent for React. */
function clearByEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  clearToast();
}

function OneToast({ id, title, description, tone, dismissLabel }: Toast & { dismissLabel: string }) {
  const destructive = tone === 'destructive';
  const dismiss = () => {
    // Unless another has replaced it.
    if ($toast.get()?.id === id) $toast.set(null);
  };
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
