import { createHash } from 'node:crypto';
import { business } from '#business';
import type { AlertDevice, Alerts, CalendarFeed, Messages, MessageSwitches, NewDevice } from '#contracts/alerts';
import { FIRST_PERSON } from '#contracts/people';
import { alertsForInstaller } from '#lead/installer';
import { wordsIn } from '#i18n/owner-words';
import { isUnchanged } from '#lib/byte-range';
import {
  endFeed,
  feedAddress,
  type FeedSecret,
  findFeed,
  renewFeed,
  visitsCalendar,
  whoseFeed,
} from '#server/calendar/feed';
import {
  addDevice,
  findDevice,
  listDevices,
  noteNotified,
  type PushSettings,
  pushTo,
  removeDevice,
  viewDevice,
} from '#server/channels/push/push';
import { lastDelivery } from '#server/channels/webhook/webhook';
import { changeMessageSettings, type MessageSettings, messageSettings } from '#server/leads/message-settings';
import { noteAnswerTime } from '#server/leads/insights';
import { isPublicEndpoint } from '#server/outbox/post';
import { countWaiting } from '#server/outbox/outbox';
import { type AdminCall, isInstallers, colleagueOf, languageCookie } from './owner-session.ts';
import { ownPasskeys } from './passkey-calls.ts';
import { signedInDevices } from './sign-in-calls.ts';
import type { Call } from './call.ts';
import { languageOfCall } from './language.ts';
import { logLine } from './log.ts';
import { bytesFile, calendarFile, empty, json, unchanged } from './answers.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';
import type { Backups } from '#contracts/backups';
import { backupFile, lastNight, listBackups } from '#server/backups/backups';

/** `GET /api/alerts`: 200 and the owner's notifications; to an installer what is their own. */
export async function showAlerts(call: AdminCall): Promise<Response> {
  const { services } = call;
  const { auth, channels } = services;
  const [devices, signedIn, passkeys, feed, webhook, texts, settings] = await Promise.all([
    listDevices(auth),
    signedInDevices(call),
    ownPasskeys(call),
    findFeed(auth, call.person.id),
    webhookState(services),
    channels.texts && countWaiting(channels.texts.box, services.now()),
    messageSettings(services.leads),
  ]);
  const alerts: Alerts = {
    ...(channels.push && { pushKey: channels.push.settings.publicKey }),
    devices: devices.map(viewDevice),
    signedIn,
    passkeys,
    messages: viewMessages(settings),
    language: settings.language,
    ...(feed && { feed: viewFeed(feed, services) }),
    ...(webhook && { webhook }),
    ...(texts && { texts: { waiting: texts.count } }),
  };
  return json(200, isInstallers(call) ? alertsForInstaller(alerts) : alerts);
}

/**
 * `PUT /api/alerts`: 200 and the switches. A switch says nothing of the others, so no device undoes another's. A language
 * is that of this browser at once, and of another one from its next sign-in.
 */
export async function changeMessages(switches: MessageSwitches, { request, services }: AdminCall): Promise<Response> {
  await changeMessageSettings(services.leads, switches);
  // Said at once, not after the next sweep.
  if (switches.saysAnswerTime) await noteAnswerTime({ ...services, now: services.now() });
  const { language } = switches;
  const headers = language && { 'set-cookie': languageCookie(request, language) };
  return json(200, viewMessages(await messageSettings(services.leads)), headers);
}

function viewMessages({ asksForReview, ...settings }: MessageSettings): Messages {
  const { saysAnswerTime, answersWithin } = settings;
  return { ...(business.reviewLink && { asksForReview }), saysAnswerTime, answersWithin };
}

async function webhookState({ channels: { webhook }, leads, now }: Services): Promise<Alerts['webhook']> {
  if (!webhook) return undefined;
  const [last, { count }] = await Promise.all([lastDelivery(leads), countWaiting(webhook.box, now())]);
  return { host: new URL(webhook.settings.url).host, waiting: count, ...(last && { last }) };
}

function viewFeed(feed: FeedSecret, { site }: Services): CalendarFeed {
  return { address: feedAddress(feed, site.origin), madeAt: new Date(feed.madeAt).toISOString() };
}

/**
 * `POST /api/alerts/devices`: 201 and the device, also for a known one. 400 for an endpoint that is no public push
 * service, since we must not send into a private network. 409 for too many, 503 if push is not set up.
 */
