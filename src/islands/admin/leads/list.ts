import { atom, type ReadableAtom } from 'nanostores';
import type { AdminLead, LeadPage, LeadStatus } from '#contracts/lead';
import { isApiError } from '#browser/api-client';
import type { Environment } from '#browser/environment';
import { createResource, type Known } from '#islands/ui/resource.ts';
import type { AdminSession } from '../sign-in/session.ts';
import type { LeadsApi } from './calls.ts';

/** How the owner is told what the page itself does not show. `serverMessage` is `undefined` when nobody answered. */
export interface LeadsNotices {
  /** A new try begins: the message about the last one is no longer true. */
  trying(): void;
  statusChanged(status: LeadStatus): void;
  notesSaved(): void;
  changeFailed(serverMessage: string | undefined): void;
  moreFailed(serverMessage: string | undefined): void;
  /** `isTold`: the visitor is mailed about it. */
  visitChanged(action: 'booked' | 'moved' | 'cancelled', isTold: boolean): void;
  removed(name: string): void;
  added(name: string): void;
}

/** What the stores of the leads act on. */
export interface LeadsContext {
  readonly api: LeadsApi;
  readonly session: AdminSession;
  readonly wait: Environment['wait'];
  readonly notify: LeadsNotices;
}

/** Which leads the owner wants to see; the empty status is all of them. */
export interface LeadFilter {
  readonly search: string;
  readonly status: LeadStatus | '';
}
export const everything: LeadFilter = { search: '', status: '' };

/** The leads that were asked for. */
export interface ShownLeads {
  readonly page: LeadPage;
  /** What it answers: the fields may be further by now. */
  readonly filter: LeadFilter;
  /** The next page is on its way. */
  readonly isGrowing: boolean;
}

export interface LeadList {
  /** What stands in the fields of the search. */
  readonly $filter: ReadableAtom<LeadFilter>;
  readonly $list: ReadableAtom<Known<ShownLeads>>;
  /** A list for another filter than the one shown is on its way. */
  readonly $isSearching: ReadableAtom<boolean>;
  /** Reads the list in sight of the owner: first, or again after a failure. */
  load(): Promise<void>;
  /** Looks for something else. While somebody types, only the last of it is asked for. */
  setFilter(change: Partial<LeadFilter>): Promise<void>;
  /** The next page. */
  more(): Promise<void>;
  /** Reads the list again behind what is shown. */
  reread(): Promise<void>;
  find(id: string): AdminLead | undefined;
  /** Takes a lead out that is no more. */
  drop(id: string): void;
  /** Shows a lead as it is now. */
  put(lead: AdminLead): void;
}

/** ms that typing must rest before the list is asked for. */
const TYPING_RESTS = 250;

