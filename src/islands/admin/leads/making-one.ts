import type { AdminLead, AlikeLead } from '#contracts/admin-lead';
import { showSuccess } from '#islands/ui/Toasts.tsx';
import { createQuestion } from '../question.ts';
import type { LeadsContext } from './list.ts';

/** The question before two leads become one. */
export function createMakingOne(
  { api, session }: LeadsContext,
  { put, drop }: { put: (lead: AdminLead) => void; drop: (id: string) => void },
) {
  const { confirm, ...question } = createQuestion(
    session,
    ({ lead, other }: { readonly lead: AdminLead; readonly other: AlikeLead }) => api.makeOne(lead.id, other.id),
    'The leads could not be made one. Please try again.',
  );
  return {
    ...question,
    /** Resolves to the kept lead once they are one. */
    async confirm(): Promise<AdminLead | undefined> {
      const { lead, other } = question.$question.get() ?? {};
      const kept = (await confirm())?.value;
      if (!kept || !lead || !other) return undefined;
      put(kept);
      drop(kept.id === lead.id ? other.id : lead.id);
      showSuccess(`${kept.request.name} is one lead now`);
      return kept;
    },
  };
}
