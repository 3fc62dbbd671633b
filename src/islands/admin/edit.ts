import { map } from 'nanostores';
import * as z from 'zod/mini';
import type { Conflict, Problems } from '#contracts/problem';
import { showError } from '#islands/ui/Toasts.tsx';
import { isSame } from '#lib/is-same';
import type { Outcome } from './sign-in/session.ts';

/** What the owner changes of a record, which another device may change too. */
export interface Edit<Fields> {
  /** The fields before the owner changed them. */
  readonly seen: Fields;
  readonly mine: Fields;
  /** On its way to the server. */
  readonly sending?: Fields | undefined;
  /** What another device has saved since `seen`: the owner chooses what to keep of each field. */
  readonly theirs?: Conflict | undefined;
  /** The mistakes, once it was sent with some. */
  readonly problems: Problems;
  /** The last try failed. `serverMessage` is `undefined` when no answer came. */
  readonly failed?: { readonly serverMessage: string | undefined } | undefined;
}

interface EditOptions<Fields, Saved> {
  send(id: string, edit: Edit<Fields>): Promise<Outcome<Saved>>;
  /** What keeps the edit from being sent. */
  check?(id: string, edit: Edit<Fields>): Problems;
  /** The fields with the present value of a field in conflict. */
  take(fields: Fields, field: string, present: unknown): Fields;
}

/** The edits in a draft, by id. */
export const keptEdits = <Fields extends z.ZodMiniType>(fields: Fields) =>
  z.record(z.string(), z.object({ seen: fields, mine: fields }));

/** The owner has changed something that is not saved. */
export const isChanged = ({ seen, mine }: Pick<Edit<unknown>, 'seen' | 'mine'>): boolean => !isSame(seen, mine);

/** The names of the changed fields. */
export const changedIn = <Fields extends object>({ seen, mine }: Pick<Edit<Fields>, 'seen' | 'mine'>) =>
  (Object.keys(mine) as (keyof Fields)[]).filter((field) => !isSame(seen[field], mine[field]));

/** `serverMessage` is `undefined` when no answer came. */
export const showUnsaved = (serverMessage: string | undefined): void =>
  showError(serverMessage ?? 'The change could not be saved. Please try again.');

/** The edits of records, by id. Nothing that the owner has typed is lost before it is saved or given up. */
export function createEdit<Fields extends object, Saved>({
  send,
  check = () => ({}),
  take,
}: EditOptions<Fields, Saved>) {
  const $edits = map<Readonly<Record<string, Edit<Fields>>>>({});
  const of = (id: string): Edit<Fields> | undefined => $edits.get()[id];

  function set(id: string, change: Partial<Edit<Fields>>): void {
    const edit = of(id);
    if (edit) $edits.setKey(id, { ...edit, ...change });
  }

  function close(id: string): void {
    const { [id]: _, ...others } = $edits.get();
    $edits.set(others);
  }

  async function trySending(id: string, edit: Edit<Fields>): Promise<Outcome<Saved>> {
    set(id, { sending: edit.mine, theirs: undefined, failed: undefined });
    const outcome = await send(id, edit);
    const isLast = isSame(of(id)?.mine, edit.mine);
    if (outcome.state === 'done' && isLast) close(id);
    // What was changed meanwhile is still to be saved.
    else if (outcome.state === 'done') set(id, { sending: undefined, seen: edit.mine });
    else if (outcome.state === 'signed-out') set(id, { sending: undefined });
    else set(id, { sending: undefined, ...(outcome.conflict ? { theirs: outcome.conflict } : { failed: outcome }) });
    return outcome;
  }

  /** Resolves to `null` when nothing was sent: one is on its way already, or it has mistakes. */
  async function save(id: string): Promise<Outcome<Saved> | null> {
    const edit = of(id);
    if (!edit || edit.sending) return null;
    const problems = check(id, edit);
    set(id, { problems });
    return Object.keys(problems).length > 0 ? null : await trySending(id, edit);
  }

  return {
    $edits,
    of,
    open: (id: string, seen: Fields, mine = seen): void =>
      $edits.setKey(id, { ...of(id), problems: {}, failed: undefined, seen, mine }),
    change(id: string, fields: Partial<Fields>): void {
      const edit = of(id);
      if (!edit) return;
      const changed = { ...edit, mine: { ...edit.mine, ...fields }, failed: undefined };
      const hasProblems = Object.keys(edit.problems).length > 0;
      $edits.setKey(id, { ...changed, problems: hasProblems ? check(id, changed) : {} });
    },
    close,
    save,
    /** After a conflict: keeps the owner's value of a field, else the one that is saved now. True once all is chosen. */
    settle(id: string, field: string, isMine: boolean): boolean {
      const { theirs, sending, seen, mine } = of(id) ?? {};
      if (!theirs || sending || !seen || !mine) return false;
      const { [field]: present, ...others } = theirs.fields;
      const isLast = Object.keys(others).length === 0;
      set(id, {
        seen: take(seen, field, present),
        mine: isMine ? mine : take(mine, field, present),
        theirs: isLast ? undefined : { ...theirs, fields: others },
      });
      return isLast;
    },
    /** For a draft: what is changed. */
    kept: (): Record<string, Pick<Edit<Fields>, 'seen' | 'mine'>> =>
      Object.fromEntries(
        Object.entries($edits.get()).flatMap(([id, edit]) =>
          isChanged(edit) ? [[id, { seen: edit.seen, mine: edit.mine }]] : [],
        ),
      ),
  };
}