export function createList({ api, session, notify, wait }: LeadsContext): LeadList {
  const $filter = atom<LeadFilter>(everything);
  const $isSearching = atom(false);
  /** Counts the questions: the next page of an older one is not appended. */
  let questions = 0;
  /** What was asked for last. */
  let askedFor: LeadFilter | undefined;
  const resource = createResource<ShownLeads>(() => {
    questions += 1;
    const filter = $filter.get();
    askedFor = filter;
    return session.call(async () => ({ page: await api.page({ ...filter, after: '' }), filter, isGrowing: false }));
  });
  const { $known, shown, amend } = resource;

  /** Waits for the answer to the question that was just asked; `$isSearching` until the last one is answered. */
  async function search<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const mine = questions;
    $isSearching.set(true);
    const answered = await answer;
    if (questions === mine) $isSearching.set(false);
    return answered;
  }

  async function read(): Promise<void> {
    if ((await search(resource.reload())) === 'failed') resource.fail();
  }

  async function more(): Promise<void> {
    const list = shown();
    if (!list || list.isGrowing || !list.page.next) return;
    const { filter, page } = list;
    const mine = questions;
    notify.trying();
    amend({ isGrowing: true });
    const outcome = await session.call(() => api.page({ ...filter, after: page.next ?? '' }));
    const now = shown();
    if (questions !== mine || !now) return;
    const isMore = outcome.state === 'done';
    const leads = isMore ? [...now.page.leads, ...outcome.value.leads] : now.page.leads;
    amend({ isGrowing: false, page: { ...(isMore ? outcome.value : now.page), leads } });
    if (outcome.state === 'failed') notify.moreFailed(outcome.serverMessage);
  }

  return {
    $filter,
    $list: $known,
    $isSearching,
    more,
    find: (id) => shown()?.page.leads.find((lead) => lead.id === id),
    put(lead) {
      const page = shown()?.page;
      if (page) amend({ page: { ...page, leads: page.leads.map((one) => (one.id === lead.id ? lead : one)) } });
    },
    drop(id) {
      const page = shown()?.page;
      if (!page) return;
      const leads = page.leads.filter((one) => one.id !== id);
      const gone = page.leads.length - leads.length;
      amend({ page: { ...page, leads, matching: page.matching - gone, total: page.total - gone } });
    },
    reread: read,
    load: () => search(resource.load()),
    async setFilter(change) {
      const filter = { ...$filter.get(), ...change };
      $filter.set(filter);
      if (change.search) await wait(TYPING_RESTS);
      // Whoever types while the page loads may have been answered already.
      if ($filter.get() === filter && askedFor !== filter) await read();
    },
  };
}

/** The lead that the page's address names, and what is known of it. */
export type OpenLead =
  | { readonly state: 'none' }
  | { readonly state: 'loading'; readonly id: string }
  | { readonly state: 'failed'; readonly id: string }
  /** There is no lead of that id, or none any more. */
  | { readonly state: 'missing'; readonly id: string }
  | { readonly state: 'ready'; readonly id: string; readonly lead: AdminLead }
  /** No lead yet: the form for one that came by phone. */
  | { readonly state: 'new'; readonly id: typeof NEW_LEAD };

/** What stands in the page's address in the place of an id while a lead is being added. */
export const NEW_LEAD = 'new';

export interface LeadDetail {
  readonly $open: ReadableAtom<OpenLead>;
  /**
   * Shows the lead as the list has it, and as soon as it is there as the server has it: notes that somebody wrote on
   * another device must not be overwritten out of an old list. The empty id closes.
   */
  open(id: string): Promise<void>;
  /** Shows it as it is now, if it is the one that is open. */
  put(lead: AdminLead): void;
}

export function createDetail(
  { find, put }: Pick<LeadList, 'find' | 'put'>,
  { api, session }: LeadsContext,
): LeadDetail {
  const $open = atom<OpenLead>({ state: 'none' });

  /** Unless the page has meanwhile learned of a later change. */
  function show(lead: AdminLead): void {
    const now = $open.get();
    if (now.state === 'ready' && now.lead.updatedAt > lead.updatedAt) return;
    put(lead);
    $open.set({ state: 'ready', id: lead.id, lead });
  }

  return {
    $open,
    async open(id) {
      const lead = find(id);
      if (!id) return $open.set({ state: 'none' });
      if (id === NEW_LEAD) return $open.set({ state: 'new', id });
      $open.set(lead ? { state: 'ready', id, lead } : { state: 'loading', id });
      const outcome = await session.call(() => nullIfMissing(api.one(id)));
      const now = $open.get();
      if (now.state === 'none' || now.id !== id || outcome.state === 'signed-out') return;
      if (outcome.state === 'done' && outcome.value) show(outcome.value);
      else if (outcome.state === 'done') $open.set({ state: 'missing', id });
      else if (now.state === 'loading') $open.set({ state: 'failed', id });
    },
    put(lead) {
      const now = $open.get();
      if (now.state === 'ready' && now.id === lead.id) $open.set({ ...now, lead });
    },
  };
}

/** The lead, or `null` when the server says that there is none. */
async function nullIfMissing(lead: Promise<AdminLead>): Promise<AdminLead | null> {
  return await lead.catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  });
}
