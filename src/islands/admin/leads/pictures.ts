import { atom } from 'nanostores';
import { type LeadPicture, LeadPictures } from '#contracts/pictures';
import { browserEnvironment, type Environment } from '#browser/environment';
import { sendEach } from '#browser/window-pictures';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { MINUTE } from '#lib/time/units';
import { createQuestion } from '../question.ts';
import { type AdminSession, session } from '../sign-in/session.ts';

interface ShownPictures {
  readonly id: string;
  /** `null`: not known yet. */
  readonly pictures: readonly LeadPicture[] | null;
  /** What is being done, or has been. */
  readonly status: string;
  readonly problem: string;
  readonly isBusy: boolean;
}

const blank = { pictures: null, status: '', problem: '', isBusy: false };
const UNANSWERED = 'No answer came. Please try again.';

/** The pictures of the windows of the open lead. */
export function createPictures({ client }: Pick<Environment, 'client'>, session: AdminSession) {
  const $shown = atom<ShownPictures>({ id: '', ...blank });
  const address = (id: string) => `/api/leads/${encodeURIComponent(id)}/pictures`;

  /** Of a lead that is still open. */
  function put(id: string, change: Partial<ShownPictures>): void {
    const shown = $shown.get();
    if (shown.id === id) $shown.set({ ...shown, ...change });
  }

  /** Does a call of the owner's, whose answer is the list. Throws the sentence why it failed. */
  async function call(id: string, ...[method, path, options]: Parameters<typeof client.call>): Promise<void> {
    const outcome = await session.call(() => client.send(method, path, LeadPictures, options));
    if (outcome.state === 'done') return put(id, { pictures: outcome.value.pictures });
    throw new Error(outcome.state === 'failed' ? (outcome.serverMessage ?? UNANSWERED) : 'Please sign in');
  }

  const removal = createQuestion(
    session,
    ({ id, picture }: { readonly id: string; readonly picture: string }) =>
      client.send('DELETE', `${address(id)}/${picture}`, LeadPictures),
    UNANSWERED,
  );

  const words = (error: unknown) => (error instanceof Error ? error.message : UNANSWERED);

  return {
    $shown,
    async load(id: string): Promise<void> {
      $shown.set({ id, ...blank });
      await call(id, 'GET', address(id)).catch((error: unknown) => put(id, { problem: words(error) }));
    },
    /** Prepares and sends the chosen files. A session that ends meanwhile waits. */
    async add(id: string, files: readonly File[]): Promise<void> {
      if (files.length === 0 || $shown.get().isBusy) return;
      put(id, { isBusy: true, problem: '' });
      session.hold('pictures');
      const send = (body: FormData) => call(id, 'POST', address(id), { body, timeout: 5 * MINUTE });
      const unsent = await sendEach(files, send, (number) =>
        put(id, { status: `Sending picture ${number} of ${files.length}…` }),
      );
      session.release('pictures');
      const problem = [...new Set(unsent.map(({ error }) => words(error)))].join(' ');
      put(id, { isBusy: false, problem, status: unsent.length < files.length ? 'Added.' : '' });
    },
    removal: {
      ...removal,
      /** Removes it for good. */
      async confirm(): Promise<void> {
        const { id = '' } = removal.$question.get() ?? {};
        const pictures = (await removal.confirm())?.value.pictures;
        if (pictures) put(id, { pictures, status: '', problem: '' });
      },
    },
  };
}

export const pictures: ReadOnly<ReturnType<typeof createPictures>> = createPictures(browserEnvironment, session);
