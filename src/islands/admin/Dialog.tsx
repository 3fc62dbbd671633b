import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId } from 'react';
import { say } from '#browser/say';
import { arrived, onTheWay, travel } from '#browser/browser-history';
import { firstFocus, type Opened, useDialog } from '#islands/ui/dialog.ts';
import { Button } from './Button.tsx';

/** The question before a dialog closes with typed text. */
export const LOSES_TYPED = say('Close without saving? What you changed here is lost.');

/** The open dialogs, the topmost last. Each has an entry of the history. */
const open: { close: () => void; mayClose: () => boolean }[] = [];

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
function useBackCloses(isOpen: boolean, close: () => void, mayClose: () => boolean): void {
  const closeNow = useEffectEvent(close);
  const mayCloseNow = useEffectEvent(mayClose);
  useEffect(() => {
    if (!isOpen) return;
    const dialog = { close: () => closeNow(), mayClose: () => mayCloseNow() };
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

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'content'> {
  readonly opened: Opened | null;
  /** A change of it moves the focus, too. */
  readonly content?: unknown;
  readonly close: () => void;
  /** A change is on its way: the dialog stays. */
  readonly isBusy?: boolean;
  /** Asked before the browser's Back closes it. */
  readonly mayClose?: () => boolean;
}

/** A modal dialog of the owner's pages. */
export function Dialog({ opened, content, close, isBusy = false, mayClose, className, ...dialog }: DialogProps) {
  const ref = useDialog(opened, content);
  useBackCloses(opened !== null, close, () => !isBusy && (mayClose?.() ?? true));
  return (
    <dialog
      ref={ref}
      className={clsx('dialog', className)}
      onCancel={(event) => isBusy && event.target === event.currentTarget && event.preventDefault()}
      onClose={({ target, currentTarget }) => target === currentTarget && !currentTarget.open && close()}
      {...dialog}
    />
  );
}

interface RemovalProps extends Pick<DialogProps, 'content' | 'close'> {
  /** `problem`: why the last try failed; empty for none. */
  readonly question: (Opened & { readonly isPending?: boolean; readonly problem?: string }) | null;
  readonly isBusy?: boolean;
  readonly title: string;
  readonly children: string;
  /** Fields that the owner fills in with the answer. */
  readonly fields?: ReactNode;
  readonly keep: string;
  readonly press: string;
  readonly busyPress: string;
  readonly confirm: () => unknown;
}

/** The question before something is removed. The button that keeps it has the focus. */
export function RemovalDialog({
  question,
  title,
  children,
  fields,
  keep,
  press,
  busyPress,
  confirm,
  ...dialog
}: RemovalProps) {
  const id = useId();
  const { problem } = question ?? {};
  const { close, isBusy = question?.isPending ?? false } = dialog;
  return (
    <Dialog
      className="max-w-108"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-words`}
      opened={question}
      {...dialog}
      isBusy={isBusy}
    >
      {question && (
        <>
          <div className="dialog-head">
            <h2 className="pr-0 tracking-title wrap-anywhere" id={`${id}-title`}>
              {title}
            </h2>
            <p id={`${id}-words`}>{children}</p>
          </div>
          <div className={clsx('body', problem === undefined && !fields && 'max-[38rem]:pt-0')}>
            {fields && <div>{fields}</div>}
            {problem !== undefined && (
              <div role="alert">{problem && <p className="callout callout-brick">{problem}</p>}</div>
            )}
            <div className="dialog-foot">
              <Button className="btn btn-line" isBusy={isBusy} onClick={() => isBusy || close()} {...firstFocus}>
                {keep}
              </Button>
              <Button className="btn btn-danger" isBusy={isBusy} onClick={() => void confirm()}>
                {isBusy ? busyPress : press}
              </Button>
            </div>
          </div>
        </>
      )}
    </Dialog>
  );
}
