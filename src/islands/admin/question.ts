import { atom } from 'nanostores';
import type { Opened } from '#islands/ui/dialog.ts';
import { clearToast } from '#islands/ui/Toasts.tsx';
import type { AdminSession } from './sign-in/session.ts';

/** An open question, and what it is about. */
type Question<About> = About & Opened & { readonly isPending: boolean; readonly problem: string };

/** Asks before a call that cannot be taken back. `failed`: the sentence for a failure, unless the server has one. */
export function createQuestion<About extends object, Answer>(
  session: AdminSession,
  call: (about: About) => Promise<Answer>,
  failed: string,
) {
  const $question = atom<Question<About> | null>(null);
  return {
    $question,
    /** Focus returns to `opener`. */
    ask: (about: About, opener: HTMLElement | null) =>
      $question.set({ ...about, opener, isPending: false, problem: '' }),
    close: () => $question.set(null),
    /** Resolves to the answer; `undefined` after a failure, which the question then says, and for a second press. */
    async confirm(): Promise<{ readonly value: Answer } | undefined> {
      const question = $question.get();
      if (!question || question.isPending) return undefined;
      clearToast();
      $question.set({ ...question, isPending: true, problem: '' });
      const outcome = await session.call(() => call(question));
      const problem = outcome.state === 'failed' && (outcome.serverMessage || failed);
      $question.set(problem ? { ...question, isPending: false, problem } : null);
      return outcome.state === 'done' ? { value: outcome.value } : undefined;
    },
  };
}
