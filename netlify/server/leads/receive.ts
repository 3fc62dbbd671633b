import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { CallbackForm, callbackRequest, type ConsultationRequest } from '#contracts/consultation';
import type { Store } from '#server/storage/port';
import { keepLead, type Lead, leadId } from './lead.ts';

/**
 * Keeps a consultation request and answers its id; it is stored when this returns. The same idempotency key means the
 * same request again, so a repeat answers the same id and makes no second lead. The notice to the owner is pending from
 * then on. `now` in ms.
 */
export async function receiveRequest(
  leads: Store,
  request: ConsultationRequest,
  { key, source, now }: { key: string | null; source: Lead['source']; now: number },
): Promise<string> {
  const id = leadId(key ?? randomUUID());
  // That this cannot be written is no reason to refuse the request: the notice itself is written next.
  const pending = addPendingNotice(leads, id, now).catch(() => undefined);
  await keepLead(leads, { id, request, source, now: new Date(now) });
  await pending;
  return id;
}

const HOUR = 60 * 60_000;

/** For a form that brings no idempotency key: the same words within the hour are a second press, not a second request. */
export function sameWordsKey(request: ConsultationRequest, now: number): string {
  const { attribution: _, ...words } = request;
  return `form ${Math.floor(now / HOUR)} ${JSON.stringify(words)}`;
}

/** The form's fields in their order, each with what the visitor typed and the sentences about it. */
export type FilledForm = readonly { field: string; typed: string; messages: readonly string[] }[];

/**
 * Reads the plain form of `/book`. It asks for what the callback flow of the dialog asks for, plus a way to be reached
 * and notes, so it becomes the same kind of request with the visitor's own words in it.
 */
export function readCallbackForm(form: URLSearchParams): { request: ConsultationRequest } | { wrong: FilledForm } {
  const result = CallbackForm.safeParse(Object.fromEntries(form));
  if (result.success) {
    const { preferredContact, message, company, attribution, ...contact } = result.data;
    const request = callbackRequest(contact);
    return { request: { ...request, preferredContact, message: message ?? request.message, company, attribution } };
  }
  const { issues } = result.error;
  const about = (name: string) => issues.filter(({ path }) => path[0] === name).map(({ message }) => message);
  return { wrong: asTyped(form).map((one) => ({ ...one, messages: about(one.field) })) };
}

/** What stands in the form, without a word about it. */
export function asTyped(form: URLSearchParams): FilledForm {
  return Object.keys(CallbackForm.shape).map((field) => ({ field, typed: form.get(field) ?? '', messages: [] }));
}

/**
 * A request and the notice of it are two records, and a death may come between their writings. So that no request stays
 * unseen, this record is written together with the request and goes when the notice is in the outbox.
 */
const pendingKey = (leadId: string) => `pending-notices/${leadId}`;
const PendingNotice = z.object({ since: z.number() });

/** A request is kept within this time, or never. */
const REQUEST_MS = 2 * 60_000;

/** Writes down that the owner has still to be told of the request. `now` in ms. */
export async function addPendingNotice(leads: Store, leadId: string, now: number): Promise<void> {
  await leads.put(pendingKey(leadId), { since: now });
}

export async function clearPendingNotice(leads: Store, leadId: string): Promise<void> {
  await leads.delete(pendingKey(leadId));
}

/** The ids of the leads whose notices nobody is about to write any more. */
export async function listPendingNotices(leads: Store, now: number): Promise<string[]> {
  const listed = await leads.list(pendingKey(''));
  const records = await Promise.all(listed.map(async ({ key }) => ({ key, stored: await leads.get(key) })));
  return records.flatMap(({ key, stored }) => {
    const pending = PendingNotice.safeParse(stored?.value);
    return pending.success && pending.data.since < now - REQUEST_MS ? [key.slice(pendingKey('').length)] : [];
  });
}
