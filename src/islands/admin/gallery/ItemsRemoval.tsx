import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef } from 'react';
import { RemovalDialog } from '../Dialog.tsx';
import { admin } from './gallery-admin.ts';

const { $question, cancel, confirm } = admin.removal;

export function ItemsRemoval() {
  const question = useStore($question);
  useFocusAfter(question !== null);
  const { items = [], pending = false } = question ?? {};
  const isOne = items.length === 1;
  return (
    <RemovalDialog
      opened={question}
      close={cancel}
      isBusy={pending}
      confirm={() => void confirm()}
      title={`Are you sure you want to delete ${isOne ? 'this item' : `these ${items.length} items`}?`}
      keep="Cancel"
      press={pending ? 'Deleting...' : 'Delete'}
    >
      {isOne ? `“${items[0]?.title}” and its file are removed for good.` : 'They and their files are removed for good.'}
    </RemovalDialog>
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
