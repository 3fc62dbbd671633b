import { toSlot } from '#lib/time/interval';
import { firstVisit, withVisit } from '#lead/visits';
import { changeLead } from '#server/leads/lead-records';
import type { APIRequestContext, Page } from '@playwright/test';
import { Availability, type Slot } from '#contracts/calendar';
import { ConsultationReceipt, type ConsultationRequest } from '#contracts/consultation';
import { ShownLead } from '#lead/answers';
import { Visit } from '#lead/lead';
import { weekdayOf, zonedToday } from '#lib/time/dates';
import { DAY, HOUR } from '#lib/time/units';
import { visitSecret, visitToken } from '#server/leads/visit-link';
import { slotKey } from '#server/slots/records';
import { openStore } from '#server/storage/stores';
import type { SiteProcess } from '#tests/support/site-process';
import { consultation } from '#tests/support/visitor';
import { expect, owner } from './gallery-site.ts';

export { expect, ownersTest, signIn, test, toast } from './gallery-site.ts';

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
    const date = zonedToday(Date.now() + days * DAY);
    if (weekdayOf(date) === 0) return date;
  }
}

/** The lead as the server has it; `request` is signed in. */
export async function leadOf(request: APIRequestContext, id: string): Promise<ShownLead> {
  return ShownLead.parse(await (await request.get(`/api/leads/${id}`)).json());
}

/** When the lead's first visit is, if it has one. */
export const startOf = async (request: APIRequestContext, id: string): Promise<string | undefined> =>
  (await leadOf(request, id)).visits[0]?.start;

/** The owner does something with the lead: a `Command`. */
export async function command(request: APIRequestContext, id: string, data: object): Promise<ShownLead> {
  const answer = await request.post(`/api/leads/${id}`, { data });
  await expect(answer).toBeOK();
  return ShownLead.parse(await answer.json());
}

/** The owner books what was agreed, whatever it overlaps, and tells nobody. */
export const agree = (request: APIRequestContext, id: string, visit: object): Promise<ShownLead> =>
  command(request, id, { do: 'book', from: null, isQuiet: true, isAnyway: true, ...visit });

/**
 * The lead has a visit that begins at that moment, ms, and takes so many hours: in storage, whatever the rules say. `who`
 * makes it; absent: the first person, who works alone.
 */
export async function standsAt(
  { dataDir }: SiteProcess,
  lead: string,
  start: number,
  hours = 1,
  who?: { readonly id: string; readonly name: string },
): Promise<void> {
  const [place, slot, id] = [{ context: 'dev', dataDir }, slotKey(start, undefined, who?.id), firstVisit(lead)];
  const leads = openStore('leads', place);
  const visit = Visit.parse({ id, slot, ...toSlot({ start, end: start + hours * HOUR }), changes: 1, who: who?.name });
  await changeLead(leads, lead, (one) => withVisit({ ...one, status: 'booked' }, visit));
  await openStore('slots', place).put(slot, { state: 'booked', eventNumber: 0, writes: 1, lead, visit: id });
}

/** The address of a lead's visit, as its mails have it. */
export const visitLink = async ({ dataDir }: SiteProcess, lead: string) =>
  `/visit/${visitToken(await visitSecret(openStore('auth', { context: 'dev', dataDir })), lead)}`;

/** A device with a finger's reader, as Chromium plays it. */
export async function withPasskeys(page: Page): Promise<Page> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return page;
}

/** The owner's leads, in the words of the page. */
export function leadsPage(page: Page) {
  const list = page.getByRole('region', { name: 'All leads' });
  const row = (name: string) => list.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  const names = () => list.getByRole('link').allTextContents();
  const detail = (name: string) => page.getByRole('region', { name, exact: true });
  const search = page.getByRole('searchbox', { name: 'Search leads' });

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

  return { list, row, names, detail, search, open, openLead, signInAgain };
}
