import { atom } from 'nanostores';
import type { AdminLead } from '#contracts/admin-lead';
import { isEnded } from '#contracts/lead-status';
import { Today } from '#contracts/today';
import { clearToast, showError } from '#islands/ui/Toasts.tsx';
import { browserEnvironment, type Environment } from '#browser/environment';
import { createResource, type ReadOnly } from '#islands/ui/resource.ts';
import { MINUTE } from '#lib/time/units';
import { createLeadWork, undoOf, type Work, type WorkNotices } from '../lead-work.ts';
import { type AdminSession, session } from '../sign-in/session.ts';
import { READ_TIMEOUT } from '../timeouts.ts';
import { todayIn } from '../work-words.ts';

/** `isOld`: reading it again failed, so it may have changed. */
interface ShownDay {
  readonly day: Today;
  readonly isOld: boolean;
}

/** The lists of what is to be done. */
export type TaskList = 'waiting' | 'outcomes' | 'followUps';
const taskLists: readonly TaskList[] = ['waiting', 'outcomes', 'followUps'];

/** What the owner has just said of a lead. A line with an Undo stands in its card's place. */
export interface Told {
  readonly change: Work;
  readonly before: AdminLead;
  readonly after: AdminLead;
}
type AllTold = Readonly<Record<string, Told>>;
export const toldKey = (list: TaskList, { id }: AdminLead) => `${list} ${id}`;

/** How many of a list are still to be done. */
export function leftOf(day: Today, told: AllTold, list: TaskList): number {
  return day[`${list}Count`] - day[list].filter((lead) => toldKey(list, lead) in told).length;
}

/** ms. Two looks within a minute need one reading. */
const FRESH_FOR = MINUTE;

export function createDay(
  { client, now }: Pick<Environment, 'client' | 'now'>,
  session: AdminSession,
  notify: WorkNotices,
) {
  const { $saving, $unsettled, ...work } = createLeadWork({ client }, session, notify);
  const $told = atom<AllTold>({});
  let readAt = 0;

  const { $known, shown, load, reload, set, amend } = createResource<ShownDay>(() => {
    readAt = now();
    return session.call(async () => {
      const day = await client.send('GET', '/api/today', Today, { timeout: READ_TIMEOUT });
      $told.set({});
      return { day, isOld: false };
    });
  });

  /** Changes a list; its count changes as much. */
  function amendList(list: TaskList, change: (leads: readonly AdminLead[]) => AdminLead[]): void {
    const known = shown();
    if (!known) return;
    const leads = change(known.day[list]);
    const count = known.day[`${list}Count`] + leads.length - known.day[list].length;
    set({ ...known, day: { ...known.day, [list]: leads, [`${list}Count`]: count } });
  }
  const without =
    ({ id }: AdminLead) =>
    (leads: readonly AdminLead[]) =>
      leads.filter((lead) => lead.id !== id);

  function forgetTold(keys: readonly string[]): void {
    $told.set(Object.fromEntries(Object.entries($told.get()).filter(([key]) => !keys.includes(key))));
  }

  const isDue = (lead: AdminLead) =>
    lead.followUp !== undefined && lead.followUp <= todayIn(new Date(now())) && !isEnded(lead);

  function noteTold(list: TaskList, lead: AdminLead, { change, after }: { change: Work; after: AdminLead }): void {
    const key = toldKey(list, lead);
    $told.set({ ...$told.get(), [key]: { before: lead, ...$told.get()[key], change, after } });
    if (list === 'followUps') return;
    // Whoever was not at home is to be called today.
    amendList('followUps', (leads) => [...without(lead)(leads), ...(isDue(after) ? [after] : [])]);
  }

  return {
    $day: $known,
    $told,
    $saving,
    $unsettled,
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
    /** Saves what the owner says of a lead of the list. Resolves to whether it is saved. */
    async tell(list: TaskList, lead: AdminLead, change: Work): Promise<boolean> {
      const after = await work.save(lead, change);
      if (after) noteTold(list, lead, { change, after });
      return after !== undefined;
    },
    /** Another day for whom the owner has just told of. */
    async tellDay(list: TaskList, { before, change, after: seen }: Told, followUp: string): Promise<void> {
      const after = await work.save(seen, { followUp });
      if (after) noteTold(list, before, { change: { ...change, followUp }, after });
    },
    /** Brings back what was, and the card. */
    async undo(list: TaskList, { before, change, after }: Told): Promise<void> {
      const newest = $told.get()[toldKey('followUps', before)]?.after ?? after;
      const back = await work.save(newest, undoOf(before, change));
      if (!back) return;
      forgetTold([toldKey(list, before), ...(list === 'followUps' ? [] : [toldKey('followUps', before)])]);
      amendList(list, (leads) => leads.map((lead) => (lead.id === back.id ? { ...lead, ...back } : lead)));
      if (list !== 'followUps') amendList('followUps', without(back));
    },
    /** After a conflict: `isMine` makes the owner's change all the same. Else the card goes: somebody was faster. */
    async settle(list: TaskList, lead: AdminLead, isMine: boolean): Promise<void> {
      const change = $unsettled.get()[lead.id]?.change;
      const after = await work.settle(lead, isMine);
      if (toldKey(list, lead) in $told.get()) await reload();
      else if (after && change) noteTold(list, lead, { change, after });
      else if (!isMine) for (const one of taskLists) amendList(one, without(lead));
    },
  };
}

export const day: ReadOnly<ReturnType<typeof createDay>> = createDay(browserEnvironment, session, {
  trying: clearToast,
  changeFailed: (serverMessage) => showError(serverMessage ?? 'The change could not be saved. Please try again.'),
});
