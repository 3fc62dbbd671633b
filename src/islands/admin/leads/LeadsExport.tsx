import { useStore } from '@nanostores/react';
import { ExportLink } from '../ExportLink.tsx';
import { exportAddress } from './leads-api.ts';
import { leads } from './leads-store.ts';

export default function LeadsExport() {
  // The built page has no filter in the address. React must begin with the same: it does not repair a difference.
  const filter = useStore(leads.$filter, { ssr: 'initial' });
  return <ExportLink href={exportAddress(filter)} />;
}
