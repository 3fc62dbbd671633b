import { useStore } from '@nanostores/react';
import { type MouseEvent, useRef } from 'react';
import { Icon } from '#islands/ui/Icon.tsx';
import { exportAddress } from './calls.ts';
import { leads } from './store.ts';

/** Beside the title: the CSV of what is looked for. */
export default function LeadsExport() {
  // As built, the address is without a filter. React must begin with that too: what it finds otherwise it leaves.
  const filter = useStore(leads.$filter, { ssr: 'initial' });
  const isChecked = useRef(false);
  /** Asks before the download: of a session that has ended, the file would be a failure without a word. */
  async function check(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (isChecked.current) {
      isChecked.current = false;
      return;
    }
    const link = event.currentTarget;
    event.preventDefault();
    if (!(await leads.mayDownload())) return;
    isChecked.current = true;
    link.click();
  }
  return (
    <a className="btn btn-line btn-sm" href={exportAddress(filter)} download onClick={(event) => void check(event)}>
      <Icon name="download" />
      Export CSV
    </a>
  );
}
