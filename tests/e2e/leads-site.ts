import type { APIRequestContext, Page } from '@playwright/test';
import { Availability, type Slot } from '#contracts/calendar';
import { ConsultationReceipt, type ConsultationRequest } from '#contracts/consultation';
import { AdminLead } from '#contracts/admin-lead';
import { zonedDate } from '#lib/time/zone';
import { consultation } from '#tests/support/visitor';
import { expect, owner } from './gallery-site.ts';

export { expect, signIn, test, toast } from './gallery-site.ts';

/** Sends a request as a visitor's dialog does; resolves to the lead's id. */
export async function receive(request: APIRequestContext, fields: Partial<ConsultationRequest> = {}): Promise<string> {
  const answer = await request.post('/api/consultation-requests', {
    data: { ...consultation, ...fields },
    // The host may close a connection in the moment in which this sends on it.
    maxRetries: 1,
  });
  return ConsultationReceipt.parse(await answer.json()).id;
}

export const openSlots = async (request: APIRequestContext) =>
  Availability.parse(await (await request.get('/api/calendar/availability')).json()).slots;

/** A lead with a visit at the last time that is open: the first day may have one time left. */
export async function receiveBooked(request: APIRequestContext, name: string): Promise<{ id: string; slot: Slot }> {
  const id = await receive(request, { name });
  const slot = (await openSlots(request)).at(-1);
  if (!slot) throw new Error('No slot is open');
  const data = { consultationId: id, slotStart: slot.start, slotEnd: slot.end };
  await expect(await request.post('/api/calendar/book', { data })).toBeOK();
  return { id, slot };
}

/** A Sunday in more than a week, in the business's zone. */
export function sunday(): string {
  for (let days = 8; ; days += 1) {
    const date = zonedDate(new Date(Date.now() + days * 24 * 60 * 60_000).toISOString());
    if (new Date(date).getUTCDay() === 0) return date;
  }
}

/** The lead as the server has it; `request` is signed in. */
export async function leadOf(request: APIRequestContext, id: string): Promise<AdminLead> {
  return AdminLead.parse(await (await request.get(`/api/leads/${id}`)).json());
}

/** The owner's leads, in the words of the page. */
export function leadsPage(page: Page) {
  const list = page.getByRole('region', { name: 'All leads' });
  const row = (name: string) => list.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  const names = () => list.getByRole('link').allTextContents();
  const detail = (name: string) => page.getByRole('region', { name, exact: true });
  const search = page.getByRole('searchbox', { name: 'Search leads' });
  const filter = page.getByRole('search').getByLabel('Status');

  async function open(path = '/admin/leads'): Promise<void> {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeAttached();
  }

  async function openLead(name: string) {
    await list.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name, exact: true })).toBeFocused();
    return detail(name);
  }

  async function signInAgain(): Promise<void> {
    await page.getByLabel('Username').fill(owner.username);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
  }

  return { list, row, names, detail, search, filter, open, openLead, signInAgain };
}
