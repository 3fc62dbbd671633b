import { useStore } from '@nanostores/react';
import { type MouseEvent, useRef } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { desk } from './leads-desk.ts';

/** Beside the title: the CSV of what is looked for. */
export default function LeadsExport() {
  // As built, the address is without a wish. React must begin with that too: what it finds otherwise it leaves.
  const wish = useStore(desk.$wish, { ssr: 'initial' });
  const isChecked = useRef(false);
  /** Asks before the download: of a session that has ended, the file would be a failure without a word. */
  async function check(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (isChecked.current) {
      isChecked.current = false;
      return;
    }
    const link = event.currentTarget;
    event.preventDefault();
    if (!(await desk.mayDownload())) return;
    isChecked.current = true;
    link.click();
  }
  return (
    <a className="btn btn-line btn-sm" href={desk.exportAddress(wish)} download onClick={(event) => void check(event)}>
      <Icon name="download" />
      Export CSV
    </a>
  );
}
