import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { showCarriedToast } from '../sign-in/carried-toast.ts';
import { Toasts } from '../../ui/Toasts.tsx';
import { useAlive } from '#islands/ui/use-alive.ts';
import { LeadDetail } from './LeadDetail.tsx';
import { LeadsList } from './LeadsList.tsx';
import { LeadsToolbar } from './LeadsToolbar.tsx';
import { desk, wouldLose } from './leads-desk.ts';
import { useOpenedFocus } from './use-opened-focus.ts';

/** Everything under the title of /admin/leads. As built it is the search and skeletons. */
export default function LeadsManager() {
  const isAlive = useAlive();
  const { state } = useStore(desk.$opened);
  useEffect(startDesk, []);
  useOpenedFocus();
  return (
    <div className="leads" data-open={state === 'none' ? undefined : ''}>
      <LeadsToolbar />
      <LeadsList />
      <LeadDetail />
      {isAlive && <Toasts />}
    </div>
  );
}

const named = () => location.hash.slice(1);

/** The page's address names the open lead, so that a link leads to it, and the browser's Back to the list. */
function startDesk(): () => void {
  const page = new AbortController();
  const { signal } = page;
  void desk.start(named());
  showCarriedToast();
  window.addEventListener('hashchange', () => void desk.open(named()), { signal });
  window.addEventListener('pagehide', desk.keep, { signal });
  window.addEventListener('beforeunload', (event) => wouldLose() && event.preventDefault(), { signal });
  return () => page.abort();
}
