import { useStore } from '@nanostores/react';
import { Icon } from '../../ui/Icon.tsx';
import { desk } from './leads-desk.ts';

/** Beside the title: the CSV of what is looked for. */
export default function LeadsExport() {
  useStore(desk.$wish, { ssr: 'initial' });
  return (
    <a className="btn btn-line btn-sm" href={desk.exportAddress()} download>
      <Icon name="download" />
      Export CSV
    </a>
  );
}
