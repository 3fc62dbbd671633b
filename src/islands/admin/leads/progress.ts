import * as z from 'zod/mini';
import type { AdminLead } from '#contracts/admin-lead';
import type { LeadChange } from '#contracts/lead-change';
import type { JobChange } from '#contracts/lead-job';
import { afterOutcome, type Outcome } from '#contracts/lead-outcome';
import { countedStatus, type LostReason } from '#contracts/lead-status';
import { clearToast } from '#islands/ui/Toasts.tsx';
import { isSame } from '#lib/is-same';
import { createEdit, type Edit, keptEdits, showUnsaved } from '../edit.ts';
import type { AdminSession } from '../sign-in/session.ts';
import type { LeadsApi } from './leads-api.ts';

/** How far the owner is with a lead: how a visit went, its status, its job, and what is next. */
export type Progress = Omit<
  LeadChange,
  'seen' | 'note' | 'noAds' | 'request' | 'isSpam' | 'reviewAsked' | 'unansweredText'
>;
export type ProgressEdit = Edit<Progress>;
export const KeptProgress = keptEdits(z.custom<Progress>());

const visitIn = ({ visits }: AdminLead, { outcome }: Progress) => visits.find(({ start }) => start === outcome?.visit);

/** A sold lead's further sale is added, whatever the amount is by now. */
const isFurtherSale = ({ status }: AdminLead, { outcome }: Progress) => status === 'won' && outcome?.result === 'sold';

/** The fields of the lead that the change sets. `typed`: as they were when the owner began to type. */
function seenOf(lead: AdminLead, change: Progress, typed: object = {}): Progress {
  const { outcome, ...fields } = change;
  const from: Readonly<Record<string, unknown>> = { ...lead, ...typed };
  const names = Object.keys(fields).filter((name) => name !== 'amount' || !isFurtherSale(lead, change));
  const result = visitIn(lead, change)?.outcome ?? null;
  return {
    ...Object.fromEntries(names.map((name) => [name, from[name] ?? null])),
    ...(outcome && { outcome: { ...outcome, result: result as Outcome | null } }),
  };
}

const noStep: JobChange = {
  orderedOn: null,
  dueOn: null,
  arrivedOn: null,
  installedOn: null,
  paidOn: null,
  paid: null,
};

/** The change that brings back what `before` was, as far as `change` touched it. `after`: the lead since then. */
export function undoOf(before: AdminLead, { outcome }: Progress, after: AdminLead): Progress {
  const { status, lostReason = null, amount = null, followUp = null, job } = before;
  // An installation that is done is noted by the server.
  const isJobChanged = status === 'won' && !isSame(job, after.job);
  return {
    ...(isJobChanged && { job: { ...noStep, ...job } }),
    status: countedStatus(status),
    lostReason: lostReason as LostReason | null,
    amount,
    followUp,
    ...(outcome && seenOf(before, { outcome })),
  };
}

export function createProgress(api: Pick<LeadsApi, 'change'>, session: AdminSession) {
  const edits = createEdit<Progress, AdminLead>({
    send(id, { mine, seen: { outcome, ...seen } }) {
      return session.call(() =>
        api.change(id, { ...mine, seen: { ...seen, ...(outcome && { outcome: outcome.result }) } }),
      );
    },
    take: (fields, field, present) => ({
      ...fields,
      [field]: field === 'outcome' && fields.outcome ? { ...fields.outcome, result: present } : present,
    }),
  });

  async function finish(id: string): Promise<AdminLead | undefined> {
    clearToast();
    const sent = edits.of(id)?.mine;
    const outcome = await edits.save(id);
    if (outcome?.state === 'done') return outcome.value;
    if (outcome?.state !== 'failed' || outcome.conflict) return undefined;
    // What has failed is not shown any longer, unless the owner has changed it meanwhile.
    if (edits.of(id)?.mine === sent) edits.close(id);
    showUnsaved(outcome.serverMessage);
    return undefined;
  }

  return {
    $edits: edits.$edits,
    of: edits.of,
    kept: edits.kept,
    /**
     * Saves a change, beside one that is not settled yet. `typed`: the fields as they were when the owner began to type.
     * Resolves to the changed lead; `undefined` after a failure.
     */
    async save(lead: AdminLead, change: Progress, typed?: object): Promise<AdminLead | undefined> {
      const { kind = '' } = visitIn(lead, change) ?? {};
      const result = change.outcome?.result;
      const changed = { ...(result && afterOutcome(result, kind, lead.status)), ...change };
      const former = edits.of(lead.id);
      edits.open(lead.id, { ...seenOf(lead, changed, typed), ...former?.seen }, { ...former?.mine, ...change });
      return await finish(lead.id);
    },
    /** After a sign-in or a reload. */
    async resume(id: string, { seen, mine }: Pick<ProgressEdit, 'seen' | 'mine'>): Promise<AdminLead | undefined> {
      edits.open(id, seen, mine);
      return await finish(id);
    },
    /**
     * After a conflict: `isMine` makes the owner's change all the same. Else what is saved now stays; an outcome that
     * nobody else has told is kept with it. Resolves as `save`.
     */
    async settle(id: string, isMine: boolean): Promise<AdminLead | undefined> {
      const { mine, theirs } = edits.of(id) ?? {};
      if (!mine || !theirs) return undefined;
      if (isMine || (mine.outcome && !('outcome' in theirs.fields))) {
        for (const field of Object.keys(theirs.fields)) edits.settle(id, field, isMine);
        return await finish(id);
      }
      edits.close(id);
      return undefined;
    },
  };
}
