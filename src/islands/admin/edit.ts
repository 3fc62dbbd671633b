import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { say } from '#browser/say';
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
}

interface EditOptions<Fields, Saved> {
  send(edit: Edit<Fields>): Promise<Outcome<Saved>>;
  /** The mistakes, because of which the page does not send the fields. */
  check?(fields: Fields): Problems;
  /** The fields with the present value of a field in conflict. */
  take(fields: Fields, field: string, present: unknown): Fields;
}

/** An edit in a draft. */
export const keptEdit = <Fields extends z.ZodMiniType>(fields: Fields) => z.object({ seen: fields, mine: fields });

/** The owner has changed something that is not saved. */
export const isChanged = ({ seen, mine }: Pick<Edit<unknown>, 'seen' | 'mine'>): boolean => !isSame(seen, mine);

/** The names of the changed fields. */
export const changedIn = <Fields extends object>({ seen, mine }: Pick<Edit<Fields>, 'seen' | 'mine'>) =>
  (Object.keys(mine) as (keyof Fields)[]).filter((field) => !isSame(seen[field], mine[field]));

/** `serverMessage` is `undefined` when no answer came. */
export const showUnsaved = (serverMessage: string | undefined): void =>
  showError(serverMessage ?? say('The change could not be saved. Please try again.'));

/** The edit of a record. Nothing that the owner has typed is lost before it is saved or given up. */
export function createEdit<Fields extends object, Saved>({
  send,
  check = () => ({}),
  take,
}: EditOptions<Fields, Saved>) {
  const $edit = atom<Edit<Fields> | null>(null);

  function set(change: Partial<Edit<Fields>>): void {
    const edit = $edit.get();
    if (edit) $edit.set({ ...edit, ...change });
  }

  return {
    $edit,
    open: (seen: Fields, mine = seen): void => $edit.set({ ...$edit.get(), problems: {}, seen, mine }),
    change(fields: Partial<Fields>): void {
      const edit = $edit.get();
      if (!edit) return;
      const mine = { ...edit.mine, ...fields };
      const hasProblems = Object.keys(edit.problems).length > 0;
      set({ mine, problems: hasProblems ? check(mine) : {} });
    },
    close: (): void => $edit.set(null),
    /** Resolves to `null` when nothing was sent: one is on its way already, or it has mistakes. */
    async save(): Promise<Outcome<Saved> | null> {
      const edit = $edit.get();
      if (!edit || edit.sending) return null;
      const problems = check(edit.mine);
      set({ problems });
      if (Object.keys(problems).length > 0) return null;
      set({ sending: edit.mine, theirs: undefined });
      const outcome = await send(edit);
      set({ sending: undefined });
      if (outcome.state === 'failed') set({ theirs: outcome.conflict });
      else if (outcome.state === 'done' && isSame($edit.get()?.mine, edit.mine)) $edit.set(null);
      // The owner still has to save the fields that changed meanwhile.
      else if (outcome.state === 'done') set({ seen: edit.mine });
      return outcome;
    },
    /** After a conflict: keeps the owner's value of a field, else the one that is saved now. True once all is chosen. */
    settle(field: string, isMine: boolean): boolean {
      const { theirs, sending, seen, mine } = $edit.get() ?? {};
      if (!theirs || sending || !seen || !mine) return false;
      const { [field]: present, ...others } = theirs.fields;
      const isLast = Object.keys(others).length === 0;
      set({
        seen: take(seen, field, present),
        mine: isMine ? mine : take(mine, field, present),
        theirs: isLast ? undefined : { ...theirs, fields: others },
      });
      return isLast;
    },
    /** For a draft: what is changed. */
    kept(): Pick<Edit<Fields>, 'seen' | 'mine'> | undefined {
      const edit = $edit.get();
      return edit && isChanged(edit) ? { seen: edit.seen, mine: edit.mine } : undefined;
    },
  };
}
