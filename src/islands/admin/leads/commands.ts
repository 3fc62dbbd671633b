import { map } from 'nanostores';
import * as z from 'zod/mini';
import { afterOutcome } from '#contracts/lead-outcome';
import type { Conflict } from '#contracts/problem';
import { clearToast } from '#islands/ui/Toasts.tsx';
import type { ShownLead } from '#lead/answers';
import { type Change, Command } from '#lead/command';
import { decide } from '#lead/decide';
import { statusAt } from '#lead/place';
import { jobsOf } from '#lead/sales';
import { isSame } from '#lib/is-same';
import { showUnsaved } from '../edit.ts';
import type { Outcome } from '../sign-in/session.ts';
import type { LeadsContext } from './list.ts';

/** How far the owner is with a lead: how a visit went, its status, its job, and what is next. */
export type Progress = Omit<Change, 'do' | 'seen' | 'follows'>;

/**
 * What is typed in a form and not saved yet. `seen`: the lead's fields of the same names when the owner began to type there.
 */
const Typed = z.object({ seen: z.record(z.string(), z.unknown()), mine: z.record(z.string(), z.string()) });
type Typed = z.infer<typeof Typed>;

/** A change that the server does not have. `form`: the key of what was typed for it. */
const Unsent = z.object({ id: z.string(), form: z.string(), command: Command });
type Unsent = z.infer<typeof Unsent>;

const Draft = z.object({ typed: z.record(z.string(), Typed), unsent: z.record(z.string(), Unsent) });

/** A call that is on its way. */
interface Sent {
  readonly command: Command | undefined;
}

/** What the owner has pressed, until the server has it. */
export interface Press {
  /** Of the lead. */
  readonly id: string;
  readonly form: string;
  /** On their way to the server, in their order. */
  readonly sending: readonly Sent[];
  /** The one that is in conflict, else the last one. */
  readonly command?: Command | undefined;
  /** What another device has saved since the owner looked: the owner chooses what to keep. */
  readonly theirs?: Conflict | undefined;
  /** The last try failed. `serverMessage` is `undefined` when no answer came. */
  readonly failed?: { readonly serverMessage: string | undefined } | undefined;
}
type Presses = Readonly<Record<string, Press>>;

/** The key of a form or a press about a lead: `note <id>`. */
export const keyOf = (what: string, { id }: { readonly id: string }): string => `${what} ${id}`;
/** The name under which the open form of a key is kept. */
export const FORM = 'form';

/** The record without a key. */
export function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  const { [key]: _, ...others } = record;
  return others;
}

export const isSending = (press: Press | undefined): boolean => (press?.sending.length ?? 0) > 0;
const isUnsent = (press: Press) => press.command?.do === 'change' && !press.failed;

/** The lead as it is once the server has the changes that are on their way. `now` in ms. */
export function drawn(lead: ShownLead, presses: Presses, now: number): ShownLead {
  const sending = Object.values(presses).flatMap((press) => (press.id === lead.id ? press.sending : []));
  return sending.reduce<ShownLead>((shown, { command }) => {
    if (command?.do !== 'change') return shown;
    const after = decide(shown, { ...command, seen: undefined, by: '' }, now);
    return 'refused' in after ? shown : after;
  }, lead);
}

/** The fields that a change sets, or is of, as the owner saw them. `typed`: as they were when the owner began to type. */
function seenOf(lead: ShownLead, change: Progress, typed: object, now: number): Record<string, unknown> {
  const { outcome } = change;
  const visit = lead.visits.find(({ start }) => start === outcome?.visit);
  const sets = { ...(outcome?.result && afterOutcome(outcome.result, visit?.kind ?? '', lead.status)), ...change };
  // A sold lead's further sale is added, whatever the amount is by now.
  const isFurtherSale = lead.status === 'won' && outcome?.result === 'sold';
  const beside = { ...(sets.followUp && { status: '' }), ...(sets.status === 'lost' && { followUp: '' }) };
  const names = Object.keys({ ...beside, ...sets }).filter(
    (name) => name !== 'sale' && (name !== 'amount' || !isFurtherSale),
  );
  const shown: Readonly<Record<string, unknown>> = {
    ...{ ...lead, status: statusAt(lead, now), outcome: visit?.outcome, job: jobsOf(lead)[change.sale ?? 0] },
    ...typed,
  };
  return Object.fromEntries(names.map((name) => [name, shown[name] ?? null]));
}

