import { atom, type ReadableAtom } from 'nanostores';
import type { DeskLead, LeadPage, LeadStatus } from '#contracts/lead';
import type { Surroundings } from './surroundings.ts';

/** Which leads the owner wants to see; the empty status is all of them. */
export interface Wish {
  readonly search: string;
  readonly status: LeadStatus | '';
}
export const everything: Wish = { search: '', status: '' };

/** What is known of the leads that match `wish`. */
export type LeadList =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | {
      readonly state: 'ready';
      readonly page: LeadPage;
      /** What it answers: the fields may be further by now. */
      readonly wish: Wish;
      /** The next page is on its way. */
      readonly isGrowing: boolean;
    };

export interface Leads {
  /** What stands in the fields of the search. */
  readonly $wish: ReadableAtom<Wish>;
  readonly $list: ReadableAtom<LeadList>;
  /** A list for other wishes than the one shown is on its way. */
  readonly $isSeeking: ReadableAtom<boolean>;
  /** Reads the list in sight of the owner: first, or again after a failure. */
  load(): Promise<void>;
  /** Looks for something else. While somebody types, only the last of it is asked for. */
  seek(wish: Partial<Wish>): Promise<void>;
  /** The next page. */
  more(): Promise<void>;
  find(id: string): DeskLead | undefined;
  /** Shows a lead as it is now. */
  put(lead: DeskLead): void;
}

/** ms that typing must rest before the list is asked for. */
const TYPING_RESTS = 250;

export function createLeads({ api, session, tell, wait }: Surroundings, first: Wish = everything): Leads {
  const $wish = atom<Wish>(first);
  const $list = atom<LeadList>({ state: 'loading' });
  const $isSeeking = atom(false);
  /** Counts the questions, so that an answer to an older one changes nothing. */
  let asked = 0;
  /** What was asked for last. */
  let sought: Wish | undefined;

  async function read(): Promise<void> {
    asked += 1;
    const mine = asked;
    const wish = $wish.get();
    sought = wish;
    $isSeeking.set(true);
    const outcome = await session.call(() => api.page({ ...wish, after: '' }));
    if (asked !== mine) return;
    $isSeeking.set(false);
    if (outcome.state === 'done') $list.set({ state: 'ready', page: outcome.value, wish, isGrowing: false });
    else if (outcome.state === 'failed') $list.set({ state: 'failed' });
  }

  return {
    $wish,
    $list,
    $isSeeking,
    find: (id) => {
      const list = $list.get();
      return list.state === 'ready' ? list.page.leads.find((lead) => lead.id === id) : undefined;
    },
    put(lead) {
      const list = $list.get();
      if (list.state !== 'ready') return;
      const leads = list.page.leads.map((shown) => (shown.id === lead.id ? lead : shown));
      $list.set({ ...list, page: { ...list.page, leads } });
    },
    load() {
      $list.set({ state: 'loading' });
      return read();
    },
    async seek(change) {
      const wish = { ...$wish.get(), ...change };
      $wish.set(wish);
      if (change.search) await wait(TYPING_RESTS);
      // Whoever types while the page loads may have been answered already.
      if ($wish.get() === wish && sought !== wish) await read();
    },
    async more() {
      const list = $list.get();
      if (list.state !== 'ready' || list.isGrowing || !list.page.next) return;
      const { wish, page } = list;
      const mine = asked;
      tell.trying();
      $list.set({ ...list, isGrowing: true });
      const outcome = await session.call(() => api.page({ ...wish, after: page.next ?? '' }));
      const now = $list.get();
      if (asked !== mine || now.state !== 'ready') return;
      const isMore = outcome.state === 'done';
      const leads = isMore ? [...now.page.leads, ...outcome.value.leads] : now.page.leads;
      $list.set({ ...now, isGrowing: false, page: { ...(isMore ? outcome.value : now.page), leads } });
      if (outcome.state === 'failed') tell.moreFailed(outcome.said);
    },
  };
}
