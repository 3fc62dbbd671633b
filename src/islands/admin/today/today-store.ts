import { atom } from 'nanostores';
import { AdminLead, Today } from '#contracts/lead';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { browserEnvironment, type Environment } from '#browser/environment';
import { createResource, type ReadOnly } from '#islands/ui/resource.ts';
import { type AdminSession, session } from '../sign-in/session.ts';
import { CHANGE_TIMEOUT, READ_TIMEOUT } from '../timeouts.ts';

/** `isOld`: reading it again failed, so it may have changed. */
interface ShownDay {
  readonly day: Today;
  readonly isOld: boolean;
}

/** Messages to the owner. `serverMessage` is `undefined` when no answer came. */
export interface DayNotices {
  /** A new try begins: remove the last message. */
  trying(): void;
  calledBack(name: string): void;
  changeFailed(serverMessage: string | undefined): void;
}

/** ms. Two looks within a minute need one reading. */
const FRESH_FOR = 60_000;

export function createDay(
  { client, now }: Pick<Environment, 'client' | 'now'>,
  session: AdminSession,
  notify: DayNotices,
) {
  const $calling = atom<ReadonlySet<string>>(new Set());
  let readAt = 0;

  const { $known, shown, load, reload, set, amend } = createResource<ShownDay>(() => {
    readAt = now();
    return session.call(async () => ({
      day: await client.send('GET', '/api/today', Today, { timeout: READ_TIMEOUT }),
      isOld: false,
    }));
  });

  function setCalling(id: string, isCalling: boolean): void {
    const others = [...$calling.get()].filter((other) => other !== id);
    $calling.set(new Set(isCalling ? [...others, id] : others));
  }

  function takeOut(id: string): void {
    const known = shown();
    if (!known) return;
    const waiting = known.day.waiting.filter((lead) => lead.id !== id);
    const gone = known.day.waiting.length - waiting.length;
    set({ ...known, day: { ...known.day, waiting, waitingCount: known.day.waitingCount - gone } });
  }

  return {
    $day: $known,
    $calling,
    load,
    async start(): Promise<void> {
      if (await session.guard()) await load();
    },
    /** Reads it again without a loading state, unless it is fresh. */
    async refresh(): Promise<void> {
      if (!shown() || now() - readAt < FRESH_FOR || (await reload()) !== 'failed') return;
      // The next look asks again after a failure.
      readAt = 0;
      amend({ isOld: true });
    },
    /** The owner has called: the lead waits no more. */
    async markCalled({ id, request }: AdminLead): Promise<void> {
      if ($calling.get().has(id)) return;
      notify.trying();
      setCalling(id, true);
      const options = { body: { status: 'called back' }, timeout: CHANGE_TIMEOUT };
      const outcome = await session.call(() => client.send('PUT', `/api/leads/${id}`, AdminLead, options));
      setCalling(id, false);
      if (outcome.state === 'signed-out') return;
      if (outcome.state === 'failed') return notify.changeFailed(outcome.serverMessage);
      takeOut(id);
      notify.calledBack(request.name);
    },
  };
}

export const day: ReadOnly<ReturnType<typeof createDay>> = createDay(browserEnvironment, session, {
  trying: clearToast,
  calledBack: (name) => showSuccess(`${name} is marked as called back`),
  changeFailed: (serverMessage) => showError(serverMessage ?? 'The change could not be saved. Please try again.'),
});
