/**
 * One process of a rush: `node rush-client.ts <attempts> <at once> <slot as JSON> <url> [url…]`. Each attempt is a new
 * visitor who sends a request and books the slot. Prints a line of JSON for each.
 */
import type { Slot } from '../../src/contracts/calendar.ts';
import { newVisitor, send } from './visitor.ts';

/** A visitor's answers; `null` for a cut connection. */
export interface Attempt {
  readonly request: { readonly status: number; readonly id?: string } | null;
  readonly booking: { readonly status: number; readonly error?: string } | null;
}

const [attempts, atOnce, slotText, ...urls] = process.argv.slice(2);
const slot: Slot = JSON.parse(slotText ?? '');
let left = Number(attempts);
await Promise.all(Array.from({ length: Number(atOnce) }, visitors));

async function visitors(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const url = urls[left % urls.length] ?? '';
    const attempt = await visit(url);
    process.stdout.write(`${JSON.stringify(attempt)}\n`);
    if (!attempt.request) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function visit(url: string): Promise<Attempt> {
  const request = await send(`${url}/api/consultation-requests`, newVisitor());
  if (!request?.id) return { request, booking: null };
  const body = { consultationId: request.id, slotStart: slot.start, slotEnd: slot.end };
  return { request, booking: await send(`${url}/api/calendar/book`, body) };
}
