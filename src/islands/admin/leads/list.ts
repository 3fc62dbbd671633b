import { atom } from 'nanostores';
import type { LeadPage, ShownLead } from '#lead/answers';
import { isApiError } from '#browser/api-client';
import { say } from '#browser/say';
import type { Environment } from '#browser/environment';
import { clearToast, showError } from '#islands/ui/Toasts.tsx';
import type { AdminSession } from '../sign-in/session.ts';
import { createPageData, withHeld } from '../renewal.ts';
import { everything, type LeadFilter, type LeadsApi } from './leads-api.ts';

export interface LeadsContext extends Pick<Environment, 'wait' | 'now' | 'randomKey'> {
  readonly api: LeadsApi;
  readonly session: AdminSession;
}

export interface ShownLeads {
  readonly page: LeadPage;
  /** The filter of this page; the fields may have changed since. */
  readonly filter: LeadFilter;
  readonly isGrowing: boolean;
}

/** ms without typing before the list is asked for. */
const TYPING_RESTS = 250;

export type LeadList = ReturnType<typeof createList>;

export function createList({ api, session, wait, now }: LeadsContext) {
  /** The fields of the search. */
  const $filter = atom<LeadFilter>(everything);
  /** The list of another filter is loading. */
  const $isSearching = atom(false);
  /** Counts the questions: a next page of an older one is dropped. */
  let questions = 0;
  let askedFor: LeadFilter | undefined;
  const resource = createPageData<ShownLeads>(
    session,
    async () => {
      questions += 1;
      const filter = $filter.get();
      askedFor = filter;
      return { page: await api.page({ ...filter, after: '' }), filter, isGrowing: false };
    },
    now,
  );
  const { $known, shown, amend } = resource;

  /** Waits for the answer. `$isSearching` until the last question is answered. */
  async function search<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const mine = questions;
    $isSearching.set(true);
    const answered = await answer;
    if (questions === mine) $isSearching.set(false);
    return answered;
  }

  /** Reads the list again without a loading state. */
  async function read(): Promise<void> {
    if ((await search(resource.reload())) === 'failed') resource.fail();
  }

  async function more(): Promise<void> {
    const list = shown();
    if (!list || list.isGrowing || !list.page.next) return;
    const { filter, page } = list;
    const mine = questions;
    clearToast();
    amend({ isGrowing: true });
    const outcome = await session.call(() => api.page({ ...filter, after: page.next ?? '' }));
    const known = shown();
    if (questions !== mine || !known) return;
    const isMore = outcome.state === 'done';
    const leads = isMore ? [...known.page.leads, ...outcome.value.leads] : known.page.leads;
    amend({ isGrowing: false, page: { ...(isMore ? outcome.value : known.page), leads } });
    if (outcome.state === 'failed') {
      showError(outcome.serverMessage ?? say('More leads could not be loaded. Please try again.'));
    }
  }

  /** As many leads as are shown, read again. */
  async function pageAgain({ filter, page: { leads: shownLeads } }: ShownLeads): Promise<LeadPage> {
    let page = await api.page({ ...filter, after: '' });
    const leads = [...page.leads];
    while (page.next && leads.length < shownLeads.length) {
      page = await api.page({ ...filter, after: page.next });
      leads.push(...page.leads);
    }
    return { ...page, leads };
  }

  /**
   * Without a loading state. `inHand`: the lead that has the focus when the answer is about to be drawn. The answer
   * counts only if nothing has changed meanwhile; the next one comes soon.
   */
  async function renew(inHand: () => string | undefined): Promise<void> {
    const list = shown();
    if (!list || list.isGrowing || $isSearching.get()) return;
    const mine = questions;
    const readAt = now();
    const outcome = await session.call(() => pageAgain(list));
    const known = shown();
    if (questions !== mine || known?.page !== list.page || known.isGrowing) return;
    if (outcome.state === 'failed') resource.noteAge();
    if (outcome.state !== 'done') return;
    const held = inHand();
    const leads = withHeld(outcome.value.leads, known.page.leads, ({ id }) => id === held);
    amend({ page: { ...outcome.value, leads }, readAt, isOld: false });
  }

  return {
    $filter,
    $list: $known,
    renew,
    $isSearching,
    more,
    find: (id: string) => shown()?.page.leads.find((lead) => lead.id === id),
    put(lead: ShownLead): void {
      const page = shown()?.page;
      if (page) amend({ page: { ...page, leads: page.leads.map((one) => (one.id === lead.id ? lead : one)) } });
    },
    drop(id: string): void {
      const page = shown()?.page;
      if (!page) return;
      const leads = page.leads.filter((one) => one.id !== id);
      const gone = page.leads.length - leads.length;
      amend({ page: { ...page, leads, matching: page.matching - gone, total: page.total - gone } });
    },
    reread: read,
    /** Before the first reading: the address's filter. What the owner has typed meanwhile stays. */
    begin: (filter: LeadFilter) => $filter.set({ ...filter, search: $filter.get().search || filter.search }),
    /** Reads the list with a loading state: first, or after a failure. */
    load: () => search(resource.load()),
    /** Changes the search. While the owner types, only the last change is sent. */
    async setFilter(change: Partial<LeadFilter>): Promise<void> {
      const filter = { ...$filter.get(), ...change };
      $filter.set(filter);
      if (change.search) await wait(TYPING_RESTS);
      // The first load may already have answered what the owner typed.
      if ($filter.get() === filter && askedFor !== filter) await read();
    },
  };
}

