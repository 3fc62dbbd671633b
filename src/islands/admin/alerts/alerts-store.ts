import { atom, computed } from 'nanostores';
import { AlertDevice, Alerts, CalendarFeed, Messages, type MessageSwitches } from '#contracts/alerts';
import type { SignedInDevice } from '#contracts/auth';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { browserEnvironment, type Environment } from '#browser/environment';
import { createResource, type Known, type ReadOnly } from '#islands/ui/resource.ts';
import { type AdminSession, type Outcome, session } from '../sign-in/session.ts';
import { browserPush, type PushBrowser } from './browser-push.ts';

type AlertsState = Known<{ readonly alerts: Alerts }>;

/**
 * This browser's state. `off`: the site has no push keys. `install`: an iPhone needs the page on its home screen.
 * `denied`: the person or the system forbids it. `added`: it is the device `id`.
 */
export type HereState =
  | { readonly state: 'loading' | 'off' | 'install' | 'unsupported' | 'denied' | 'ready' }
  | { readonly state: 'added'; readonly id: string };

const PATH = '/api/alerts';

export function createAlertsAdmin({ client }: Pick<Environment, 'client'>, session: AdminSession, push: PushBrowser) {
  const { $known, shown, load, set } = createResource<{ readonly alerts: Alerts }>(async () => {
    const outcome = await session.call(() => client.send('GET', PATH, Alerts));
    if (outcome.state === 'failed') return { state: 'failed', message: outcome.serverMessage };
    if (outcome.state === 'signed-out') return outcome;
    await look(outcome.value.pushKey);
    return { state: 'done', value: { alerts: outcome.value } };
  });
  /** The action in progress, such as `test <id>`. One at a time. */
  const $busy = atom<string | null>(null);
  const $own = atom<{ id: string | null; permission: NotificationPermission } | null>(null);
  const $here = computed([$known, $own], (loaded, own) => hereOf(loaded, own, push));

  const address = (id: string) => `${PATH}/devices/${encodeURIComponent(id)}`;

  async function look(key: string | undefined): Promise<void> {
    if (!key || push.support() !== 'yes') return;
    const endpoint = await push.endpoint(key).catch(() => null);
    $own.set({ id: endpoint && (await idOf(endpoint)), permission: push.permission() });
  }

  function change(changed: (alerts: Alerts) => Alerts): void {
    const loaded = shown();
    if (loaded) set({ alerts: changed(loaded.alerts) });
  }

  /** Does one action at a time. Resolves to its result, or to `null` if another one is running or it failed. */
  async function perform<T>(what: string, work: () => Promise<T>): Promise<{ value: T } | null> {
    if ($busy.get()) return null;
    clearToast();
    $busy.set(what);
    const outcome: Outcome<T> = await session.call(work);
    $busy.set(null);
    if (outcome.state === 'failed') {
      showError(outcome.serverMessage ?? 'That did not work. Please try again in a moment.');
    }
    return outcome.state === 'done' ? { value: outcome.value } : null;
  }

  async function add(key: string): Promise<AlertDevice> {
    const body = { ...(await push.subscribe(key)), name: push.deviceName() };
    return await client.send('POST', `${PATH}/devices`, AlertDevice, { body });
  }

  const put = (device: AlertDevice) =>
    change((alerts) => ({ ...alerts, devices: [...alerts.devices.filter(({ id }) => id !== device.id), device] }));

  return {
    $alerts: $known,
    $here,
    $busy,
    load,
    async start(): Promise<void> {
      if (await session.guard()) await load();
    },
    /** "Turn on alerts on this phone": asks for permission and adds this browser. Call it from a press. */
    async tellHere(): Promise<void> {
      const key = shown()?.alerts.pushKey;
      if (!key || $busy.get()) return;
      // First of all: a browser ignores the question if too much time has passed since the press.
      const permission = await push.ask().catch(() => push.permission());
      $own.set({ id: $own.get()?.id ?? null, permission });
      if (permission !== 'granted') return;
      const added = await perform('add', () => add(key));
      if (!added) return;
      $own.set({ id: added.value.id, permission });
      put(added.value);
      showSuccess('Alerts are on for this device');
    },
    async test(id: string): Promise<void> {
      const tested = await perform(`test ${id}`, () => client.send('POST', address(id), AlertDevice));
      if (!tested) return await load();
      put(tested.value);
      showSuccess('Test sent');
    },
    async remove(id: string): Promise<void> {
      const removed = await perform(`remove ${id}`, () => client.call('DELETE', address(id)));
      if (!removed) return;
      // If the browser keeps its subscription, nobody sends to it any more.
      if ($own.get()?.id === id) await push.unsubscribe().catch(() => undefined);
      change((alerts) => ({ ...alerts, devices: alerts.devices.filter((device) => device.id !== id) }));
      showSuccess('Alerts are off for that device');
    },
    /** Signs a device out. If it is this one, the page leaves for the sign-in. */
    async signOut({ id, isHere }: SignedInDevice): Promise<void> {
      const ended = await perform(`sign out ${id}`, () => client.call('DELETE', `/api/auth/devices/${id}`));
      if (!ended) return;
      if (isHere) return await load();
      change((alerts) => ({ ...alerts, signedIn: alerts.signedIn.filter((device) => device.id !== id) }));
      showSuccess('That device is signed out');
    },
    /** Turns what visitors are told on or off. */
    async switch(body: MessageSwitches): Promise<void> {
      const switched = await perform('messages', () => client.send('PUT', PATH, Messages, { body }));
      if (!switched) return;
      change((alerts) => ({ ...alerts, messages: switched.value }));
      showSuccess('Saved');
    },
    async renewFeed(): Promise<void> {
      const made = await perform('feed', () => client.send('POST', `${PATH}/feed`, CalendarFeed));
      if (!made) return;
      change((alerts) => ({ ...alerts, feed: made.value }));
      showSuccess('The calendar has its address');
    },
    async endFeed(): Promise<void> {
      const ended = await perform('feed', () => client.call('DELETE', `${PATH}/feed`));
      if (!ended) return;
      change(({ feed: _, ...alerts }) => alerts);
      showSuccess('The calendar’s address works no more');
    },
  };
}

function hereOf(
  loaded: AlertsState,
  own: { id: string | null; permission: NotificationPermission } | null,
  push: PushBrowser,
): HereState {
  if (loaded.state !== 'ready') return { state: 'loading' };
  if (!loaded.alerts.pushKey) return { state: 'off' };
  const support = push.support();
  if (support !== 'yes') return { state: support === 'install' ? 'install' : 'unsupported' };
  if (own?.permission === 'denied') return { state: 'denied' };
  const isListed = loaded.alerts.devices.some(({ id }) => id === own?.id);
  return own?.id && isListed ? { state: 'added', id: own.id } : { state: 'ready' };
}

/** The device's id for an endpoint, as the server makes it. */
async function idOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const alerts: ReadOnly<ReturnType<typeof createAlertsAdmin>> = createAlertsAdmin(
  browserEnvironment,
  session,
  browserPush,
);
