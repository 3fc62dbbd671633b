import { atom } from 'nanostores';
import { AdminLead } from '#contracts/admin-lead';
import type { LeadChange } from '#contracts/lead-change';
import { afterOutcome } from '#contracts/lead-outcome';
import { countedStatus, type LostReason } from '#contracts/lead-status';
import type { Conflict } from '#contracts/problem';
import type { Environment } from '#browser/environment';
import type { AdminSession } from './sign-in/session.ts';
import { CHANGE_TIMEOUT } from './timeouts.ts';

/** What the owner says of a lead in one change: how a visit went, and what is next. */
export type Work = Omit<LeadChange, 'seen' | 'note'>;

interface Unsettled {
  readonly change: Work;
  readonly conflict: Conflict;
}

export interface WorkNotices {
  /** A new try begins: remove the last message. */
  trying(): void;
  /** `serverMessage` is `undefined` when no answer came. */
  changeFailed(serverMessage: string | undefined): void;
}

/** The fields that a change sets, with those that its outcome sets. */
const fieldsOf = (change: Work): Work => ({
  ...(change.outcome?.result && afterOutcome[change.outcome.result]),
  ...change,
});

const outcomeIn = ({ visits }: AdminLead, visit: string) => visits.find(({ start }) => start === visit)?.outcome;

/** The values that the owner sees in the fields of the change. */
function seenOf(lead: AdminLead, change: Work): Record<string, unknown> {
  const { outcome, ...fields } = fieldsOf(change);
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return {
    ...Object.fromEntries(names.map((name) => [name, lead[name] ?? null])),
    ...(outcome && { outcome: outcomeIn(lead, outcome.visit) ?? null }),
  };
}

/** The change that brings back what `before` was, as far as `change` touched it. */
export function undoOf(before: AdminLead, { outcome }: Work): Work {
  const { status, lostReason = null, amount = null, followUp = null } = before;
  const former = outcome && ((outcomeIn(before, outcome.visit) ?? null) as NonNullable<Work['outcome']>['result']);
  return {
    ...{ status: countedStatus(status), lostReason: lostReason as LostReason | null, amount, followUp },
    ...(outcome && former !== undefined && { outcome: { visit: outcome.visit, result: former } }),
  };
}

export function createLeadWork({ client }: Pick<Environment, 'client'>, session: AdminSession, notify: WorkNotices) {
  /** The ids of leads whose change is on its way. */
  const $saving = atom<ReadonlySet<string>>(new Set());
  /** By the lead's id: something has changed since the owner saw it. */
  const $unsettled = atom<Readonly<Record<string, Unsettled>>>({});

  function setSaving(id: string, isSaving: boolean): void {
    const others = [...$saving.get()].filter((other) => other !== id);
    $saving.set(new Set(isSaving ? [...others, id] : others));
  }

  /** Resolves to the changed lead; `undefined` after a failure, and while another change is on its way. */
  async function save(lead: AdminLead, change: Work, seen = seenOf(lead, change)): Promise<AdminLead | undefined> {
    const { id } = lead;
    if ($saving.get().has(id)) return undefined;
    notify.trying();
    setSaving(id, true);
    const options = { body: { ...change, seen }, timeout: CHANGE_TIMEOUT };
    const address = `/api/leads/${encodeURIComponent(id)}`;
    const outcome = await session.call(() => client.send('PUT', address, AdminLead, options));
    setSaving(id, false);
    if (outcome.state === 'done') return outcome.value;
    if (outcome.state === 'signed-out') return undefined;
    const { conflict, serverMessage } = outcome;
    if (conflict) $unsettled.set({ ...$unsettled.get(), [id]: { change, conflict } });
    else notify.changeFailed(serverMessage);
    return undefined;
  }

  return {
    $saving,
    $unsettled,
    save,
    /**
     * After a conflict: `isMine` makes the owner's change all the same. Else what is saved now stays; an outcome that
     * nobody else has told is kept with it. Resolves as `save`.
     */
    async settle(lead: AdminLead, isMine: boolean): Promise<AdminLead | undefined> {
      const { [lead.id]: unsettled, ...others } = $unsettled.get();
      $unsettled.set(others);
      if (!unsettled) return undefined;
      const { change, conflict } = unsettled;
      const seen = { ...seenOf(lead, change), ...conflict.fields };
      if (isMine) return await save(lead, change, seen);
      if (!change.outcome || 'outcome' in conflict.fields) return undefined;
      return await save(lead, { ...change, ...conflict.fields }, seen);
    },
  };
}