export type Commands = ReturnType<typeof createCommands>;

/**
 * What the owner does with leads and types about them, by keys. Nothing typed is lost before it is saved or given up; what
 * is unsent is kept as a draft in this tab. `put`: shows a lead as the server has it.
 */
export function createCommands(
  { api, session, now }: Pick<LeadsContext, 'api' | 'session' | 'now'>,
  page: string,
  put: (lead: ShownLead) => void,
) {
  const $typed = map<Readonly<Record<string, Typed>>>({});
  const $presses = map<Presses>({});
  const draft = session.draft(page, Draft);
  /** The last try of each key. */
  const tries = new Map<string, Promise<unknown>>();

  const typedIn = (key: string): Typed => $typed.get()[key] ?? { seen: {}, mine: {} };

  function setTyped(key: string, { seen, mine }: Typed): void {
    const others = without($typed.get(), key);
    $typed.set(Object.keys(mine).length > 0 ? { ...others, [key]: { seen, mine } } : others);
    // What has failed was something else.
    if ($presses.get()[key]?.failed) drop(key);
  }

  /** Forgets the fields that are named, or all of the key. */
  function forget(key: string, names?: readonly string[]): void {
    const { seen, mine } = typedIn(key);
    const kept = <Value>(fields: Readonly<Record<string, Value>>) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => names !== undefined && !names.includes(name)));
    setTyped(key, { seen: kept(seen), mine: kept(mine) });
  }

  /** `shown`: the saved fields of these names. */
  function type(key: string, fields: Readonly<Record<string, string>>, shown: object = {}): void {
    const { seen, mine } = typedIn(key);
    const known: Readonly<Record<string, unknown>> = { ...shown };
    const present = Object.fromEntries(Object.keys(fields).map((name) => [name, known[name] ?? null]));
    setTyped(key, { seen: { ...present, ...seen }, mine: { ...mine, ...fields } });
  }

  const drop = (key: string): void => $presses.set(without($presses.get(), key));
  function setPress(key: string, change: Partial<Press>): void {
    const press = $presses.get()[key];
    if (press) $presses.setKey(key, { ...press, ...change });
  }

  /**
   * Makes a call, behind those of the same key that are on their way. Once it is done, what was typed in its form is
   * forgotten, but what was typed meanwhile.
   */
  async function post<Answer>(
    key: string,
    { id, form = key, command }: { readonly id: string; readonly form?: string; readonly command?: Command },
    call: () => Promise<Answer>,
  ): Promise<Outcome<Answer>> {
    const { mine } = typedIn(form);
    const sent = { command };
    $presses.setKey(key, { id, form, command, sending: [...($presses.get()[key]?.sending ?? []), sent] });
    const turn = Promise.resolve(tries.get(key)).then(() => session.call(call));
    tries.set(key, turn);
    const outcome = await turn;
    const press = $presses.get()[key];
    const sending = press?.sending.filter((one) => one !== sent) ?? [];
    if (outcome.state === 'done') {
      const typed = typedIn(form).mine;
      forget(
        form,
        Object.keys(mine).filter((name) => mine[name] === typed[name]),
      );
    }
    if (outcome.state === 'failed' && outcome.conflict) setPress(key, { sending, command, theirs: outcome.conflict });
    else if (outcome.state === 'failed') setPress(key, { sending, failed: outcome });
    else if (outcome.state === 'done' && sending.length === 0 && !press?.theirs) drop(key);
    else setPress(key, { sending });
    return outcome;
  }

  /** Sends a command; a double press sends one. Resolves to the lead after it; `undefined` if the server does not have it. */
  async function send(
    key: string,
    { id }: Pick<ShownLead, 'id'>,
    command: Command,
    form = key,
  ): Promise<ShownLead | undefined> {
    const last = $presses.get()[key]?.sending.at(-1)?.command;
    if (last && isSame({ ...last, seen: null }, { ...command, seen: null })) return undefined;
    clearToast();
    const outcome = await post(key, { id, form, command }, async () => {
      const lead = await api.command(id, command);
      put(lead);
      return lead;
    });
    const isToldThere = command.do === 'dayStep' || command.do === 'correct';
    if (outcome.state === 'failed' && !outcome.conflict && !isToldThere) showUnsaved(outcome.serverMessage);
    return outcome.state === 'done' ? outcome.value : undefined;
  }

  const kept = () => ({
    typed: Object.fromEntries(
      Object.entries($typed.get()).filter(([, { mine }]) => Object.keys(mine).some((name) => name !== FORM)),
    ),
    unsent: Object.fromEntries(
      Object.entries($presses.get()).flatMap(([key, press]) => {
        const { id, form, command } = press;
        return command && isUnsent(press) ? [[key, { id, form, command }]] : [];
      }),
    ),
  });
  const keep = () => draft.keep(kept());
  session.beforeLeaving(keep);

  return {
    $typed,
    $presses,
    typedIn,
    type,
    forget,
    post,
    send,
    drop,
    /** Changes fields of the lead as it is shown. `follows`: the change that this one goes on from. */
    change: (
      key: string,
      lead: ShownLead,
      { form = key, follows, ...change }: Progress & { readonly form?: string; readonly follows?: string | undefined },
    ) => {
      const { theirs, command } = $presses.get()[key] ?? {};
      // Beside one that is not settled yet.
      const former = theirs && command?.do === 'change' ? command : undefined;
      const seen = { ...seenOf(lead, change, typedIn(form).seen, now()), ...former?.seen };
      return send(key, lead, { ...former, do: 'change', ...change, seen, ...(follows && { follows }) }, form);
    },
    /**
     * After a conflict: `isMine` makes the owner's change all the same. Else what is saved now stays; an outcome that nobody
     * else has told is kept with it. Resolves as `send`.
     */
    async settle(key: string, isMine: boolean): Promise<ShownLead | undefined> {
      const { id = '', form = key, command, theirs } = $presses.get()[key] ?? {};
      if (command?.do !== 'change' || !theirs) return undefined;
      if (isMine || (command.outcome && !('outcome' in theirs.fields))) {
        // What the owner has not changed is as it was seen. An outcome says by itself what becomes of the lead.
        const seen = Object.fromEntries(Object.keys(theirs.fields).map((field) => [field, command.seen?.[field]]));
        const mine = isMine
          ? { ...(!command.outcome && seen), ...command }
          : { ...command, ...(theirs.fields as Progress) };
        return await send(key, { id }, { ...mine, seen: { ...command.seen, ...theirs.fields } }, form);
      }
      drop(key);
      forget(form);
      return undefined;
    },
    /** After a conflict: one field of it is settled. True once all are. */
    settleField(key: string, field: string): boolean {
      const { theirs } = $presses.get()[key] ?? {};
      if (!theirs) return false;
      const fields = without(theirs.fields, field);
      const isLast = Object.keys(fields).length === 0;
      setPress(key, { theirs: isLast ? undefined : { ...theirs, fields } });
      return isLast;
    },
    /** Of a lead that is gone. */
    dropLead({ id }: Pick<ShownLead, 'id'>): void {
      const isOfLead = (key: string) => key.split(/[ /]/)[1] === id;
      for (const key of Object.keys($typed.get()).filter(isOfLead)) forget(key);
      for (const key of Object.keys($presses.get()).filter(isOfLead)) drop(key);
    },
    keep,
    hasUnsaved: () => Object.values(kept()).some((unsaved) => Object.keys(unsaved).length > 0),
    /**
     * Takes the draft from before a sign-in or a reload, beside what the owner has typed meanwhile. Answers what is still to
     * be sent.
     */
    takeDraft: (isHere: (key: string) => boolean = () => true): readonly (readonly [string, Unsent])[] => {
      const { typed = {}, unsent = {} } = draft.take() ?? {};
      for (const [key, { seen, mine }] of Object.entries(typed).filter(([key]) => isHere(key))) {
        const meanwhile = typedIn(key);
        setTyped(key, { seen: { ...seen, ...meanwhile.seen }, mine: { ...mine, ...meanwhile.mine } });
      }
      return Object.entries(unsent).filter(([key]) => isHere(key));
    },
  };
}
