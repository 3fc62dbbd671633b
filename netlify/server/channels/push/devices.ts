import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import type { AlertDevice, NewDevice } from '#contracts/alerts';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';

/** A phone or computer that gets the owner's notifications. Times are in ms since the epoch. */
const PushDevice = keptObject({
  id: z.string(),
  /** The address at the browser's push service (RFC 8030). `keys` encrypt the messages (RFC 8291). */
  endpoint: z.string(),
  keys: keptObject({ p256dh: z.string(), auth: z.string() }),
  name: z.string(),
  addedAt: z.number(),
  toldAt: z.optional(z.number()),
});
export type PushDevice = z.infer<typeof PushDevice>;

export const devices = { place: 'push-devices/', schema: PushDevice, isReplaceable: true } as const;
const ID = /^[0-9a-f]{32}$/;

const MAX_DEVICES = 20;

export async function listDevices(auth: Store): Promise<PushDevice[]> {
  const { records } = await recordsOf(auth, devices).list();
  return records.map(({ value }) => value).toSorted((a, b) => a.addedAt - b.addedAt);
}

/** The device, or `null` if it was removed or cannot be read. */
export async function findDevice(auth: Store, id: string): Promise<PushDevice | null> {
  return ID.test(id) ? await recordsOf(auth, devices).read(id) : null;
}

/** Adds or renews a device; `null` if there are too many. `now` in ms. */
export async function addDevice(
  auth: Store,
  { endpoint, keys, name }: NewDevice,
  now: number,
): Promise<PushDevice | null> {
  // The same for the same subscription, so its page can find itself in the list.
  const id = createHash('sha256').update(endpoint).digest('hex').slice(0, 32);
  const known = await listDevices(auth);
  if (known.length >= MAX_DEVICES && known.every((one) => one.id !== id)) return null;
  const { after } = await recordsOf(auth, devices).change(id, (former) => ({
    ...(former ?? { id, addedAt: now }),
    endpoint,
    keys: { ...former?.keys, ...keys },
    name,
  }));
  return after;
}

/** Removes a device; a missing one is no error. */
export async function removeDevice(auth: Store, id: string): Promise<void> {
  if (ID.test(id)) await recordsOf(auth, devices).delete(id);
}

/** Stores when a device was last notified. Does not bring back a device that is removed meanwhile. */
export async function noteNotified(auth: Store, id: string, now: number): Promise<void> {
  await recordsOf(auth, devices).change(id, (device) => device && { ...device, toldAt: now });
}

export function viewDevice({ id, name, addedAt, toldAt }: PushDevice): AlertDevice {
  const iso = (time: number) => new Date(time).toISOString();
  return { id, name, addedAt: iso(addedAt), ...(toldAt !== undefined && { toldAt: iso(toldAt) }) };
}
