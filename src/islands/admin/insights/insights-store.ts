import { atom, type ReadableAtom } from 'nanostores';
import { type InsightDays, Insights, insightDays } from '#contracts/insights';
import { browserEnvironment, type Environment } from '#browser/environment';
import { createResource, type Known } from '#islands/ui/resource.ts';
import { type AdminSession, session } from '../sign-in/session.ts';
import { READ_TIMEOUT } from '../timeouts.ts';

/** The figures. `isChanging`: those of other days are on their way. */
interface ShownInsights {
  readonly insights: Insights;
  readonly isChanging: boolean;
}

export interface InsightsAdmin {
  /** Over how many days the owner looks back. */
  readonly $days: ReadableAtom<InsightDays>;
  readonly $known: ReadableAtom<Known<ShownInsights>>;
  /** Lets the owner in, or nobody; then loads. `days`: what the page's address says. */
  start(days: string): Promise<void>;
  /** Reads the figures in sight of the owner: first, or again after a failure. */
  load(): Promise<void>;
  /** Looks back over other days; the figures shown stay until those are there. */
  setDays(days: InsightDays): Promise<void>;
}

export function createInsights({ client }: Pick<Environment, 'client'>, session: AdminSession): InsightsAdmin {
  const $days = atom<InsightDays>('30');
  const { $known, shown, load, reload, amend, fail } = createResource<ShownInsights>(() => {
    const address = `/api/insights?days=${$days.get()}`;
    return session.call(async () => ({
      insights: await client.send('GET', address, Insights, { timeout: READ_TIMEOUT }),
      isChanging: false,
    }));
  });

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
      if (!shown()) return await load();
      amend({ isChanging: true });
      if ((await reload()) === 'failed') fail();
    },
  };
}

/** The figures of this page. */
export const insights = createInsights(browserEnvironment, session);
