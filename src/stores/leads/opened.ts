import { atom, type ReadableAtom } from 'nanostores';
import { isApiError } from '#api/errors';
import type { DeskLead } from '#contracts/lead';
import type { Leads } from './list.ts';
import type { Surroundings } from './surroundings.ts';

/** The lead that the page's address names, and what is known of it. */
export type Opened =
  | { readonly state: 'none' }
  | { readonly state: 'loading'; readonly id: string }
  | { readonly state: 'failed'; readonly id: string }
  /** There is no lead of that id, or none any more. */
  | { readonly state: 'missing'; readonly id: string }
  | { readonly state: 'ready'; readonly id: string; readonly lead: DeskLead };

export interface OpenedLead {
  readonly $opened: ReadableAtom<Opened>;
  /** Shows the lead; one that is not in the list is asked for by itself. The empty id closes. */
  open(id: string): Promise<void>;
  /** Shows it as it is now, if it is the one that is open. */
  put(lead: DeskLead): void;
}

export function createOpened(leads: Pick<Leads, 'find'>, { api, session }: Surroundings): OpenedLead {
  const $opened = atom<Opened>({ state: 'none' });

  return {
    $opened,
    async open(id) {
      const lead = leads.find(id);
      if (!id) return $opened.set({ state: 'none' });
      if (lead) return $opened.set({ state: 'ready', id, lead });
      const loading = { state: 'loading', id } as const;
      $opened.set(loading);
      const outcome = await session.call(() => orMissing(api.one(id)));
      if ($opened.get() !== loading || outcome.state === 'signed-out') return;
      if (outcome.state === 'failed') return $opened.set({ state: 'failed', id });
      $opened.set(outcome.value ? { state: 'ready', id, lead: outcome.value } : { state: 'missing', id });
    },
    put(lead) {
      const opened = $opened.get();
      if (opened.state === 'ready' && opened.id === lead.id) $opened.set({ ...opened, lead });
    },
  };
}

/** The lead, or `null` when the server says that there is none. */
async function orMissing(asked: Promise<DeskLead>): Promise<DeskLead | null> {
  return await asked.catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  });
}
