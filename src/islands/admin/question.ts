import { atom } from 'nanostores';
import type { Opened } from '#islands/ui/dialog.ts';
import { say } from '#browser/say';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
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

/** What a page does at a press, one at a time. `renew` then reads what the page shows. */
export function createPresses(session: AdminSession, renew: () => Promise<unknown> = async () => undefined) {
  /** The press in progress, such as `test <id>`. */
  const $busy = atom<string | null>(null);
  return {
    $busy,
    /** Says that it is `done`, or why not: `failed`, unless the server has a sentence. Resolves to whether it is. */
    async perform(
      what: string,
      work: () => Promise<unknown>,
      done: string,
      failed = say('That did not work. Please try again in a moment.'),
    ): Promise<boolean> {
      if ($busy.get()) return false;
      clearToast();
      $busy.set(what);
      const outcome = await session.call(work);
      if (outcome.state !== 'signed-out') await renew();
      $busy.set(null);
      if (outcome.state === 'done' && done) showSuccess(done);
      if (outcome.state === 'failed') showError(outcome.serverMessage ?? failed);
      return outcome.state === 'done';
    },
  };
}