export async function addAlertDevice(device: NewDevice, { services }: AdminCall): Promise<Response> {
  const push = requirePush(services);
  if (!(await isPublicEndpoint(device.endpoint, push))) throw new Refusal(400, 'subscription');
  const added = await addDevice(services.auth, device, services.now());
  if (!added) throw new Refusal(409, 'tooManyDevices');
  return json(201, viewDevice(added) satisfies AlertDevice);
}

/** `DELETE /api/alerts/devices/{id}`: 204, also for an unknown id. */
export async function removeAlertDevice({ services, params }: AdminCall): Promise<Response> {
  await removeDevice(services.auth, params['id'] ?? '');
  return empty();
}

/** ms */
const TEST_TIMEOUT = 10_000;

/** `POST /api/alerts/devices/{id}`: 200 once its push service has taken a test; 404; 410 when it has ended; 502. */
export async function testAlertDevice({ request, services, params }: AdminCall): Promise<Response> {
  const push = requirePush(services);
  const { auth, now } = services;
  const device = await findDevice(auth, params['id'] ?? '');
  if (!device) throw new Refusal(404, 'noDevice');
  const { say } = await wordsIn(languageOfCall(request));
  const words = {
    key: `test-${now()}`,
    lead: '',
    title: say('This is a test'),
    body: say('New requests and visits arrive like this.'),
  };
  const outcome = await pushTo(push, device, words, AbortSignal.timeout(TEST_TIMEOUT));
  if (outcome === 'sent') {
    await noteNotified(auth, device.id, now());
    return json(200, viewDevice({ ...device, toldAt: now() }) satisfies AlertDevice);
  }
  if (outcome.failed === 'refused') {
    await removeDevice(auth, device.id);
    throw new Refusal(410, 'deviceEnded');
  }
  logLine(`Push: a test, ${outcome.failed}, ${outcome.error}`);
  throw new Refusal(502, 'pushFailed');
}

function requirePush({ channels: { push } }: Services): PushSettings {
  if (!push) throw new Refusal(503, 'pushUnset');
  return push.settings;
}

/** `POST /api/alerts/feed`: 200 and a new address for the caller's own feed. The former one ends. */
export async function renewAlertFeed({ services, person }: AdminCall): Promise<Response> {
  const feed = await renewFeed(services.auth, person.id, services.now());
  return json(200, viewFeed(feed, services) satisfies CalendarFeed);
}

/** `DELETE /api/alerts/feed`: 204. */
export async function endAlertFeed({ services, person }: AdminCall): Promise<Response> {
  await endFeed(services.auth, person.id);
  return empty();
}

/** `GET /calendar/<secret>.ics`: 200 and all visits, or the person's; 304 if unchanged, 404 for any other secret. */
export async function sendFeed({ request, services, params }: Call): Promise<Response> {
  const person = await whoseFeed(services.auth, params['file'] ?? '');
  const colleague = person && person !== FIRST_PERSON ? await colleagueOf({ sub: '', person }, services) : undefined;
  if (!person || colleague === null) throw new Refusal(404, 'noFeed');
  const whose = colleague && { person, isInstaller: isInstallers({ person: colleague }) };
  const content = await visitsCalendar({ ...services, whose, now: services.now() });
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
  const headers = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' };
  return isUnchanged(request, etag) ? unchanged(headers) : calendarFile(content, headers);
}

/** `GET /api/backups`: 200 and the nightly backups. */
export async function showBackups({ services }: AdminCall): Promise<Response> {
  const isSetUp = services.backupKey !== null;
  const [backups, night] = await Promise.all([
    listBackups(services.backups),
    isSetUp ? lastNight(services.backups, services.now()) : null,
  ]);
  return json(200, { isSetUp, isLate: night?.isLate ?? false, backups } satisfies Backups);
}

/** `GET /api/backups/{id}`: 200 and the file, streamed since a whole answer may have 6 MB at most; 404. */
export async function sendBackup({ services, params }: AdminCall): Promise<Response> {
  const id = params['id'] ?? '';
  const found = await backupFile(services.backups, id);
  if (!found) throw new Refusal(404, 'noBackup');
  return bytesFile(found, `backup-${id}.bin`);
}
