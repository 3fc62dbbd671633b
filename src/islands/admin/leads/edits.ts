import { map } from 'nanostores';
import * as z from 'zod/mini';
import type { AdminLead } from '#contracts/admin-lead';
import type { LeadChange } from '#contracts/lead-change';
import type { LeadNote, NewNote } from '#contracts/lead-note';
import { type LeadStatus, leadStatus } from '#contracts/lead-status';
import type { Conflict } from '#contracts/problem';
import type { LeadsContext } from './list.ts';

/** A lead's changes that the server does not have yet. */
export interface Edit {
  /** As typed. Another text gets another id, so that a repeated send adds one note. */
  readonly note?: NewNote;
  readonly status?: LeadStatus;
  /** The status that the owner saw when choosing `status`. */
  readonly seen?: string;
  /** The status has become another one since. The owner chooses which one to keep. */
  readonly conflict?: Conflict;
  readonly isSaving?: boolean;
  /** The note could not be saved; its text is here. */
  readonly hasFailed?: boolean;
}

/** The edits that outlive the page, by the lead's id. */
export const KeptEdits = z.record(
  z.string(),
  z.object({
    note: z.optional(z.object({ id: z.string(), text: z.string(), corrects: z.optional(z.string()) })),
    status: z.optional(leadStatus),
    seen: z.optional(z.string()),
  }),
);

export function createEdits(
  put: (lead: AdminLead) => void,
  { api, session, notify }: LeadsContext,
  randomKey: () => string,
) {
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

  /** `fields` are asked for when it is their turn. */
  function send(id: string, fields: () => LeadChange) {
    const call = last.then(() => session.call(() => api.change(id, fields())));
    last = call;
    return call;
  }

  async function setStatus(id: string, status: LeadStatus, shown: string | undefined): Promise<void> {
    notify.trying();
    set(id, { status, seen: editOf(id).seen ?? shown, conflict: undefined });
    const outcome = await send(id, () => {
      const { seen = shown } = editOf(id);
      return { status, ...(seen !== undefined && { seen: { status: seen } }) };
    });
    if (outcome.state === 'signed-out') return;
    const isLast = editOf(id).status === status;
    if (outcome.state === 'failed') {
      const { conflict } = outcome;
      if (isLast) set(id, conflict ? { conflict } : { status: undefined, seen: undefined });
      if (!conflict) notify.changeFailed(outcome.serverMessage);
      return;
    }
    // A status that was chosen meanwhile was chosen over this one.
    set(id, isLast ? { status: undefined, seen: undefined } : { seen: outcome.value.status });
    put(outcome.value);
    notify.statusChanged(status);
  }

  return {
    $edits,
    setStatus: ({ id, status: shown }: AdminLead, status: LeadStatus) => setStatus(id, status, shown),
    /** After a conflict: `isMine` keeps the owner's status, else the present one stays. */
    async settleStatus(lead: AdminLead, isMine: boolean): Promise<void> {
      const { id } = lead;
      const { status, conflict } = editOf(id);
      const now = conflict?.fields['status'];
      if (typeof now !== 'string' || !status) return;
      set(id, { status: undefined, seen: undefined, conflict: undefined });
      put({ ...lead, status: now });
      if (isMine) await setStatus(id, status, now);
    },
    /** Whether the visitor stays out of the file for Google Ads. */
    async setNoAds({ id }: AdminLead, noAds: boolean): Promise<void> {
      notify.trying();
      const outcome = await send(id, () => ({ noAds }));
      if (outcome.state === 'failed') notify.changeFailed(outcome.serverMessage);
      if (outcome.state === 'done') put(outcome.value);
    },
    typeNote({ id }: AdminLead, text: string): void {
      const note = text ? { ...editOf(id).note, id: randomKey(), text } : undefined;
      set(id, { note, hasFailed: undefined });
    },
    /** Begins with the former text. */
    correctNote: ({ id }: AdminLead, { id: corrects, text }: LeadNote) =>
      set(id, { note: { id: randomKey(), text, corrects }, hasFailed: undefined }),
    async saveNote({ id }: AdminLead): Promise<void> {
      const { note, isSaving } = editOf(id);
      if (!note?.text.trim() || isSaving) return;
      notify.trying();
      set(id, { isSaving: true, hasFailed: undefined });
      const outcome = await send(id, () => ({ note }));
      set(id, { isSaving: undefined, hasFailed: outcome.state === 'failed' || undefined });
      if (outcome.state === 'signed-out') return;
      if (outcome.state === 'failed') return notify.changeFailed(outcome.serverMessage);
      put(outcome.value);
      const typed = editOf(id).note;
      // What was typed meanwhile is a correction of the note that was on its way.
      set(id, { note: typed && typed.id !== note.id ? { ...typed, corrects: note.id } : undefined });
      notify.noteSaved();
    },
    forget(id: string): void {
      const { [id]: _, ...others } = $edits.get();
      $edits.set(others);
    },
    /** After a sign-in or a reload: restores notes, and sends statuses again. */
    resume(kept: z.infer<typeof KeptEdits>): void {
      for (const [id, { note, status, seen }] of Object.entries(kept)) {
        if (note !== undefined) set(id, { note });
        if (status) void setStatus(id, status, seen);
      }
    },
  };
}
