import * as z from 'zod/mini';
import { leadStatus, leadStatusLabels } from '#contracts/lead';
import { clearToast, showToast } from '#islands/ui/Toasts.tsx';
import { browserEnvironment, type Environment } from '#islands/ui/environment.ts';
import { type AdminSession, keptDraft, session } from '../sign-in/session.ts';
import { leadsApi } from './calls.ts';
import { createEdits, type Edits, KeptEdits } from './edits.ts';
import { createDetail, createList, type LeadDetail, type LeadList, type LeadsNotices } from './list.ts';

/** The owner's leads: what /admin/leads draws, and what the owner can do. */
export interface LeadsAdmin extends Omit<LeadList, 'find' | 'put'>, Omit<LeadDetail, 'put'>, Omit<Edits, 'resume'> {
  /** Lets the owner in, or nobody; then loads, and takes up what a sign-in or a reload interrupted. */
  start(id: string): Promise<void>;
  /** Whether anything typed is not with the server yet. */
  hasUnsaved(): boolean;
  /** Keeps in this tab what would be lost with the page. */
  keep(): void;
  /** Whether the owner is still signed in; if not, the page is left. */
  mayDownload(): Promise<boolean>;
}

/** What would be lost with the page: what the owner is looking for, and changes that the server does not have yet. */
const Draft = z.object({
  filter: z.object({ search: z.string(), status: z.union([z.literal(''), leadStatus]) }),
  edits: KeptEdits,
});
const { keepDraft, takeDraft } = keptDraft('admin-leads-draft', Draft);

export function createLeadsAdmin(
  { client, wait, sessionStorage }: Pick<Environment, 'client' | 'wait' | 'sessionStorage'>,
  session: AdminSession,
  notify: LeadsNotices,
): LeadsAdmin {
  const context = { api: leadsApi(client), session, wait, notify };
  const { find, put: putInList, ...list } = createList(context);
  const { put: putInDetail, ...detail } = createDetail({ find, put: putInList }, context);
  const { resume, ...edits } = createEdits((lead) => {
    putInList(lead);
    putInDetail(lead);
  }, context);

  const keep = () => keepDraft({ filter: list.$filter.get(), edits: edits.$edits.get() }, sessionStorage);
  session.beforeLeaving(keep);

  return {
    ...list,
    ...detail,
    ...edits,
    keep,
    hasUnsaved: () => Object.keys(edits.$edits.get()).length > 0,
    mayDownload: session.guard,
    async start(id) {
      if (!(await session.guard())) return;
      const draft = takeDraft(sessionStorage);
      if (draft) await list.setFilter(draft.filter);
      else await list.load();
      await detail.open(id);
      if (draft) resume(draft.edits);
    },
  };
}

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
