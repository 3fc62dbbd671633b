import { atom, type ReadableAtom } from 'nanostores';
import { type InsightDays, Insights, insightDays } from '#contracts/insights';
import { browserEnvironment, type Environment } from '#islands/ui/environment.ts';
import { type AdminSession, session } from '../sign-in/session.ts';
import { READ_TIMEOUT } from '../timeouts.ts';

/** What is known of the figures. `isChanging`: those of other days are on their way. */
type KnownInsights =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly insights: Insights; readonly isChanging: boolean };

export interface InsightsAdmin {
  /** Over how many days the owner looks back. */
  readonly $days: ReadableAtom<InsightDays>;
  readonly $known: ReadableAtom<KnownInsights>;
  /** Lets the owner in, or nobody; then loads. `days`: what the page's address says. */
  start(days: string): Promise<void>;
  /** Reads the figures in sight of the owner: first, or again after a failure. */
  load(): Promise<void>;
  /** Looks back over other days; the figures shown stay until those are there. */
  setDays(days: InsightDays): Promise<void>;
}

export function createInsights({ client }: Pick<Environment, 'client'>, session: AdminSession): InsightsAdmin {
  const $days = atom<InsightDays>('30');
  const $known = atom<KnownInsights>({ state: 'loading' });
  /** Counts the questions, so that an answer to an older one changes nothing. */
  let questions = 0;

  async function read(): Promise<void> {
    questions += 1;
    const mine = questions;
    const address = `/api/insights?days=${$days.get()}`;
    const outcome = await session.call(() => client.send('GET', address, Insights, { timeout: READ_TIMEOUT }));
    if (questions !== mine) return;
    if (outcome.state === 'done') $known.set({ state: 'ready', insights: outcome.value, isChanging: false });
    else if (outcome.state === 'failed') $known.set({ state: 'failed' });
  }

  function load(): Promise<void> {
    $known.set({ state: 'loading' });
    return read();
  }

  return {
    $days,
    $known,
    load,
    async start(days) {
      const known = insightDays.find((one) => one === days);
      if (known) $days.set(known);
      if (await session.guard()) await load();
    },
    async setDays(days) {
      if (days === $days.get()) return;
      $days.set(days);
      const known = $known.get();
      if (known.state === 'ready') $known.set({ ...known, isChanging: true });
      else $known.set({ state: 'loading' });
      await read();
    },
  };
}

/** The figures of this page. */
export const insights = createInsights(browserEnvironment, session);
