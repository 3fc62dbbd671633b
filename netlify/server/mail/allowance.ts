import { type Lead, normalEmail } from '#server/leads/lead';
import { consume, mailLimit } from '#server/limits/limits';
import type { Store } from '#server/storage/port';
import { type Box, isKnown } from './outbox.ts';

/** Whether one more mail may be written to a visitor. It counts, until it is released. */
interface Permission {
  readonly isGiven: boolean;
  release(): Promise<void>;
}

/**
 * One address gets so many mails a day, and one lead makes no more: whoever moves a visit to and fro cannot have us flood
 * somebody. The owner is told of everything. News that was written before is not counted again.
 */
export function createAllowance({
  box,
  limits,
  now,
}: {
  readonly box: Pick<Box<never>, 'store'>;
  readonly limits: Store;
  now(): number;
}) {
  const prepared = new Map<string, Promise<Permission>>();
  const count = (about: string) => consume(limits, mailLimit, about, now());

  async function ask(key: string, { id, request }: Lead): Promise<Permission> {
    const [isOld, ...counts] = await Promise.all([
      isKnown(box, key),
      count(`lead ${id}`),
      count(`address ${normalEmail(request.email ?? '')}`),
    ]);
    const release = async () => {
      await Promise.all(counts.map((one) => ('release' in one ? one.release() : null)));
    };
    const isGiven = !isOld && counts.every((one) => 'release' in one);
    if (!isGiven) await release();
    return { isGiven, release };
  }

  return {
    /** Counts ahead the mail of that key to the lead's visitor; the function that it answers takes that back. */
    prepare(key: string, lead: Lead): () => Promise<void> {
      if (!lead.request.email) return async () => undefined;
      const permission = ask(key, lead);
      permission.catch(() => undefined);
      prepared.set(key, permission);
      return async () => {
        if (!prepared.delete(key)) return;
        const { isGiven, release } = await permission;
        if (isGiven) await release();
      };
    },
    /** Whether the mail of that key may be written. It counts from then on. */
    async take(key: string, lead: Lead): Promise<boolean> {
      const permission = prepared.get(key) ?? ask(key, lead);
      prepared.delete(key);
      return (await permission).isGiven;
    },
  };
}
