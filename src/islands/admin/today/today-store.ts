import { atom } from 'nanostores';
import { AdminLead, Today } from '#contracts/lead';
import type { Conflict } from '#contracts/problem';
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
  /** By the lead's id: its status has changed since the page was read. */
  const $conflicts = atom<Readonly<Record<string, Conflict>>>({});
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

  /** `seen`: the status over which the owner decides. */
  async function markCalled({ id, request }: AdminLead, seen: string): Promise<void> {
    if ($calling.get().has(id)) return;
    notify.trying();
    setCalling(id, true);
    const options = { body: { status: 'contacted', seen: { status: seen } }, timeout: CHANGE_TIMEOUT };
    const outcome = await session.call(() => client.send('PUT', `/api/leads/${id}`, AdminLead, options));
    setCalling(id, false);
    if (outcome.state === 'signed-out') return;
    if (outcome.state === 'failed' && outcome.conflict) {
      $conflicts.set({ ...$conflicts.get(), [id]: outcome.conflict });
      return;
    }
    if (outcome.state === 'failed') return notify.changeFailed(outcome.serverMessage);
    takeOut(id);
    notify.calledBack(request.name);
  }

  return {
    $day: $known,
    $calling,
    $conflicts,
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
    markCalled: (lead: AdminLead) => markCalled(lead, lead.status),
    /** After a conflict: `isMine` marks the lead as called all the same. With another status it does not wait either. */
    async settle(lead: AdminLead, isMine: boolean): Promise<void> {
      const { [lead.id]: conflict, ...others } = $conflicts.get();
      $conflicts.set(others);
      if (isMine) await markCalled(lead, String(conflict?.fields['status']));
      else takeOut(lead.id);
    },
  };
}

export const day: ReadOnly<ReturnType<typeof createDay>> = createDay(browserEnvironment, session, {
  trying: clearToast,
  calledBack: (name) => showSuccess(`${name} is marked as called back`),
  changeFailed: (serverMessage) => showError(serverMessage ?? 'The change could not be saved. Please try again.'),
});
