import * as z from 'zod/mini';
import type { AdminLead } from '#contracts/admin-lead';
import type { LeadChange } from '#contracts/lead-change';
import { afterOutcome, type Outcome } from '#contracts/lead-outcome';
import { countedStatus, type LostReason } from '#contracts/lead-status';
import { createEdit, type Edit, keptEdits } from '../edit.ts';
import type { AdminSession } from '../sign-in/session.ts';
import type { LeadsApi } from './leads-api.ts';

/** How far the owner is with a lead: how a visit went, its status, and what is next. */
export type Progress = Omit<LeadChange, 'seen' | 'note' | 'noAds' | 'request'>;
export type ProgressEdit = Edit<Progress>;
export const KeptProgress = keptEdits(z.custom<Progress>());

export interface ProgressNotices {
  /** A new try begins: remove the last message. */
  trying(): void;
  /** `serverMessage` is `undefined` when no answer came. */
  changeFailed(serverMessage: string | undefined): void;
}

/** The fields of the lead that the change sets. */
function seenOf(lead: AdminLead, { outcome, ...fields }: Progress): Progress {
  const names = Object.keys(fields) as (keyof typeof fields)[];
  const result = lead.visits.find(({ start }) => start === outcome?.visit)?.outcome ?? null;
  return {
    ...Object.fromEntries(names.map((name) => [name, lead[name] ?? null])),
    ...(outcome && { outcome: { ...outcome, result: result as Outcome | null } }),
  };
}

/** The change that brings back what `before` was, as far as `change` touched it. */
export function undoOf(before: AdminLead, { outcome }: Progress): Progress {
  const { status, lostReason = null, amount = null, followUp = null } = before;
  return {
    ...{ status: countedStatus(status), lostReason: lostReason as LostReason | null, amount, followUp },
    ...(outcome && seenOf(before, { outcome })),
  };
}

export function createProgress(api: Pick<LeadsApi, 'change'>, session: AdminSession, notify: ProgressNotices) {
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
    notify.trying();
    const sent = edits.of(id)?.mine;
    const outcome = await edits.save(id);
    if (outcome?.state === 'done') return outcome.value;
    if (outcome?.state !== 'failed' || outcome.conflict) return undefined;
    // What has failed is not shown any longer, unless the owner has changed it meanwhile.
    if (edits.of(id)?.mine === sent) edits.close(id);
    notify.changeFailed(outcome.serverMessage);
    return undefined;
  }

  return {
    $edits: edits.$edits,
    of: edits.of,
    kept: edits.kept,
    /** Saves a change, beside one that is not settled yet. Resolves to the changed lead; `undefined` after a failure. */
    async save(lead: AdminLead, change: Progress): Promise<AdminLead | undefined> {
      const changed = { ...(change.outcome?.result && afterOutcome[change.outcome.result]), ...change };
      const former = edits.of(lead.id);
      edits.open(lead.id, { ...seenOf(lead, changed), ...former?.seen }, { ...former?.mine, ...change });
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
