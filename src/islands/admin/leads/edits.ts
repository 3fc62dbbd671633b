import { map } from 'nanostores';
import * as z from 'zod/mini';
import { type AdminLead, type LeadStatus, leadStatus } from '#contracts/lead';
import type { LeadsContext } from './list.ts';

/** A lead's changes that the server does not have yet. */
export interface Edit {
  /** As typed. */
  readonly notes?: string;
  readonly status?: LeadStatus;
  readonly isSaving?: boolean;
  /** The notes could not be saved; their text is here. */
  readonly hasFailed?: boolean;
}

/** The edits that outlive the page, by the lead's id. */
export const KeptEdits = z.record(
  z.string(),
  z.object({ notes: z.optional(z.string()), status: z.optional(leadStatus) }),
);

type Fields = { readonly id: string; readonly status?: LeadStatus; readonly notes?: string };

export function createEdits(put: (lead: AdminLead) => void, { api, session, notify }: LeadsContext) {
  /** By the lead's id. */
  const $edits = map<Record<string, Edit>>({});
  /** One change after the other, so that the last one wins. */
  let last: Promise<unknown> = Promise.resolve();

  const editOf = (id: string): Edit => $edits.get()[id] ?? {};

  /** Changes fields of an edit; `undefined` removes one. */
  function set(id: string, change: { readonly [Field in keyof Edit]: Edit[Field] | undefined }): void {
    const fields = Object.entries({ ...editOf(id), ...change }).filter(([, value]) => value !== undefined);
    const { [id]: _, ...others } = $edits.get();
    $edits.set(fields.length > 0 ? { ...others, [id]: Object.fromEntries(fields) } : others);
  }

  function send({ id, ...fields }: Fields) {
    const call = last.then(() => session.call(() => api.change(id, fields)));
    last = call;
    return call;
  }

  async function setStatus(id: string, status: LeadStatus): Promise<void> {
    notify.trying();
    set(id, { status });
    const outcome = await send({ id, status });
    if (outcome.state === 'signed-out') return;
    if (editOf(id).status === status) set(id, { status: undefined });
    if (outcome.state === 'failed') return notify.changeFailed(outcome.serverMessage);
    put(outcome.value);
    notify.statusChanged(status);
  }

  async function saveNotes(id: string, before: string): Promise<void> {
    const { notes, isSaving } = editOf(id);
    if (notes === undefined || isSaving) return;
    if (notes.trim() === before) return set(id, { notes: undefined, hasFailed: undefined });
    notify.trying();
    set(id, { isSaving: true, hasFailed: undefined });
    const outcome = await send({ id, notes });
    set(id, { isSaving: undefined, hasFailed: outcome.state === 'failed' || undefined });
    if (outcome.state === 'signed-out') return;
    if (outcome.state === 'failed') return notify.changeFailed(outcome.serverMessage);
    put(outcome.value);
    if (editOf(id).notes !== notes) return await saveNotes(id, outcome.value.notes);
    set(id, { notes: undefined });
    notify.notesSaved();
  }

  return {
    $edits,
    setStatus: ({ id }: AdminLead, status: LeadStatus) => setStatus(id, status),
    typeNotes: ({ id }: AdminLead, notes: string) => set(id, { notes, hasFailed: undefined }),
    /** Saves changed notes. Further typing is saved after that. */
    saveNotes: ({ id, notes }: AdminLead) => saveNotes(id, notes),
    forget: (id: string) => set(id, { notes: undefined, status: undefined, isSaving: undefined, hasFailed: undefined }),
    /** After a sign-in or a reload: restores notes, and sends statuses again. */
    resume(kept: z.infer<typeof KeptEdits>): void {
      for (const [id, { notes, status }] of Object.entries(kept)) {
        if (notes !== undefined) set(id, { notes });
        if (status) void setStatus(id, status);
      }
    },
  };
}
