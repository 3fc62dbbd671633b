import { atom } from 'nanostores';
import { browserEnvironment, type Environment } from '#browser/environment';
import { say } from '#browser/say';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { type ShownLead, type ShownVisit, Today } from '#lead/answers';
import type { Command } from '#lead/command';
import type { Visit } from '#lead/lead';
import { callDayOf, placeOf, visitToTell } from '#lead/place';
import { zonedToday } from '#lib/time/dates';
import { MINUTE } from '#lib/time/units';
import { createCommands, keyOf, type Progress } from '../leads/commands.ts';
import type { StepCommand } from '../leads/day-steps.ts';
import { leadsApi } from '../leads/leads-api.ts';
import { createNotes, noteKey } from '../leads/notes.ts';
import { showUnsaved } from '../edit.ts';
import { createPageData, withHeld } from '../renewal.ts';
import { type AdminSession, session } from '../sign-in/session.ts';

/** The lists of what is to be done. */
export type TaskList = 'waiting' | 'outcomes' | 'followUps';
const taskLists: readonly TaskList[] = ['waiting', 'outcomes', 'followUps'];

/** A lead that the owner has just dealt with. A line with an Undo stands in its card's place. */
export interface Handled {
  readonly change: Progress;
  readonly before: ShownLead;
  readonly after: ShownLead;
  /** ms since the epoch */
  readonly at: number;
  /** Its card stays below the line: the next step is to be done now. */
  readonly isDue: boolean;
  /** More was done in another list since, so this alone can no longer be taken back. */
  readonly isFinal?: boolean;
}
type AllHandled = Readonly<Record<string, Handled>>;
/** Of the card's heading. */
export const headingId = (list: TaskList, { id }: ShownLead) => `${list}-${id}`;

/** How many of a list are still to be done. */
export function leftOf(day: Today, handled: AllHandled, list: TaskList): number {
  return day[`${list}Count`] - day[list].filter((lead) => handled[keyOf(list, lead)]?.isDue === false).length;
}

