import { exportAddress } from './calls.ts';
import { keepDraft, takeDraft } from './store/draft.ts';
import { createEdits, type Edits } from './store/edits.ts';
import { createLeads, type Leads, type Wish } from './store/list.ts';
import { createOpened, type OpenedLead } from './store/opened.ts';
import type { Surroundings } from './store/surroundings.ts';

/** The owner's leads (design, section 6): what their page draws, and what the owner can do. */
export interface LeadsDesk extends Omit<Leads, 'find' | 'put'>, Omit<OpenedLead, 'put'>, Omit<Edits, 'resume'> {
  /** Lets the owner in, or nobody; then loads, and takes up what a sign-in or a reload interrupted. */
  start(id: string): Promise<void>;
  /** Whether anything typed is not with the server yet. */
  hasUnsaved(): boolean;
  /** Keeps in this tab what would be lost with the page. */
  keep(): void;
  /** Whether the owner is still signed in; if not, the page is left. */
  mayDownload(): Promise<boolean>;
  /** Where the CSV of what is looked for is downloaded. */
  exportAddress(wish: Wish): string;
}

export function createLeadsDesk(surroundings: Surroundings): LeadsDesk {
  const { session, storage } = surroundings;
  const { find, put: putInList, ...leads } = createLeads(surroundings);
  const { put: putOpened, ...opened } = createOpened({ find, put: putInList }, surroundings);
  const { resume, ...edits } = createEdits((lead) => {
    putInList(lead);
    putOpened(lead);
  }, surroundings);

  const hasUnsaved = () => Object.keys(edits.$edits.get()).length > 0;
  const keep = () => keepDraft({ wish: leads.$wish.get(), edits: edits.$edits.get() }, storage);
  session.beforeLeaving(keep);

  return {
    ...leads,
    ...opened,
    ...edits,
    hasUnsaved,
    keep,
    mayDownload: session.guard,
    exportAddress,
    async start(id) {
      if (!(await session.guard())) return;
      const draft = takeDraft(storage);
      if (draft) await leads.seek(draft.wish);
      else await leads.load();
      await opened.open(id);
      if (draft) resume(draft.edits);
    },
  };
}
