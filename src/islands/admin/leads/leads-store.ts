import * as z from 'zod/mini';
import type { AdminLead } from '#contracts/admin-lead';
import type { LeadChange } from '#contracts/lead-change';
import type { PastVisit } from '#contracts/lead-outcome';
import { leadStatusLabels } from '#contracts/lead-status';
import { clearToast, showSuccess } from '#islands/ui/Toasts.tsx';
import { attempt } from '#browser/attempt';
import { browserEnvironment, type Environment } from '#browser/environment';
import { createResource, type ReadOnly } from '#islands/ui/resource.ts';
import { loadConnections } from '../connections.ts';
import { showUnsaved } from '../edit.ts';
import { type AdminSession, keptDraft, session } from '../sign-in/session.ts';
import { createClosing } from './closing.ts';
import { filterIn, type LeadFilter, queryText } from './filter.ts';
import { leadsApi } from './leads-api.ts';
import { createDetail, createList, type LeadsContext, NEW_LEAD } from './list.ts';
import { createMakingOne } from './making-one.ts';
import { createNotes, KeptNotes } from './notes.ts';
import { createProgress, KeptProgress, type Progress } from './progress.ts';
import { createRemovals } from './removal.ts';
import { createRequests, KeptRequests } from './requests.ts';
import { createDayMarks } from './day-marks.ts';
import { createTexts, KeptTexts } from './texts.ts';
import { createTyped, KeptTyped } from './typed.ts';
import { createVisitChanges, KeptVisits } from './visit.ts';

/** The draft: changes that the server does not have yet. */
const Draft = z.object({
  notes: KeptNotes,
  progress: KeptProgress,
  requests: KeptRequests,
  typed: z._default(KeptTyped, {}),
  visits: z._default(KeptVisits, {}),
  texts: z._default(KeptTexts, {}),
});
const { keepDraft, takeDraft } = keptDraft('admin-leads-draft', Draft);

/** The key of what is typed about an outcome or a step of the job. */
export const stepKey = ({ id }: Pick<AdminLead, 'id'>) => `${id} step`;
/** The key of the owner's own note of a visit. */
export const visitNoteKey = ({ id }: Pick<AdminLead, 'id'>, { start, kind }: PastVisit) => `${id} ${start} ${kind}`;

/** The mails about the lead that was asked for last. */
function createMails({ api, session }: LeadsContext) {
  let asked = '';
  const { $known, load } = createResource(() => session.call(async () => ({ mails: await api.mails(asked) })));
  return {
    $mails: $known,
    async load(id: string): Promise<void> {
      asked = id;
      await load();
    },
  };
}

