import type { Slot } from '#contracts/calendar';
import { newVisitor, send } from './visitor.ts';

/** A visitor's answers; `null` for a cut connection. */
export interface Attempt {
  readonly request: { readonly status: number; readonly id?: string } | null;
  readonly booking: { readonly status: number; readonly error?: string } | null;
}

/**
 * So many new visitors, `atOnce` of them at any moment, each of whom sends a request and books the slot, at the addresses
 * in turn. Who gets no answer to the request does not count, nor reaches `onAttempt`: a site that restarts would use up
 * all of them. After 100 such for each visitor they count too, so that a site that stays away ends it.
 */
export async function rush(
  slot: Slot,
  attempts: number,
  urls: string[],
  { atOnce = attempts, onAttempt = () => {} } = {},
): Promise<Attempt[]> {
  const made: Attempt[] = [];
  let left = attempts;
  let spare = 100 * attempts;
  const visitors = async () => {
    while (left > 0) {
      left -= 1;
      const attempt = await visit(urls[left % urls.length] ?? '', slot);
      made.push(attempt);
      if (attempt.request) onAttempt();
      else {
        if (spare > 0) left += 1;
        spare -= 1;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitors));
  return made;
}

async function visit(url: string, slot: Slot): Promise<Attempt> {
  const request = await send(`${url}/api/consultation-requests`, newVisitor());
  if (!request?.id) return { request, booking: null };
  const body = { consultationId: request.id, slotStart: slot.start, slotEnd: slot.end };
  return { request, booking: await send(`${url}/api/calendar/book`, body) };
}
