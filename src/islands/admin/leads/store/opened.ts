import { atom, type ReadableAtom } from 'nanostores';
import { isApiError } from '#islands/ui/api/errors.ts';
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
  /**
   * Shows the lead as the list has it, and as soon as it is there as the server has it: notes that somebody wrote on
   * another device must not be overwritten out of an old list. The empty id closes.
   */
  open(id: string): Promise<void>;
  /** Shows it as it is now, if it is the one that is open. */
  put(lead: DeskLead): void;
}

export function createOpened({ find, put }: Pick<Leads, 'find' | 'put'>, { api, session }: Surroundings): OpenedLead {
  const $opened = atom<Opened>({ state: 'none' });

  /** Unless the page has meanwhile learned of a later change. */
  function show(lead: DeskLead): void {
    const now = $opened.get();
    if (now.state === 'ready' && now.lead.updatedAt > lead.updatedAt) return;
    put(lead);
    $opened.set({ state: 'ready', id: lead.id, lead });
  }

  return {
    $opened,
    async open(id) {
      const lead = find(id);
      if (!id) return $opened.set({ state: 'none' });
      $opened.set(lead ? { state: 'ready', id, lead } : { state: 'loading', id });
      const outcome = await session.call(() => orMissing(api.one(id)));
      const now = $opened.get();
      if (now.state === 'none' || now.id !== id || outcome.state === 'signed-out') return;
      if (outcome.state === 'done' && outcome.value) show(outcome.value);
      else if (outcome.state === 'done') $opened.set({ state: 'missing', id });
      else if (now.state === 'loading') $opened.set({ state: 'failed', id });
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
