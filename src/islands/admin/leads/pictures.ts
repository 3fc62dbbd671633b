import { atom } from 'nanostores';
import { LeadPictures } from '#contracts/pictures';
import { browserEnvironment, type Environment } from '#browser/environment';
import { say } from '#browser/say';
import { sendEach } from '#browser/window-pictures';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { MINUTE } from '#lib/time/units';
import { createQuestion } from '../question.ts';
import { createPageData } from '../renewal.ts';
import { type AdminSession, session } from '../sign-in/session.ts';

const idle = { status: '', problem: '', isBusy: false };
const UNANSWERED = say('No answer came. Please try again.');

/** The pictures of the windows of the open lead. */
export function createPictures({ client }: Pick<Environment, 'client'>, session: AdminSession) {
  let open = '';
  const address = (id: string) => `/api/leads/${encodeURIComponent(id)}/pictures`;
  const { $known, load, set } = createPageData(session, () => client.send('GET', address(open), LeadPictures));
  /** The pictures that this page adds or has added. */
  const $adding = atom(idle);

  /** Of a lead that is still open. */
  function note(id: string, change: Partial<typeof idle>): void {
    if (open === id) $adding.set({ ...$adding.get(), ...change });
  }

  const removal = createQuestion(
    session,
    ({ id, picture }: { readonly id: string; readonly picture: string }) =>
      client.send('DELETE', `${address(id)}/${picture}`, LeadPictures),
    UNANSWERED,
  );

  return {
    $pictures: $known,
    $adding,
    async load(id: string): Promise<void> {
      open = id;
      $adding.set(idle);
      await load();
    },
    /** Prepares and sends the chosen files. A session that ends meanwhile waits. */
    async add(id: string, files: readonly File[]): Promise<void> {
      if (files.length === 0 || $adding.get().isBusy) return;
      note(id, { isBusy: true, problem: '' });
      session.hold('pictures');
      const send = async (body: FormData) => {
        const options = { body, timeout: 5 * MINUTE };
        const outcome = await session.call(() => client.send('POST', address(id), LeadPictures, options));
        if (outcome.state === 'signed-out') throw new Error(say('Please sign in'));
        if (outcome.state === 'failed') throw new Error(outcome.serverMessage ?? UNANSWERED);
        if (open === id) set(outcome.value);
      };
      const unsent = await sendEach(files, send, (number) =>
        note(id, { status: say('Sending picture {number} of {count}…', { number, count: files.length }) }),
      );
      session.release('pictures');
      const problems = unsent.map(({ error }) => (error instanceof Error ? error.message : UNANSWERED));
      const status = unsent.length < files.length ? say('Added.') : '';
      note(id, { isBusy: false, problem: [...new Set(problems)].join(' '), status });
    },
    removal: {
      ...removal,
      /** Removes it for good. */
      async confirm(): Promise<void> {
        const { id } = removal.$question.get() ?? {};
        const answer = await removal.confirm();
        if (!answer || id !== open) return;
        set(answer.value);
        $adding.set(idle);
      },
    },
  };
}

export const pictures: ReadOnly<ReturnType<typeof createPictures>> = createPictures(browserEnvironment, session);
