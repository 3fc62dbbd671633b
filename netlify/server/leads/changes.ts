import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Store } from '#server/storage/port';

/*
 * A lead and its copy in the list are two records, and a death may come between their writings. So before a lead is
 * changed a note says that it is about to be, and goes when the copy is as new as the lead. A list reads each lead of
 * which there is such a note itself, and not its copy. docs/decisions/096-months-of-leads.md
 */
const CHANGES = 'list/changes/';

/** A change of a lead that a call is making, or has made. */
export interface Change {
  readonly id: string;
  readonly key: string;
  readonly leads: Store;
  /** The month in which the lead came in, where it is removed and can tell nobody any more. */
  month?: string;
  /** Resolves when the note is stored; absent as long as nobody needs it. */
  written?: Promise<unknown>;
  /** How many steps of the call share the note; without any it is over. */
  users: number;
}

/** The change that the call is in the middle of. */
const current = new AsyncLocalStorage<Change>();
/** The changes of this process whose copies are still to be written. */
const finished = new WeakMap<Store, Change[]>();

/**
 * Does the work that may change the lead. It calls `noteChange` at its beginning or later, and changes nothing that a
 * list shows before that has resolved. Whatever changes the same lead within the work shares the note.
 */
export async function whileChanging<Outcome>(
  leads: Store,
  id: string,
  work: (change: Change) => Promise<Outcome>,
): Promise<Outcome> {
  const outer = current.getStore();
  const isShared = outer && outer.id === id && outer.leads === leads && outer.users > 0;
  const change = isShared ? outer : { id, leads, key: `${CHANGES}${id}-${Date.now()}-${randomUUID()}`, users: 0 };
  change.users += 1;
  try {
    return await current.run(change, () => work(change));
  } finally {
    change.users -= 1;
    if (change.users === 0 && change.written) finished.set(leads, [...(finished.get(leads) ?? []), change]);
  }
}

/** Writes the note of the change, once. */
export function noteChange(leads: Store, change: Change): Promise<unknown> {
  if (!change.written) {
    change.written = leads.put(change.key, {});
    // Whoever waits for it hears of a failure.
    change.written.catch(() => undefined);
  }
  return change.written;
}

/** Whether this process has changed leads whose copies are still to be written. */
export const hasFinishedChanges = (leads: Store): boolean => finished.has(leads);

/** The changes that this process has made, each handed out once. */
export async function takeFinishedChanges(leads: Store): Promise<Change[]> {
  const taken = finished.get(leads) ?? [];
  finished.delete(leads);
  // A note that could not be written may be there all the same.
  await Promise.allSettled(taken.map(({ written }) => written));
  return taken;
}

/** The note of a change, by its key. `at`: when it was written, in ms. */
export interface ChangeNote {
  readonly key: string;
  readonly id: string;
  readonly at: number;
}

export async function listChangeNotes(leads: Store): Promise<ChangeNote[]> {
  const listed = await leads.list(CHANGES);
  return listed.map(({ key }) => {
    const [id = '', at] = key.slice(CHANGES.length).split('-');
    return { key, id, at: Number(at) || 0 };
  });
}
