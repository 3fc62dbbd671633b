import * as z from 'zod/mini';
import type { Variables } from '#server/env';
import { leadReference } from '#server/leads/lead';
import { type ChannelOptions, createChannel, type News, type Notifier, notifierOf } from '#server/mail/channel';
import type { Attempt, Send } from '#server/mail/delivery';
import { type MailSite, oneLine, whenOf } from '#server/mail/letter';
import { occasionOf } from '#server/mail/messages';
import { type Box, waitingSchema } from '#server/mail/outbox';
import { type Store, within } from '#server/storage/port';
import { findDevice, listDevices, noteTold, type PushDevice, removeDevice } from './devices.ts';
import { failureWords, isPublicEndpoint, post } from './post.ts';

/** Who the site is to the push services (VAPID, RFC 8292). The keys are in base64url. */
export interface PushSettings {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Whom a push service may write to about us. */
  readonly subject: string;
  /** Whether a push service may run on this machine: on the local host alone. */
  readonly mayBeLocal: boolean;
}

/** The settings of the environment; `null` where the keys are not set, and nobody is told by push. */
export function readPushSettings(
  env: Variables,
  { context, site }: { readonly context: string; readonly site: MailSite },
): PushSettings | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  if (!publicKey || !privateKey) return null;
  return { publicKey, privateKey, subject: `mailto:${site.from.address}`, mayBeLocal: context === 'dev' };
}

/** A notification as it waits for one device. */
export const PushMessage = z.object({
  /** The lead that it opens. */
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

/** Tells the owner's devices of the news. Each device has a message of its own, so that a dead one keeps none waiting. */
export function pushNotifier(
  settings: PushSettings,
  { leads, auth, ...common }: Common & { readonly leads: Store; readonly auth: Store },
): Notifier {
  const channel = createChannel({
    ...common,
    name: 'Push',
    box: pushBox(leads),
    send: pushSender(settings, { auth, now: common.now }),
    // A push service refuses for good only where the subscription has ended, which nobody can mend.
    canBeMended: () => false,
    givenUp: async () => undefined,
  });
  const messagesOf = async (news: News) => {
    const devices = await listDevices(auth);
    return devices.map(({ id }) => ({ suffix: `-${id}`, message: { ...wordsOf(news), device: id } }));
  };
  return notifierOf(channel, messagesOf, { waits: true, hearsOwner: false });
}

const requestTitles = { new: 'New request', changed: 'Changed request' };
const visitTitles = { booked: 'Visit booked', moved: 'Visit moved', cancelled: 'Visit cancelled' };

/** A line and a half, since a locked screen shows no more. */
function wordsOf(news: News): Omit<PushMessage, 'device'> {
  const { id: lead, request, isSpam } = news.lead;
  const who = oneLine(`${request.name}, ${request.city}`, 80);
  if (news.kind === 'request') {
    const title = `${requestTitles[news.isChanged ? 'changed' : 'new']}: ${who}`;
    return { lead, title: isSpam ? `[Possible spam] ${title}` : title, body: request.serviceInterest };
  }
  const title = `${visitTitles[occasionOf(news)]}: ${whenOf(news.interval)}`;
  return { lead, title, body: `${who}. ${request.serviceInterest}` };
}

/** Seconds that a push service keeps a message for a phone that is off: three days. */
const TTL_SECONDS = 3 * 24 * 60 * 60;

/** Sends a message to its device. A device whose subscription has ended is removed. */
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

/** Sends to a device what its service worker is to show (public/admin/worker.js). Never throws. */
export async function pushTo(
  settings: PushSettings,
  { endpoint, keys }: PushDevice,
  { key, lead, title, body }: { readonly key: string } & Pick<PushMessage, 'lead' | 'title' | 'body'>,
  signal: AbortSignal,
): Promise<Attempt> {
  if (!(await isPublicEndpoint(endpoint, settings))) return { failed: 'refused', error: 'Not a public address' };
  // Of one lead the newest is shown, and also kept by the push service for a phone that is off (RFC 8030, 5.4).
  const topic = leadReference(lead);
  try {
    // Loaded when there is something to send: a visitor's booking does not wait for it.
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey, subject } = settings;
    const details = webPush.generateRequestDetails(
      { endpoint, keys },
      JSON.stringify({ key, lead, title, body, tag: topic }),
      { vapidDetails: { subject, publicKey, privateKey }, TTL: TTL_SECONDS, urgency: 'high', topic },
    );
    const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]));
    const status = await post(endpoint, { headers, body: details.body, signal, isTrusted: settings.mayBeLocal });
    return outcomeOf(status);
  } catch (error) {
    return { failed: 'later', error: failureWords(error) };
  }
}

/** 404 and 410 say that the subscription has ended (RFC 8030, 7.3). Anything else may be mended, by us or by them. */
function outcomeOf(status: number): Attempt {
  if (status >= 200 && status < 300) return 'sent';
  return { failed: status === 404 || status === 410 ? 'refused' : 'later', error: `HTTP ${status}` };
}
