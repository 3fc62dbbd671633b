import type { APIRequestContext, Page } from '@playwright/test';
import { ConsultationReceipt, type ConsultationRequest } from '#contracts/consultation';
import { AdminLead } from '#contracts/lead';
import { type GoogleDouble, startGoogleDouble } from '#tests/support/google/google-double';
import { consultation } from '#tests/support/visitor';
import { expect, owner, ownerEnv, test } from './gallery-site.ts';

export { expect, signIn, test, toast } from './gallery-site.ts';

/** A site whose visits stand in storage, and one whose calendar is Google's. */
export const embedded = test.extend<{ google: GoogleDouble | null }>({ google: [null, { option: true }] });
export const connected = embedded.extend({
  google: async ({ browserName: _ }, use) => {
    const google = await startGoogleDouble();
    await use(google);
    await google.close();
  },
  siteEnv: async ({ google }, use) => {
    await use({ ...ownerEnv, ...google?.env });
  },
});

/** Sends a request as a visitor's dialog does; resolves to the lead's id. */
export async function receive(request: APIRequestContext, fields: Partial<ConsultationRequest> = {}): Promise<string> {
  const answer = await request.post('/api/consultation-requests', { data: { ...consultation, ...fields } });
  return ConsultationReceipt.parse(await answer.json()).id;
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
