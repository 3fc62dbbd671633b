import { type Lead, normalEmail } from '#server/leads/lead';
import { consume, mailLimit } from '#server/limits/limits';
import type { Store } from '#server/storage/port';
import { type Box, isKnown } from './outbox.ts';

/** Permission to write a visitor one more mail. It uses up one of the day's mails until `release`. */
interface Permission {
  readonly isGiven: boolean;
  release(): Promise<void>;
}

/** Limits the mails to an address and about a lead each day, so that nobody can flood an inbox by moving a visit. */
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
    /** Reserves one mail to the lead's visitor under `key`. Returns a function that takes the reservation back. */
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
    async take(key: string, lead: Lead): Promise<boolean> {
      const permission = prepared.get(key) ?? ask(key, lead);
      prepared.delete(key);
      return (await permission).isGiven;
    },
  };
}