/** The state and the actions of /admin/leads. */
export function createLeadsAdmin(
  {
    client,
    wait,
    now,
    sessionStorage,
    randomKey,
  }: Pick<Environment, 'client' | 'wait' | 'now' | 'sessionStorage' | 'randomKey'>,
  session: AdminSession,
) {
  const api = leadsApi(client);
  const context = { api, session, wait, now };
  const { find, put: putInList, drop, reread, begin, renew: renewList, ...list } = createList(context);
  const { put: putInDetail, renew: renewDetail, ...detail } = createDetail({ find, put: putInList }, context);
  function put(lead: AdminLead): void {
    putInList(lead);
    putInDetail(lead);
  }
  async function latest(id: string): Promise<AdminLead | undefined> {
    await detail.open(id);
    const open = detail.$open.get();
    return open.state === 'ready' && open.id === id ? open.lead : undefined;
  }
  const notes = createNotes(context, put, randomKey);
  const progress = createProgress(api, session);
  const requests = createRequests(context, { put, reread: (id) => void detail.open(id) }, { randomKey, now });
  const typed = createTyped();
  const texts = createTexts(context, put, randomKey);
  const visit = createVisitChanges(context, { put, latest });

  async function saved(id: string, changing: Promise<AdminLead | undefined>, change: Progress): Promise<boolean> {
    const forget = typed.sent(id);
    const lead = await changing;
    if (!lead) return false;
    const { status, ...others } = change;
    forget(Object.keys(change));
    if (change.outcome || change.job) typed.forget(stepKey(lead));
    put(lead);
    const isStatus = status && Object.keys(others).length === 0;
    showSuccess(isStatus ? `Status changed to ${leadStatusLabels[status]}` : 'Saved');
    return true;
  }

  const draft = () => ({
    notes: notes.kept(),
    progress: progress.kept(),
    requests: requests.kept(),
    typed: typed.kept(),
    visits: visit.kept(),
    texts: texts.kept(),
  });
  /** Keeps a draft in this tab. */
  const keep = () => keepDraft(draft(), sessionStorage);
  session.beforeLeaving(keep);

  return {
    ...list,
    ...detail,
    async open(id: string): Promise<void> {
      await Promise.all([texts.load(id), detail.open(id)]);
    },
    notes,
    texts,
    requests: {
      ...requests,
      async save(id: string): Promise<AdminLead | undefined> {
        const lead = await requests.save(id);
        if (lead && id === NEW_LEAD) await reread();
        return lead;
      },
    },
    progress: {
      $edits: progress.$edits,
      save: (lead: AdminLead, change: Progress) =>
        saved(lead.id, progress.save(lead, change, typed.seen(lead.id)), change),
      /** After a conflict: `isMine` makes the owner's change, else the lead is shown as it is saved now. */
      async settle({ id }: AdminLead, isMine: boolean): Promise<void> {
        const change = progress.of(id)?.mine ?? {};
        if (!isMine) typed.forget(id, Object.keys(change));
        if (!(await saved(id, progress.settle(id, isMine), change)) && !isMine) await latest(id);
      },
    },
    typed,
    visit,
    /** What is typed in the form of a visit's note; the last device that saves it wins. */
    async saveVisitNote(lead: AdminLead, visit: PastVisit): Promise<void> {
      const key = visitNoteKey(lead, visit);
      const typedNote = () => typed.$typed.get()[key]?.mine['note'];
      const note = typedNote();
      if (note === undefined) return typed.forget(key);
      clearToast();
      const change = { action: 'note', from: visit.start, note: note.trim() } as const;
      const outcome = await session.call(() => api.changeVisit(lead.id, change));
      if (outcome.state === 'failed') showUnsaved(outcome.serverMessage);
      if (outcome.state !== 'done') return;
      if (typedNote() === note) typed.forget(key);
      put(outcome.value);
      showSuccess('Note saved');
    },
    marks: createDayMarks(api, session, put),
    removal: createRemovals(context, ({ id }) => {
      drop(id);
      notes.drop(id);
      texts.drop(id);
      typed.drop(id);
    }),
    closing: createClosing(context, { find, put }),
    one: createMakingOne(context, { put, drop }),
    mails: createMails(context),
    /**
     * Whether the visitor stays out of the file for Google Ads, is a person whom the honeypot took for a robot, or has
     * texted what needs no answer.
     */
    async mark(
      { id }: AdminLead,
      fields: Pick<LeadChange, 'noAds' | 'isSpam' | 'reviewAsked' | 'unansweredText' | 'seen'>,
    ): Promise<void> {
      clearToast();
      const outcome = await session.call(() => api.change(id, fields));
      if (outcome.state === 'failed') showUnsaved(outcome.serverMessage);
      if (outcome.state === 'failed' && outcome.conflict) await renewDetail(() => false);
      if (outcome.state === 'done') put(outcome.value);
    },
    /** Reads the list and the open lead again without a loading state. */
    async renew({ inHand, isTyping }: { inHand: () => string | undefined; isTyping: () => boolean }): Promise<void> {
      await renewList(inHand);
      // A lead that is put into the list would have the list's own answer dropped.
      await renewDetail(isTyping);
      await texts.renew();
    },
    keep,
    hasUnsaved: () => Object.values(draft()).some((unsaved) => Object.keys(unsaved).length > 0),
    /** Checks the session, loads, and restores a draft from before a sign-in or a reload. `search`: of the address. */
    async start(id: string, search = ''): Promise<void> {
      begin(filterIn(search));
      if (!(await session.guard())) return;
      void loadConnections({ client });
      const kept = takeDraft(sessionStorage);
      const reading = texts.load(id);
      await list.load();
      // The owner may have opened another lead meanwhile.
      if (detail.$open.get().state === 'none') await detail.open(id);
      for (const [lead, { seen, mine }] of Object.entries(kept?.notes ?? {})) notes.resume(lead, seen, mine);
      for (const [lead, { seen, mine }] of Object.entries(kept?.requests ?? {})) requests.resume(lead, seen, mine);
      for (const [lead, { seen, mine }] of Object.entries(kept?.texts ?? {})) texts.resume(lead, seen, mine);
      typed.resume(kept?.typed ?? {});
      const open = detail.$open.get();
      if (open.state === 'ready') visit.resume(open.lead, kept?.visits ?? {});
      for (const [lead, edit] of Object.entries(kept?.progress ?? {}))
        void saved(lead, progress.resume(lead, edit), edit.mine);
      await reading;
    },
    /** The browser's Back may lead to another filter. */
    async follow(search: string): Promise<void> {
      const filter = filterIn(search);
      if (queryText(filter) !== queryText(list.$filter.get())) await list.setFilter(filter);
    },
  };
}

export const leads: ReadOnly<ReturnType<typeof createLeadsAdmin>> = createLeadsAdmin(browserEnvironment, session);

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
