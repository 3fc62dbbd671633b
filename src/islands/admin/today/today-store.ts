import { zonedToday } from '#lib/time/dates';
import { atom } from 'nanostores';
import type { AdminLead } from '#contracts/admin-lead';
import { visitToTell } from '#contracts/lead-outcome';
import { isClosed } from '#contracts/lead-status';
import { Today } from '#contracts/today';
import { clearToast } from '#islands/ui/Toasts.tsx';
import { browserEnvironment, type Environment } from '#browser/environment';
import { createResource, type ReadOnly } from '#islands/ui/resource.ts';
import { MINUTE } from '#lib/time/units';
import { createDayMarks } from '../leads/day-marks.ts';
import { nextOf } from '../leads/job.ts';
import { leadsApi } from '../leads/leads-api.ts';
import { showUnsaved } from '../edit.ts';
import { OLD_AFTER, withHeld } from '../renewal.ts';
import { createProgress, type Progress, undoOf } from '../leads/progress.ts';
import { createTyped, KeptTyped } from '../leads/typed.ts';
import { type AdminSession, keptDraft, session } from '../sign-in/session.ts';

/** `readAt`: ms since the epoch. `isOld`: it could not be renewed for minutes, so it may have changed. */
interface ShownDay {
  readonly day: Today;
  readonly readAt: number;
  readonly isOld: boolean;
}

/** The lists of what is to be done. */
export type TaskList = 'waiting' | 'outcomes' | 'followUps';
const taskLists: readonly TaskList[] = ['waiting', 'outcomes', 'followUps'];

/** A lead that the owner has just dealt with. A line with an Undo stands in its card's place. */
export interface Handled {
  readonly change: Progress;
  readonly before: AdminLead;
  readonly after: AdminLead;
  /** ms since the epoch */
  readonly at: number;
  /** Its card stays below the line: the next step is to be done now. */
  readonly isDue: boolean;
}
type AllHandled = Readonly<Record<string, Handled>>;
export const taskKey = (list: TaskList, { id }: AdminLead) => `${list} ${id}`;
/** Of the card's heading. */
export const headingId = (list: TaskList, { id }: AdminLead) => `${list}-${id}`;

/** How many of a list are still to be done. */
export function leftOf(day: Today, handled: AllHandled, list: TaskList): number {
  return day[`${list}Count`] - day[list].filter((lead) => handled[taskKey(list, lead)]?.isDue === false).length;
}

/** The day without those whom the owner has just dealt with. */
export function withoutHandled(day: Today, handled: AllHandled): Today {
  const left = (list: TaskList) => day[list].filter((lead) => !(taskKey(list, lead) in handled));
  return { ...day, waiting: left('waiting'), outcomes: left('outcomes'), followUps: left('followUps') };
}

/** ms. For so long a line with its Undo stays where its card was, over every renewal. */
const UNDO_FOR = 10 * MINUTE;

const { keepDraft, takeDraft } = keptDraft('admin-today-draft', KeptTyped);

