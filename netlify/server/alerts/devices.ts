import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { AlertDevice, NewDevice } from '#contracts/alerts';
import { readAll, shaped, type Store, unlessUnreadable } from '#server/storage/port';

/** A phone or computer that the owner has chosen to be told on. Times are milliseconds since the epoch. */
export const PushDevice = z.object({
  id: z.string(),
  /** The browser's push service takes messages for it there, encrypted with its keys (RFC 8030, RFC 8291). */
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  name: z.string(),
  addedAt: z.number(),
  toldAt: z.optional(z.number()),
});
export type PushDevice = z.infer<typeof PushDevice>;

export const DEVICES = 'push-devices/';
const deviceKey = (id: string) => DEVICES + id;
const ID = /^[0-9a-f]{32}$/;

/** As many as one household has, with room. */
const MAX_DEVICES = 20;

/** The same subscription is the same device: its page finds itself in the list by this. */
function deviceId(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex').slice(0, 32);
}

/** All devices, the one added first first. */
export async function listDevices(auth: Store): Promise<PushDevice[]> {
  const records = await readAll(auth, DEVICES, PushDevice);
  return records.map(({ value }) => value).toSorted((a, b) => a.addedAt - b.addedAt);
}

/** The device, or `null` when it is not, or no longer, among them. */
export async function findDevice(auth: Store, id: string): Promise<PushDevice | null> {
  if (!ID.test(id)) return null;
  const key = deviceKey(id);
  const read = async () => {
    const stored = await auth.get(key);
    return stored && shaped(PushDevice, key, stored.value);
  };
  return await unlessUnreadable(read(), () => null);
}

/** Adds a device, or renews what is known of it; `null` when there are too many. `now` in ms. */
export async function addDevice(
  auth: Store,
  { endpoint, keys, name }: NewDevice,
  now: number,
): Promise<PushDevice | null> {
  const id = deviceId(endpoint);
  const known = await listDevices(auth);
  const former = known.find((one) => one.id === id);
  if (!former && known.length >= MAX_DEVICES) return null;
  const device: PushDevice = { ...(former ?? { id, addedAt: now }), endpoint, keys, name };
  await auth.put(deviceKey(id), device);
  return device;
}

/** Removes a device; one that is not there is no error. */
export async function removeDevice(auth: Store, id: string): Promise<void> {
  if (ID.test(id)) await auth.delete(deviceKey(id));
}

/** Notes when a device was told last. One that is removed meanwhile does not come back. */
export async function noteTold(auth: Store, id: string, now: number): Promise<void> {
  const stored = await auth.get(deviceKey(id));
  const device = PushDevice.safeParse(stored?.value);
  if (stored && device.success) await auth.replace(deviceKey(id), { ...device.data, toldAt: now }, stored.etag);
}

/** A device as its owner sees it. */
export function viewDevice({ id, name, addedAt, toldAt }: PushDevice): AlertDevice {
  const iso = (time: number) => new Date(time).toISOString();
  return { id, name, addedAt: iso(addedAt), ...(toldAt !== undefined && { toldAt: iso(toldAt) }) };
}
