import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef } from 'react';
import { firstFocus, useModal } from '#islands/ui/dialog.ts';
import { useBackCloses } from '../dialog-history.ts';
import { admin } from './gallery-admin.ts';
import type { RemovalQuestion } from './bulk.ts';

const { $question, cancel, confirm } = admin.removal;

export function RemovalDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const question = useStore($question);
  useModal(dialog, question);
  useBackCloses(question !== null, cancel, () => !question?.pending);
  useFocusAfter(question !== null);
  return (
    <dialog
      ref={dialog}
      className="dialog max-w-108"
      role="alertdialog"
      aria-labelledby="removal-title"
      aria-describedby="removal-words"
      onCancel={(event) => question?.pending && event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget.open || cancel()}
    >
      {question && <Question {...question} />}
    </dialog>
  );
}

function Question({ items, pending }: RemovalQuestion) {
  const [first] = items;
  const isOne = items.length === 1;
  return (
    <>
      <div className="dialog-head">
        <h2 className="pr-0 tracking-title" id="removal-title">
          {isOne
            ? 'Are you sure you want to delete this item?'
            : `Are you sure you want to delete these ${items.length} items?`}
        </h2>
        <p id="removal-words">
          {isOne
            ? `“${first?.title}” and its file are removed for good.`
            : 'They and their files are removed for good.'}
        </p>
      </div>
      <div className="body max-[38rem]:pt-0">
        <div className="dialog-foot">
          <button className="btn btn-line" type="button" disabled={pending} onClick={cancel} {...firstFocus}>
            Cancel
          </button>
          <button
            className="btn [--b:var(--color-brick)] [--d:var(--color-brick-deep)]"
            type="button"
            disabled={pending}
            onClick={() => void confirm()}
          >
            {pending ? 'Deleting...' : 'Delete'}
          </button>
        </div>
      </div>
    </>
  );
}

/** The button goes with its item. Then focus moves to the list's heading. */
function useFocusAfter(isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    const isLost = wasOpen.current && !isOpen && document.activeElement === document.body;
    wasOpen.current = isOpen;
    if (isLost) document.getElementById('items-title')?.focus();
  }, [isOpen]);
}
