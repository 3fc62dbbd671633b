import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { oneLine } from '#contracts/text';
import { textFailure } from '#contracts/texts';
import { DAY, SECOND } from '#lib/time/units';
import type { OwnerWords } from '#i18n/owner-words';
import { namedIn } from '#lead/request-fields';
import { leadReference } from '#server/leads/lead-id';
import { ownerWords } from '#server/leads/message-settings';
import { keyOf } from '#server/news/news';
import type { NewsFor } from '#server/news/audience';
import { type Channel, type ChannelEnvironment, type ChannelKind, createChannel } from '#server/news/channel';
import { visitNewsOf, whenOf, whoOf } from '#server/news/words';
import type { Attempt, Send } from '#server/outbox/delivery';
import { failureWords, isPublicEndpoint, post } from '#server/outbox/post';
import { mayReachOut } from '#server/site';
import { createHash } from 'node:crypto';
import type { AlertDevice, NewDevice } from '#contracts/alerts';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';

/** The site's identity for push services (VAPID, RFC 8292). The keys are in base64url. */
export interface PushSettings {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Contact address for the push services. */
  readonly subject: string;
  /** True in local development: the push service may run on this machine. */
  readonly mayBeLocal: boolean;
}

export interface PushChannel extends Channel {
  readonly settings: PushSettings;
}

export const PushMessage = keptObject({
  /** Id of the lead that a click opens. */
  lead: z.string(),
  device: z.string(),
  title: z.string(),
  body: z.string(),
});
export type PushMessage = z.infer<typeof PushMessage>;

/** Notifies the owner's devices. */
export const push = {
  outbox: { folder: 'pushes/', message: PushMessage, what: 'a notification' },
  open(environment: ChannelEnvironment): PushChannel | null {
    const { env, context, site } = environment;
    const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
    if (!publicKey || !privateKey || !mayReachOut(context)) return null;
    const settings = { publicKey, privateKey, subject: `mailto:${site.from.address}`, mayBeLocal: context === 'dev' };
    return pushChannel(settings, environment);
  },
} satisfies ChannelKind<PushMessage>;

/** Each device has its own message, so that a dead one delays no other. */
export function pushChannel(settings: PushSettings, environment: ChannelEnvironment): PushChannel {
  const { auth, leads } = environment;
  const owner = async (news: OwnerNews) => {
    // After an hour others are texted.
    if (news.kind === 'unopened' && news.after > 15) return [];
    const devices = await listDevices(auth);
    if (devices.length === 0) return [];
    const words = wordsOf(news, await ownerWords(leads));
    return devices.map(({ id }) => ({ key: `${keyOf(news)}-${id}`, message: { ...words, device: id } }));
  };
  const channel = createChannel<'push', PushMessage>(
    {
      name: 'Push',
      outbox: push.outbox,
      send: pushSender(settings, environment),
      messages: { owner },
      // A permanent refusal means that the subscription has ended.
      canBeMended: () => false,
    },
    environment,
  );
  return { ...channel, settings };
}

type OwnerNews = NewsFor<'push', 'owner'>;

/** Short, because a lock screen shows about a line and a half. */
function wordsOf(news: OwnerNews, words: OwnerWords): Omit<PushMessage, 'device'> {
  const { id: lead, isSpam } = news.lead;
  const { language, say } = words;
  const request = namedIn(words, news.lead.request);
  const who = oneLine(whoOf({ request }), 80);
  const service = oneLine(request.serviceInterest);
  if (news.kind === 'request') {
    const title = news.isChanged ? say('Changed request: {who}', { who }) : say('New request: {who}', { who });
    return { lead, title: isSpam ? say('[Possible spam] {subject}', { subject: title }) : title, body: service };
  }
  if (news.kind === 'incoming') return { lead, title: say('Text from {who}', { who }), body: oneLine(news.text, 160) };
  if (news.kind === 'textFailed') {
    const { code } = news;
    return { lead, title: say('A text did not reach {who}', { who }), body: say(textFailure(code), { code }) };
  }
  if (news.kind === 'unopened') {
    const came = Date.parse(news.lead.createdAt);
    const body = say('Came {when}. {service}', { when: whenOf({ start: came, end: came }, language), service });
    return { lead, title: say('Nobody has opened this yet: {who}', { who }), body };
  }
  return { lead, title: visitNewsOf(news, words), body: [who, service].filter(Boolean).join('. ') };
}

const TTL_SECONDS = (3 * DAY) / SECOND;

/** Sends a message to its device. Removes a device whose subscription has ended. */
function pushSender(
  settings: PushSettings,
  { auth, now }: Pick<ChannelEnvironment, 'auth' | 'now'>,
): Send<PushMessage> {
  return async (key, { message }, signal) => {
    const device = await findDevice(auth, message.device);
    if (!device) return { failed: 'refused', error: 'The device was removed' };
    const outcome = await pushTo(settings, device, { key, ...message }, signal);
    if (outcome === 'sent') await noteNotified(auth, device.id, now());
    if (outcome !== 'sent' && outcome.failed === 'refused') await removeDevice(auth, device.id);
    return outcome;
  };
}

/** Sends a notification to the device's service worker (public/admin/worker.js). Never throws. */
export async function pushTo(
  settings: PushSettings,
  { endpoint, keys }: PushDevice,
  { key, lead, title, body }: { readonly key: string } & Pick<PushMessage, 'lead' | 'title' | 'body'>,
  signal: AbortSignal,
): Promise<Attempt> {
  if (!(await isPublicEndpoint(endpoint, settings))) return { failed: 'refused', error: 'Not a public address' };
  // A newer message about the same lead replaces the older one (RFC 8030, 5.4).
  const topic = leadReference(lead);
  try {
    // Loaded only to send, so that a booking does not wait for the import.
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey, subject } = settings;
    const details = webPush.generateRequestDetails(
      { endpoint, keys },
      JSON.stringify({ key, lead, title, body, tag: topic }),
      { vapidDetails: { subject, publicKey, privateKey }, TTL: TTL_SECONDS, urgency: 'high', topic },
    );
    const { headers, body: sealed } = details;
    const status = await post(endpoint, { headers, body: sealed, signal, isTrusted: settings.mayBeLocal });
    if (status >= 200 && status < 300) return 'sent';
    // The subscription has ended (RFC 8030, 7.3). All other errors may pass.
    return { failed: status === 404 || status === 410 ? 'refused' : 'later', error: `HTTP ${status}` };
  } catch (error) {
    return { failed: 'later', error: failureWords(error) };
  }
}

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
