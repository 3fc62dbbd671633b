import * as z from 'zod/mini';
import type { Variables } from '#server/env';
import { leadReference } from '#server/leads/lead-id';
import { visitName } from '#server/leads/lead-visits';
import {
  type ChannelOptions,
  createChannel,
  type News,
  type Notifier,
  notifierOf,
  type OutcomeNews,
} from '#server/mail/channel';
import type { Attempt, Send } from '#server/mail/delivery';
import { type MailSite, oneLine, whenOf } from '#server/mail/letter';
import { occasionOf } from '#server/mail/messages';
import { type Box, waitingSchema } from '#server/mail/outbox';
import { type Store, within } from '#server/storage/port';
import { findDevice, listDevices, noteTold, type PushDevice, removeDevice } from './devices.ts';
import { failureWords, isPublicEndpoint, post } from './post.ts';

/** The site's identity for push services (VAPID, RFC 8292). The keys are in base64url. */
export interface PushSettings {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Contact address for the push services. */
  readonly subject: string;
  /** True in local development: the push service may run on this machine. */
  readonly mayBeLocal: boolean;
}

/** The push settings, or `null` if the keys are missing. */
export function readPushSettings(
  env: Variables,
  { context, site }: { readonly context: string; readonly site: MailSite },
): PushSettings | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  if (!publicKey || !privateKey) return null;
  return { publicKey, privateKey, subject: `mailto:${site.from.address}`, mayBeLocal: context === 'dev' };
}

export const PushMessage = z.object({
  /** Id of the lead that a click opens. */
  lead: z.string(),
  device: z.string(),
  title: z.string(),
  body: z.string(),
});
export type PushMessage = z.infer<typeof PushMessage>;

export const pushBox = (leads: Store): Box<PushMessage> => ({
  store: within(leads, 'pushes/'),
  waiting: waitingSchema(PushMessage),
});

type Common = Pick<ChannelOptions<PushMessage>, 'holds' | 'now' | 'random' | 'log'>;

/** Notifies the owner's devices. Each device has its own message, so that a dead one delays no other. */
export function pushNotifier(
  settings: PushSettings,
  { leads, auth, ...common }: Common & { readonly leads: Store; readonly auth: Store },
): Notifier {
  const channel = createChannel({
    ...common,
    name: 'Push',
    box: pushBox(leads),
    send: pushSender(settings, { auth, now: common.now }),
    // A permanent refusal means that the subscription has ended.
    canBeMended: () => false,
    givenUp: async () => undefined,
  });
  const messagesOf = async (news: News) => {
    if (news.kind === 'outcome') return [];
    const devices = await listDevices(auth);
    return devices.map(({ id }) => ({ suffix: `-${id}`, message: { ...wordsOf(news), device: id } }));
  };
  return notifierOf(channel, messagesOf, { waits: true, hearsOwner: false });
}

const requestTitles = { new: 'New request', changed: 'Changed request' };

/** Short, because a lock screen shows about a line and a half. */
function wordsOf(news: Exclude<News, OutcomeNews>): Omit<PushMessage, 'device'> {
  const { id: lead, request, isSpam } = news.lead;
  const who = oneLine([request.name, request.city].filter(Boolean).join(', '), 80);
  const service = oneLine(request.serviceInterest);
  if (news.kind === 'request') {
    const title = `${requestTitles[news.isChanged ? 'changed' : 'new']}: ${who}`;
    return { lead, title: isSpam ? `[Possible spam] ${title}` : title, body: service };
  }
  const title = `${visitName(news.visitKind)} ${occasionOf(news)}: ${whenOf(news.interval)}`;
  return { lead, title, body: [who, service].filter(Boolean).join('. ') };
}

const TTL_SECONDS = 3 * 24 * 60 * 60;

/** Sends a message to its device. Removes a device whose subscription has ended. */
function pushSender(settings: PushSettings, { auth, now }: { readonly auth: Store; now(): number }): Send<PushMessage> {
  return async (key, { message }, signal) => {
    const device = await findDevice(auth, message.device);
    if (!device) return { failed: 'refused', error: 'The device was removed' };
    const outcome = await pushTo(settings, device, { key, ...message }, signal);
    if (outcome === 'sent') await noteTold(auth, device.id, now());
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
    const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]));
    const status = await post(endpoint, { headers, body: details.body, signal, isTrusted: settings.mayBeLocal });
    if (status >= 200 && status < 300) return 'sent';
    // The subscription has ended (RFC 8030, 7.3). All other errors may pass.
    return { failed: status === 404 || status === 410 ? 'refused' : 'later', error: `HTTP ${status}` };
  } catch (error) {
    return { failed: 'later', error: failureWords(error) };
  }
}
