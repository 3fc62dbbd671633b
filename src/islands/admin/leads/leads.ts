import { leadStatusLabels } from '#contracts/lead';
import { browserEnvironment } from '#islands/ui/environment.ts';
import { clearToast, showToast } from '#islands/ui/Toasts.tsx';
import { session } from '../sign-in/session.ts';
import { createLeadsAdmin } from './store.ts';

const succeed = (title: string) => showToast({ title, tone: 'default' });
const fail = (description: string) => showToast({ title: 'Error', description, tone: 'destructive' });

/** The leads of this page, and what their owner is told. */
export const leads = createLeadsAdmin(browserEnvironment, session, {
  trying: clearToast,
  statusChanged: (status) => succeed(`Status changed to ${leadStatusLabels[status]}`),
  notesSaved: () => succeed('Notes saved'),
  changeFailed: (serverMessage) => fail(serverMessage ?? 'The change could not be saved. Please try again.'),
  moreFailed: (serverMessage) => fail(serverMessage ?? 'More leads could not be loaded. Please try again.'),
});

/** Called when the page is about to go: true when something typed would be lost and nobody has kept it. */
export const wouldLose = () => leads.hasUnsaved() && !session.$signedOut.get();

/** Back to the list: the address names no lead any more. */
export function closeLead(): void {
  history.pushState(null, '', location.pathname);
  void leads.open('');
}
