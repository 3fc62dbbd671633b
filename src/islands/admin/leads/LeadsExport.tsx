import { useStore } from '@nanostores/react';
import { ExportLink } from '../ExportLink.tsx';
import { exportAddress } from './calls.ts';
import { leads } from './leads-store.ts';

/** Beside the title: the CSV of what is looked for. */
export default function LeadsExport() {
  // As built, the address is without a filter. React must begin with that too: what it finds otherwise it leaves.
  const filter = useStore(leads.$filter, { ssr: 'initial' });
  return <ExportLink href={exportAddress(filter)} />;
}