/** Who is still to be called again: `5 for today, 39 older`; empty without anybody. */
export function againCounts(day: Today, handled: AllHandled, now: Date): string {
  const today = zonedToday(now);
  const isLeft = (lead: ShownLead) => callDayOf(lead) >= today && handled[keyOf('followUps', lead)]?.isDue !== false;
  const ofToday = day.followUps.filter(isLeft).length;
  const older = leftOf(day, handled, 'followUps') - ofToday;
  return [
    ofToday > 0 && say('{count} for today', { count: ofToday }),
    older > 0 && say('{count} older', { count: older }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The day without those whom the owner has just dealt with. */
export function withoutHandled(day: Today, handled: AllHandled): Today {
  const left = (list: TaskList) => day[list].filter((lead) => !(keyOf(list, lead) in handled));
  return { ...day, waiting: left('waiting'), outcomes: left('outcomes'), followUps: left('followUps') };
}

/** The day with a lead as the server has it since a command. Its cards of what is to be done wait for the next reading. */
function withLead(day: Today, after: ShownLead): Today {
  const visits = day.visits.map((one): ShownVisit => {
    if (one.lead.id !== after.id) return one;
    return { ...one, visit: after.visits.find(({ id }) => id === one.visit.id) ?? one.visit, lead: after };
  });
  const texts = day.texts.filter(({ id }) => id !== after.id || after.unansweredTexts || after.unsentText);
  return { ...day, visits, texts };
}

/** ms. For so long a line with its Undo stays where its card was, over every renewal. */
const UNDO_FOR = 10 * MINUTE;

export function createDay(
  { client, now, randomKey }: Pick<Environment, 'client' | 'now' | 'randomKey'>,
  session: AdminSession,
) {
  const api = leadsApi(client);
  const $handled = atom<AllHandled>({});
  /** Called when a renewal is about to be drawn: the keys of the cards that the owner has in hand. */
  let cardsInHand: () => ReadonlySet<string> = () => new Set();
  let inHand: ReadonlySet<string> = new Set();

  const { $known, shown, load, amend, ...data } = createPageData(
    session,
    async () => ({ day: withTasksInHand(await client.send('GET', '/api/today', Today)) }),
    now,
  );
  const commands = createCommands({ api, session, now }, 'today', (lead) => {
    const known = shown();
    if (known) amend({ day: withLead(known.day, lead) });
  });
  const { $typed, $presses, type, forget, send, drop } = commands;

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
  function stays(list: TaskList, lead: ShownLead): boolean {
    const key = keyOf(list, lead);
    const done = $handled.get()[key];
    const hasUndo = done !== undefined && now() - done.at < UNDO_FOR && lead.updatedAt <= done.after.updatedAt;
    const press = $presses.get()[key];
    return hasUndo || inHand.has(key) || key in $typed.get() || (press !== undefined && !press.failed);
  }

  /** Reads the day again. */
  async function renew(): Promise<void> {
    const result = await data.renew();
    const known = shown();
    if (!known || result !== 'done') return;
    const staying = taskLists.flatMap((list) =>
      known.day[list].filter((lead) => stays(list, lead)).map((lead) => keyOf(list, lead)),
    );
    forgetHandled((key) => !staying.includes(key));
  }

  function forgetHandled(isGone: (key: string) => boolean): void {
    $handled.set(Object.fromEntries(Object.entries($handled.get()).filter(([key]) => !isGone(key))));
  }

  /** A line stands in the card's place. The day is read again: the lead may be in another list now. */
  async function noteHandled(list: TaskList, before: ShownLead, change: Progress, after: ShownLead): Promise<void> {
    const key = keyOf(list, before);
    forget(key);
    const isDue = list === 'followUps' && after.status === 'won' && placeOf(after, now()) === 'followUps';
    const former = Object.entries($handled.get()).map(([other, one]) =>
      one.before.id === before.id && other !== key ? [other, { ...one, isFinal: true }] : [other, one],
    );
    const handled = { before, ...$handled.get()[key], change, after, at: now(), isDue };
    $handled.set({ ...Object.fromEntries(former), [key]: handled });
    await renew();
  }

  /** Saves how far the owner is with a lead of the list. Resolves to whether it is saved. */
  async function handle(list: TaskList, lead: ShownLead, change: Progress): Promise<boolean> {
    const key = keyOf(list, lead);
    // One Undo takes back all that was done on a card.
    const follows = $handled.get()[key]?.after.undo?.at;
    const after = await commands.change(key, lead, { ...change, follows });
    if (after) await noteHandled(list, lead, change, after);
    return after !== undefined;
  }

  return {
    $day: $known,
    $handled,
    $typed,
    $presses,
    type,
    forget,
    keep: commands.keep,
    hasUnsaved: commands.hasUnsaved,
    note: createNotes(commands, randomKey),
    load,
    renew,
    handle,
    /** Checks the session, loads, and restores what was typed before a sign-in or a reload, if its card is there. */
    async start(inHandThen: typeof cardsInHand = cardsInHand): Promise<void> {
      cardsInHand = inHandThen;
      if (!(await session.guard())) return;
      await load();
      const known = shown()?.day;
      const cards = new Map(
        taskLists.flatMap((list) => known?.[list].map((lead) => [keyOf(list, lead), { list, lead }] as const) ?? []),
      );
      const leads = [...(known?.visits ?? []).map(({ lead }) => lead), ...(known?.outcomes ?? [])];
      const isHere = (key: string) => cards.has(key) || leads.some((lead) => noteKey(lead) === key);
      for (const [key, { command }] of commands.takeDraft(isHere)) {
        const card = cards.get(key);
        if (command.do !== 'change' || !card) continue;
        const after = await send(key, card.lead, command);
        if (after) await noteHandled(card.list, card.lead, command, after);
      }
    },
    /** Notes that the texts need no answer, or that an unsent one is told: its card goes. If another has come, it shows that. */
    async settleTexts(lead: ShownLead): Promise<void> {
      const key = keyOf('texts', lead);
      await commands.change(key, lead, lead.unansweredTexts ? { unansweredTexts: null } : { unsentText: null });
      if ($presses.get()[key]?.theirs) showUnsaved(say('Another text has come meanwhile.'));
      drop(key);
      await renew();
    },
    /** One press on the day of a visit. Resolves to whether it is noted. One that is done is asked for at once. */
    async mark(lead: ShownLead, visit: Visit, command: StepCommand): Promise<boolean> {
      const after = await send(keyOf('day', visit), lead, command);
      if (!after) return false;
      const known = shown();
      // Of one that goes on nobody asks how it went, whoever has its card in hand.
      if (known && !visitToTell(after, now())) {
        const outcomes = known.day.outcomes.filter(({ id }) => id !== after.id);
        const outcomesCount = known.day.outcomesCount + outcomes.length - known.day.outcomes.length;
        amend({ day: { ...known.day, outcomes, outcomesCount } });
      }
      const renewing = renew();
      if (command.step === 'done') await renewing;
      return true;
    },
    /** A later day for a lead that was just dealt with. */
    async putOff(list: TaskList, { before, change, after: seen }: Handled, followUp: string): Promise<void> {
      const key = keyOf(list, before);
      const after = await commands.change(key, seen, { followUp, follows: seen.undo?.at });
      if (after) await noteHandled(list, before, { ...change, followUp }, after);
    },
    /** Brings back what was, and the card. An installer, to whom no Undo is shown, takes the outcome back. */
    async undo(list: TaskList, { before, change: { outcome }, after }: Handled): Promise<void> {
      const undoing: Command =
        outcome && !after.undo
          ? { do: 'change', outcome: { ...outcome, result: null } }
          : { do: 'undo', at: after.undo?.at ?? '' };
      const back = await send(keyOf(list, before), before, undoing);
      await renew();
      if (back) forgetHandled((key) => key === keyOf(list, before));
    },
    /** After a conflict: `isMine` makes the owner's change all the same. Else somebody was faster: the card goes. */
    async settle(list: TaskList, lead: ShownLead, isMine: boolean): Promise<void> {
      const key = keyOf(list, lead);
      const { command } = $presses.get()[key] ?? {};
      const after = await commands.settle(key, isMine);
      if (after && command?.do === 'change' && !(key in $handled.get()))
        return await noteHandled(list, lead, command, after);
      forgetHandled((one) => one === key);
      await renew();
    },
  };
}

export const day: ReadOnly<ReturnType<typeof createDay>> = createDay(browserEnvironment, session);