export type OpenLead =
  | { readonly state: 'none' }
  | { readonly state: 'loading'; readonly id: string }
  | { readonly state: 'failed'; readonly id: string }
  | { readonly state: 'missing'; readonly id: string }
  | { readonly state: 'ready'; readonly id: string; readonly lead: ShownLead }
  /** The form for a lead by phone. */
  | { readonly state: 'new'; readonly id: typeof NEW_LEAD };

/** In the address in place of an id: adding a lead. */
export const NEW_LEAD = 'new';

export function createDetail({ find, put }: Pick<LeadList, 'find' | 'put'>, { api, session }: LeadsContext) {
  const $open = atom<OpenLead>({ state: 'none' });

  /** Unless the page knows a later change. */
  function show(lead: ShownLead): void {
    const now = $open.get();
    if (now.state === 'ready' && now.lead.updatedAt > lead.updatedAt) return;
    put(lead);
    $open.set({ state: 'ready', id: lead.id, lead });
  }

  return {
    $open,
    /** The list's lead at once, then the server's: an old list must not overwrite newer notes. The empty id closes. */
    async open(id: string): Promise<void> {
      const lead = find(id);
      if (!id) return $open.set({ state: 'none' });
      if (id === NEW_LEAD) return $open.set({ state: 'new', id });
      $open.set(lead ? { state: 'ready', id, lead } : { state: 'loading', id });
      const outcome = await session.call(() => nullIfMissing(api.read(id)));
      const now = $open.get();
      if (now.state === 'none' || now.id !== id || outcome.state === 'signed-out') return;
      if (outcome.state === 'done' && outcome.value) show(outcome.value);
      else if (outcome.state === 'done') $open.set({ state: 'missing', id });
      else if (now.state === 'loading') $open.set({ state: 'failed', id });
    },
    /** Reads the open lead again, unless the owner is typing in it. A failure says nothing. */
    async renew(isTyping: () => boolean): Promise<void> {
      const open = $open.get();
      if (open.state !== 'ready') return;
      const outcome = await session.call(() => nullIfMissing(api.read(open.id)));
      if (outcome.state === 'done' && outcome.value && $open.get() === open && !isTyping()) show(outcome.value);
    },
    /** Shows the changed lead if it is open. */
    put(lead: ShownLead): void {
      const now = $open.get();
      if (now.state === 'ready' && now.id === lead.id) $open.set({ ...now, lead });
    },
  };
}

/** The lead, or `null` for a 404. */
async function nullIfMissing(lead: Promise<ShownLead>): Promise<ShownLead | null> {
  return await lead.catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  });
}
