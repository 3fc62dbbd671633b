import { atom, computed } from 'nanostores';
import { type InsightDays, Insights, insightDays } from '#contracts/insights';
import { browserEnvironment, type Environment } from '#browser/environment';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { createPageData } from '../renewal.ts';
import { type AdminSession, session } from '../sign-in/session.ts';
import { type ShareTable, shareTables } from './insights-words.ts';

/** `isChanging`: figures of another period are loading. */
export interface ShownInsights {
  readonly insights: Insights;
  readonly isChanging: boolean;
}

export function createInsights({ client }: Pick<Environment, 'client'>, session: AdminSession) {
  const $days = atom<InsightDays>('30');
  const $by = atom<ShareTable>('sources');
  const { $known, shown, start, load, reload, amend, fail } = createPageData<ShownInsights>(session, async () => ({
    insights: await client.send('GET', `/api/insights?days=${$days.get()}`, Insights),
    isChanging: false,
  }));

  return {
    $days,
    $by,
    /** What the page's address keeps: `90/cities`. */
    $chosen: computed([$days, $by], (days, by) => `${days}/${by}`),
    $known,
    load,
    setBy: (name: ShareTable): void => $by.set(name),
    async start(chosen: string): Promise<void> {
      const [days, by = ''] = chosen.split('/');
      const known = insightDays.find((one) => one === days);
      if (known) $days.set(known);
      if (Object.hasOwn(shareTables, by)) $by.set(by as ShareTable);
      await start();
    },
    /** Chooses another period. The shown figures stay until the new ones are there. */
    async setDays(days: InsightDays): Promise<void> {
      if (days === $days.get()) return;
      $days.set(days);
      if (!shown()) return await load();
      amend({ isChanging: true });
      if ((await reload()) === 'failed') fail();
    },
  };
}

export const insights: ReadOnly<ReturnType<typeof createInsights>> = createInsights(browserEnvironment, session);
