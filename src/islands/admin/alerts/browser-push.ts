import type { NewDevice } from '#contracts/alerts';
import { deviceName } from '#lib/device-name';

/** `install`: an iPhone or iPad needs the page on its home screen. */
type PushSupport = 'yes' | 'install' | 'no';

export interface PushBrowser {
  support(): PushSupport;
  permission(): NotificationPermission;
  /** Asks the person. Call it from a press, or the browser ignores it. */
  ask(): Promise<NotificationPermission>;
  /** This browser's push endpoint, or `null` if not subscribed with the site key `key`. */
  endpoint(key: string): Promise<string | null>;
  /** Rejects if the push service is unreachable. */
  subscribe(key: string): Promise<Pick<NewDevice, 'endpoint' | 'keys'>>;
  unsubscribe(): Promise<void>;
  /** `iPhone, Safari` */
  deviceName(): string;
}

const WORKER = '/admin/worker.js';
const SCOPE = '/admin/';

const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

async function registration(): Promise<ServiceWorkerRegistration> {
  const made = await navigator.serviceWorker.register(WORKER, { scope: SCOPE, updateViaCache: 'none' });
  const worker = made.installing ?? made.waiting;
  // Not `ready`, which may be the worker of /admin.
  while (worker && !made.active) {
    await new Promise((changed) => worker.addEventListener('statechange', changed, { once: true }));
  }
  return made;
}

async function subscription(): Promise<PushSubscription | null> {
  const known = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await known?.pushManager.getSubscription()) ?? null;
}

function isFor(key: string, { options }: PushSubscription): boolean {
  const { applicationServerKey: bytes } = options;
  return bytes === null || base64url(bytes) === key;
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const browserPush: PushBrowser = {
  support() {
    const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
    if (isAble) return 'yes';
    const isInstalled = matchMedia('(display-mode: standalone)').matches || 'standalone' in navigator;
    return isApple() && !isInstalled ? 'install' : 'no';
  },
  permission: () => Notification.permission,
  ask: () => Notification.requestPermission(),
  async endpoint(key) {
    const found = await subscription();
    return found && isFor(key, found) ? found.endpoint : null;
  },
  async subscribe(key) {
    const { pushManager } = await registration();
    const former = await pushManager.getSubscription();
    if (former && !isFor(key, former)) await former.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { p256dh = '', auth = '' } = made.toJSON().keys ?? {};
    return { endpoint: made.endpoint, keys: { p256dh, auth } };
  },
  async unsubscribe() {
    await (await subscription())?.unsubscribe();
  },
  deviceName: () => deviceName(navigator.userAgent, isApple()),
};
