import type { AdminLead } from '#contracts/admin-lead';
import { showSuccess } from '#islands/ui/Toasts.tsx';
import { createQuestion } from '../question.ts';
import type { LeadsContext } from './list.ts';

/** Two questions before a removal; `step` says which. */
export function createRemovals({ api, session }: LeadsContext, gone: (lead: AdminLead) => void) {
  const { $question, ask, close, confirm } = createQuestion(
    session,
    ({ lead }: { readonly lead: AdminLead; readonly step: 1 | 2 }) => api.remove(lead.id),
    'The lead could not be removed. Please try again.',
  );
  return {
    $question,
    ask: (lead: AdminLead, opener: HTMLElement | null) => ask({ lead, step: 1 }, opener),
    close,
    /** Goes on to the second question, then removes the lead. Resolves to whether it is gone. */
    async confirm(): Promise<boolean> {
      const question = $question.get();
      if (question?.step === 1) $question.set({ ...question, step: 2 });
      if (question?.step !== 2 || !(await confirm())) return false;
      gone(question.lead);
      showSuccess(`${question.lead.request.name} is removed for good`);
      return true;
    },
  };
}
