import { leadStatusLabels } from '#contracts/lead';
import { createLeadsDesk } from './store.ts';
import { browser } from './store/browser.ts';
import { clearToast, showToast } from '#islands/ui/toasts.ts';

const succeed = (title: string) => showToast({ title, tone: 'default' });
const fail = (description: string) => showToast({ title: 'Error', description, tone: 'destructive' });

/** The leads of this page, and what their owner is told. */
export const desk = createLeadsDesk({
  ...browser,
  tell: {
    trying: clearToast,
    statusChanged: (status) => succeed(`Status changed to ${leadStatusLabels[status]}`),
    notesSaved: () => succeed('Notes saved'),
    changeFailed: (said) => fail(said ?? 'The change could not be saved. Please try again.'),
    moreFailed: (said) => fail(said ?? 'More leads could not be loaded. Please try again.'),
  },
});

/** Called when the page is about to go: true when something typed would be lost and nobody has kept it. */
export const wouldLose = () => desk.hasUnsaved() && !browser.session.$signedOut.get();

/** Back to the list: the address names no lead any more. */
export function closeLead(): void {
  history.pushState(null, '', location.pathname);
  void desk.open('');
}
