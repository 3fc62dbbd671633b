import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import type { AlertDevice, NewDevice } from '#contracts/alerts';
import { readAll, shaped, type Store, unlessUnreadable } from '#server/storage/port';

/** A phone or computer that gets the owner's notifications. Times are in ms since the epoch. */
export const PushDevice = keptObject({
  id: z.string(),
  /** The address at the browser's push service (RFC 8030). `keys` encrypt the messages (RFC 8291). */
  endpoint: z.string(),
  keys: keptObject({ p256dh: z.string(), auth: z.string() }),
  name: z.string(),
  addedAt: z.number(),
  toldAt: z.optional(z.number()),
});
export type PushDevice = z.infer<typeof PushDevice>;

export const DEVICES = 'push-devices/';
const deviceKey = (id: string) => DEVICES + id;
const ID = /^[0-9a-f]{32}$/;

const MAX_DEVICES = 20;

export async function listDevices(auth: Store): Promise<PushDevice[]> {
  const records = await readAll(auth, DEVICES, PushDevice);
  return records.map(({ value }) => value).toSorted((a, b) => a.addedAt - b.addedAt);
}

/** The device, or `null` if it was removed or cannot be read. */
export async function findDevice(auth: Store, id: string): Promise<PushDevice | null> {
  if (!ID.test(id)) return null;
  const key = deviceKey(id);
  const read = async () => {
    const stored = await auth.get(key);
    return stored && shaped(PushDevice, key, stored.value);
  };
  return await unlessUnreadable(read(), () => null);
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
  const former = known.find((one) => one.id === id);
  if (!former && known.length >= MAX_DEVICES) return null;
  const device: PushDevice = {
    ...(former ?? { id, addedAt: now }),
    endpoint,
    keys: { ...former?.keys, ...keys },
    name,
  };
  await auth.put(deviceKey(id), device);
  return device;
}

/** Removes a device; a missing one is no error. */
export async function removeDevice(auth: Store, id: string): Promise<void> {
  if (ID.test(id)) await auth.delete(deviceKey(id));
}

/** Stores when a device was last notified. Does not bring back a device that is removed meanwhile. */
export async function noteNotified(auth: Store, id: string, now: number): Promise<void> {
  const stored = await auth.get(deviceKey(id));
  const device = PushDevice.safeParse(stored?.value);
  if (stored && device.success) await auth.replace(deviceKey(id), { ...device.data, toldAt: now }, stored.etag);
}

export function viewDevice({ id, name, addedAt, toldAt }: PushDevice): AlertDevice {
  const iso = (time: number) => new Date(time).toISOString();
  return { id, name, addedAt: iso(addedAt), ...(toldAt !== undefined && { toldAt: iso(toldAt) }) };
}
