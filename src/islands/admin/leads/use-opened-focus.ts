import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef } from 'react';
import { desk } from './leads-desk.ts';

/** The heading of the open lead. */
export const DETAIL_TITLE = 'lead-title';

/** Focus goes to the heading of the lead that is opened, and back to the lead in the list when it is closed. */
export function useOpenedFocus(): void {
  const opened = useStore(desk.$opened);
  const id = opened.state === 'none' ? '' : opened.id;
  const before = useRef(id);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = id;
    if (id === last) return;
    const target = id ? document.getElementById(DETAIL_TITLE) : document.querySelector<HTMLElement>(linkTo(last));
    (target ?? document.getElementById('leads-search'))?.focus();
  }, [id]);
}

const linkTo = (id: string) => `a[href="#${CSS.escape(id)}"]`;