export function createDay(
  { client, now, sessionStorage }: Pick<Environment, 'client' | 'now' | 'sessionStorage'>,
  session: AdminSession,
) {
  const api = leadsApi(client);
  const progress = createProgress(api, session);
  const $handled = atom<AllHandled>({});
  /** Called when a renewal is about to be drawn: the cards that the owner has in hand, by `taskKey`. */
  let cardsInHand: () => ReadonlySet<string> = () => new Set();
  let inHand: ReadonlySet<string> = new Set();
  /** What is typed on the cards, by `taskKey`. */
  const typed = createTyped();
  const keep = () => keepDraft(typed.kept(), sessionStorage);
  session.beforeLeaving(keep);

  const { $known, shown, load, reload, set, amend } = createResource<ShownDay>(() => {
    const readAt = now();
    return session.call(async () => {
      const day = await client.send('GET', '/api/today', Today);
      return { day: withTasksInHand(day), readAt, isOld: false };
    });
  });

  function withTasksInHand(renewed: Today): Today {
    const known = shown()?.day;
    if (!known) return renewed;
    inHand = cardsInHand();
    const held = (list: TaskList) => {
      const leads = withHeld(renewed[list], known[list], (lead) => stays(list, lead));
      return { [list]: leads, [`${list}Count`]: renewed[`${list}Count`] + leads.length - renewed[list].length };
    };
    return { ...renewed, ...held('waiting'), ...held('outcomes'), ...held('followUps') };
  }

  /** Nothing goes from under the owner's hand. An Undo goes once another device has changed the lead. */
  function stays(list: TaskList, lead: AdminLead): boolean {
    const key = taskKey(list, lead);
    const done = $handled.get()[key];
    const hasUndo = done !== undefined && now() - done.at < UNDO_FOR && lead.updatedAt <= done.after.updatedAt;
    return hasUndo || inHand.has(key) || key in typed.kept() || progress.of(lead.id) !== undefined;
  }

  async function renew(): Promise<'done' | 'failed' | 'late' | 'signed-out'> {
    const result = await reload();
    const known = shown()?.day;
    if (result !== 'done' || !known) return result;
    const keysOf = (list: TaskList) =>
      known[list].filter((lead) => stays(list, lead)).map((lead) => taskKey(list, lead));
    const kept = taskLists.flatMap(keysOf);
    forgetHandled(Object.keys($handled.get()).filter((key) => !kept.includes(key)));
    return result;
  }

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

  /** A visit was marked, which its card shows at once. One that is done is asked for, and one that goes on is not. */
  async function putMarked(after: AdminLead): Promise<void> {
    const known = shown();
    if (!known) return;
    const asMarked = ({ slot, slotEnd, slotKind, slotNote, hasStopped, ...card }: AdminLead) => ({
      ...(card.id === after.id ? after : card),
      slot,
      slotEnd,
      slotKind,
      slotNote,
      hasStopped,
    });
    set({ ...known, day: { ...known.day, visits: known.day.visits.map(asMarked) } });
    const [isAsked, wasAsked] = [visitToTell(after, now()), known.day.outcomes.some(({ id }) => id === after.id)];
    if (!isAsked && wasAsked) amendList('outcomes', without(after));
    if (Boolean(isAsked) !== wasAsked) await renew();
  }

  function forgetHandled(keys: readonly string[]): void {
    $handled.set(Object.fromEntries(Object.entries($handled.get()).filter(([key]) => !keys.includes(key))));
  }

  /** It is in the list of whom to call again, by the server's rule. */
  function isDue(lead: AdminLead): boolean {
    const { status, followUp, coming, job } = lead;
    if (isClosed(lead)) return false;
    const isOfDay = followUp !== undefined && followUp <= zonedToday(new Date(now()));
    if (coming.length > 0) return status === 'won' && isOfDay;
    if (followUp !== undefined) return isOfDay;
    return status !== 'won' || (job !== undefined && nextOf(lead) !== undefined);
  }

  function noteHandled(
    list: TaskList,
    lead: AdminLead,
    { change, after }: { change: Progress; after: AdminLead },
  ): void {
    const key = taskKey(list, lead);
    typed.forget(key);
    const isCard = list === 'followUps' && after.status === 'won' && isDue(after);
    const handled = { before: lead, ...$handled.get()[key], change, after, at: now(), isDue: isCard };
    $handled.set({ ...$handled.get(), [key]: handled });
    if (list === 'followUps') return;
    // Whoever was not at home is to be called today.
    amendList('followUps', (leads) => [...without(lead)(leads), ...(isDue(after) ? [after] : [])]);
  }

  return {
    $day: $known,
    $handled,
    $edits: progress.$edits,
    typed,
    marks: createDayMarks(api, session, putMarked),
    keep,
    hasUnsaved: () => Object.keys(typed.kept()).length > 0,
    load,
    /** Checks the session, loads, and restores what was typed before a sign-in or a reload, if its card is there. */
    async start(): Promise<void> {
      if (!(await session.guard())) return;
      const kept = Object.entries(takeDraft(sessionStorage) ?? {});
      await load();
      const known = shown()?.day;
      const cards = new Set(taskLists.flatMap((list) => known?.[list].map((lead) => taskKey(list, lead)) ?? []));
      typed.resume(Object.fromEntries(kept.filter(([key]) => cards.has(key))));
    },
    /** Reads it again without a loading state. A failure says nothing until the state is old. */
    async renew(inHandThen: typeof cardsInHand): Promise<void> {
      cardsInHand = inHandThen;
      if (!shown() || (await renew()) !== 'failed') return;
      const known = shown();
      if (known) amend({ isOld: now() - known.readAt >= OLD_AFTER });
    },
    /** Saves how far the owner is with a lead of the list. Resolves to whether it is saved. */
    async handle(list: TaskList, lead: AdminLead, change: Progress): Promise<boolean> {
      const after = await progress.save(lead, change, typed.seen(taskKey(list, lead)));
      if (after) noteHandled(list, lead, { change, after });
      return after !== undefined;
    },
    /** Notes that the text needs no answer: its card goes. If another has come, its card shows that one. */
    async needsNoAnswer({ id, unansweredText }: AdminLead): Promise<void> {
      clearToast();
      const change = { unansweredText: null, seen: { unansweredText } };
      const outcome = await session.call(() => api.change(id, change));
      if (outcome.state === 'failed') showUnsaved(outcome.serverMessage);
      if (outcome.state === 'failed' && outcome.conflict) await renew();
      const known = shown();
      if (outcome.state !== 'done' || !known) return;
      set({ ...known, day: { ...known.day, texts: known.day.texts.filter((lead) => lead.id !== id) } });
    },
    /** A later day for a lead that was just dealt with. */
    async putOff(list: TaskList, { before, change, after: seen }: Handled, followUp: string): Promise<void> {
      const after = await progress.save(seen, { followUp });
      if (after) noteHandled(list, before, { change: { ...change, followUp }, after });
    },
    /** Brings back what was, and the card. */
    async undo(list: TaskList, { before, change, after }: Handled): Promise<void> {
      const newest = $handled.get()[taskKey('followUps', before)]?.after ?? after;
      const back = await progress.save(newest, undoOf(before, change, newest));
      if (!back) return;
      forgetHandled([taskKey(list, before), ...(list === 'followUps' ? [] : [taskKey('followUps', before)])]);
      amendList(list, (leads) => leads.map((lead) => (lead.id === back.id ? { ...lead, ...back } : lead)));
      if (list !== 'followUps') amendList('followUps', without(back));
    },
    /** After a conflict: `isMine` makes the owner's change all the same. Else the card goes: somebody was faster. */
    async settle(list: TaskList, lead: AdminLead, isMine: boolean): Promise<void> {
      const change = progress.of(lead.id)?.mine;
      if (!isMine) typed.forget(taskKey(list, lead));
      const after = await progress.settle(lead.id, isMine);
      if (taskKey(list, lead) in $handled.get()) {
        forgetHandled([taskKey(list, lead)]);
        await renew();
      } else if (after && change) noteHandled(list, lead, { change, after });
      else if (!isMine) for (const one of taskLists) amendList(one, without(lead));
    },
  };
}

export const day: ReadOnly<ReturnType<typeof createDay>> = createDay(browserEnvironment, session);
