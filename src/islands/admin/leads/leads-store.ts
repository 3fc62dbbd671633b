import * as z from 'zod/mini';
import type { AdminLead } from '#contracts/admin-lead';
import { leadStatusLabels } from '#contracts/lead-status';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { attempt } from '#browser/attempt';
import { browserEnvironment, type Environment } from '#browser/environment';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { createLeadWork, type Work } from '../lead-work.ts';
import { $ways, isMailOut, loadWays } from '../ways.ts';
import { type AdminSession, keptDraft, session } from '../sign-in/session.ts';
import { leadsApi } from './calls.ts';
import { createCorrections, KeptCorrections } from './corrections.ts';
import { createEdits, KeptEdits } from './edits.ts';
import { filterIn, type LeadFilter, queryText } from './filter.ts';
import { createDetail, createList, type LeadsNotices } from './list.ts';
import { createNewLead, NewLeadFields, noFields } from './new-lead.ts';
import { createMails, createRemovals, createVisitChanges } from './visit.ts';

/** The draft: changes that the server does not have yet. */
const Draft = z.object({
  edits: KeptEdits,
  corrections: z._default(KeptCorrections, {}),
  newLead: z.optional(NewLeadFields),
});
const { keepDraft, takeDraft } = keptDraft('admin-leads-draft', Draft);

/** The state and the actions of /admin/leads. */
export function createLeadsAdmin(
  { client, wait, sessionStorage, randomKey }: Pick<Environment, 'client' | 'wait' | 'sessionStorage' | 'randomKey'>,
  session: AdminSession,
  notify: LeadsNotices,
) {
  const context = { api: leadsApi(client), session, wait, notify };
  const { find, put: putInList, drop, reread, begin, ...list } = createList(context);
  const { put: putInDetail, ...detail } = createDetail({ find, put: putInList }, context);
  function put(lead: AdminLead): void {
    putInList(lead);
    putInDetail(lead);
  }
  const { resume, forget, ...edits } = createEdits(put, context, randomKey);
  const {
    resume: resumeCorrections,
    kept: keptCorrections,
    ...corrections
  } = createCorrections(context, {
    put,
    reread: (id) => void detail.open(id),
  });
  const { resume: resumeNewLead, ...newLead } = createNewLead(context, randomKey);

  const { save, settle, ...workStates } = createLeadWork({ client }, session, notify);
  function shown(changed: AdminLead | undefined): void {
    if (!changed) return;
    put(changed);
    notify.workSaved();
  }

  async function latest(id: string): Promise<AdminLead | undefined> {
    await detail.open(id);
    const open = detail.$open.get();
    return open.state === 'ready' && open.id === id ? open.lead : undefined;
  }

  function typedLead() {
    const { fields } = newLead.$newLead.get();
    return JSON.stringify(fields) === JSON.stringify(noFields) ? {} : { newLead: fields };
  }
  /** Keeps a draft in this tab. */
  function keep(): void {
    const draft = { edits: edits.$edits.get(), corrections: keptCorrections(), ...typedLead() };
    keepDraft(draft, sessionStorage);
  }
  session.beforeLeaving(keep);

  return {
    ...list,
    ...detail,
    ...edits,
    work: {
      ...workStates,
      save: async (lead: AdminLead, change: Work) => shown(await save(lead, change)),
      /** After a conflict: `isMine` makes the owner's change, else the lead is shown as it is saved now. */
      async settle(lead: AdminLead, isMine: boolean): Promise<void> {
        const changed = await settle(lead, isMine);
        shown(changed);
        if (!changed && !isMine) await latest(lead.id);
      },
    },
    visit: createVisitChanges(context, { put, latest }),
    removal: createRemovals(context, ({ id }) => {
      drop(id);
      forget(id);
    }),
    mails: createMails(context),
    corrections,
    newLead: {
      ...newLead,
      async add(): Promise<AdminLead | null> {
        const lead = await newLead.add();
        if (lead) await reread();
        return lead;
      },
    },
    keep,
    hasUnsaved: () =>
      [edits.$edits.get(), keptCorrections()].some((unsaved) => Object.keys(unsaved).length > 0) ||
      'newLead' in typedLead(),
    /** Checks the session, loads, and restores a draft from before a sign-in or a reload. `search`: of the address. */
    async start(id: string, search = ''): Promise<void> {
      begin(filterIn(search));
      if (!(await session.guard())) return;
      void loadWays({ client });
      const draft = takeDraft(sessionStorage);
      await list.load();
      // The owner may have opened another lead meanwhile.
      if (detail.$open.get().state === 'none') await detail.open(id);
      if (draft) {
        resume(draft.edits);
        resumeCorrections(draft.corrections);
      }
      if (draft?.newLead) resumeNewLead(draft.newLead);
    },
    /** The browser's Back may lead to another filter. */
    async follow(search: string): Promise<void> {
      const filter = filterIn(search);
      if (queryText(filter) !== queryText(list.$filter.get())) await list.setFilter(filter);
    },
  };
}

export const leads: ReadOnly<ReturnType<typeof createLeadsAdmin>> = createLeadsAdmin(browserEnvironment, session, {
  trying: clearToast,
  statusChanged: (status) => showSuccess(`Status changed to ${leadStatusLabels[status]}`),
  noteSaved: () => showSuccess('Note saved'),
  changeFailed: (serverMessage) => showError(serverMessage ?? 'The change could not be saved. Please try again.'),
  workSaved: () => showSuccess('Saved'),
  visitChanged: (action, isTold) => showSuccess(`Visit ${action}. ${toldWords(isTold)}`),
  removed: (name) => showSuccess(`${name} is removed for good`),
  corrected: () => showSuccess('The lead is corrected'),
  added: (name) => showSuccess(`${name} is added`),
  moreFailed: (serverMessage) => showError(serverMessage ?? 'More leads could not be loaded. Please try again.'),
});

function toldWords(isTold: boolean): string {
  if (!isTold) return 'Nobody was mailed.';
  return isMailOut($ways.get()) ? 'Visitors get no mail: please tell them yourself.' : 'The visitor is told by mail.';
}

/** Replaces the open lead; the browser's Back skips it. */
export function showInstead(id: string): void {
  location.replace(`#${id}`);
}

/** Leaves a removed lead for the list; the browser's Back skips it. */
export function leaveRemoved(): void {
  history.replaceState(null, '', location.pathname + location.search);
  void leads.open('');
}

/** Closes the lead; the address then names none. */
export function closeLead(): void {
  history.pushState(null, '', location.pathname + location.search);
  void leads.open('');
}

/** Keeps the filter in the address: for a reload, a link, and the browser's Back. Some browsers refuse many changes. */
export function keepInAddress(filter: LeadFilter): void {
  const { pathname, hash } = location;
  attempt(() => history.replaceState(history.state, '', pathname + queryText(filter) + hash));
}
