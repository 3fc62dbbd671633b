import { randomUUID } from 'node:crypto';
import type { Store } from '#server/storage/port';

/*
 * A lead and its copy in the list are two records, and a death may come between their writings. So before a lead is
 * changed a note says that it is about to be, and goes when the copy is as new as the lead. A list reads each lead of
 * which there is such a note itself, and not its copy. docs/decisions/096-months-of-leads.md
 */
const CHANGES = 'list/changes/';

/** A change of a lead that this process is making, or has made. */
export interface Change {
  readonly id: string;
  readonly key: string;
  /** The month in which the lead came in, where it is removed and can tell nobody any more. */
  month?: string;
  /** Resolves when the note is stored; absent as long as nobody needs it. */
  written?: Promise<unknown>;
  /** How many calls of this process share the note. */
  users: number;
}

interface Changes {
  readonly open: Map<string, Change>;
  finished: Change[];
}

const changes = new WeakMap<Store, Changes>();

function changesOf(leads: Store): Changes {
  const known = changes.get(leads) ?? { open: new Map(), finished: [] };
  changes.set(leads, known);
  return known;
}

/**
 * Does the work that may change the lead. It calls `noteChange` at its beginning or later, and changes nothing that a
 * list shows before that has resolved. Whatever else of this process changes the lead meanwhile shares the note.
 */
export async function whileChanging<Outcome>(
  leads: Store,
  id: string,
  work: (change: Change) => Promise<Outcome>,
): Promise<Outcome> {
  const known = changesOf(leads);
  const change = known.open.get(id) ?? { id, key: `${CHANGES}${id}-${Date.now()}-${randomUUID()}`, users: 0 };
  known.open.set(id, change);
  change.users += 1;
  try {
    return await work(change);
  } finally {
    change.users -= 1;
    if (change.users === 0) {
      known.open.delete(id);
      if (change.written) known.finished.push(change);
    }
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
export function hasFinishedChanges(leads: Store): boolean {
  return (changes.get(leads)?.finished.length ?? 0) > 0;
}

/** The changes that this process has made, each handed out once. */
export async function takeFinishedChanges(leads: Store): Promise<Change[]> {
  const known = changesOf(leads);
  const finished = known.finished;
  known.finished = [];
  // A note that could not be written may be there all the same.
  await Promise.allSettled(finished.map(({ written }) => written));
  return finished;
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
