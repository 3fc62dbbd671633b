import { atom, computed } from 'nanostores';
import { Alerts, type MessageSwitches } from '#contracts/alerts';
import { PasskeyOptions } from '#contracts/auth';
import type { Language } from '#i18n/language';
import { browserEnvironment, type Environment } from '#browser/environment';
import { say } from '#browser/say';
import type { Known, ReadOnly } from '#islands/ui/resource.ts';
import { browserPasskeys, type Passkeys } from '../passkeys.ts';
import { createPresses } from '../question.ts';
import { createPageData } from '../renewal.ts';
import { type AdminSession, session } from '../sign-in/session.ts';
import { browserPush, type PushBrowser } from './browser-push.ts';

/**
 * This browser's state. `off`: the site has no push keys. `install`: an iPhone needs the page on its home screen.
 * `denied`: the person or the system forbids it. `added`: it is the device `id`.
 */
export type HereState =
  | { readonly state: 'loading' | 'off' | 'install' | 'unsupported' | 'denied' | 'ready' }
  | { readonly state: 'added'; readonly id: string };

const PATH = '/api/alerts';
const PASSKEYS = '/api/auth/passkeys';

const hasTouch = () => navigator.maxTouchPoints > 1;

export function createAlertsAdmin(
  { client, goTo }: Pick<Environment, 'client' | 'goTo'>,
  session: AdminSession,
  { push, passkeys = browserPasskeys }: { readonly push: PushBrowser; readonly passkeys?: Passkeys },
) {
  const { $known, shown, start, load, reload } = createPageData(session, async () => {
    const alerts = await client.send('GET', PATH, Alerts);
    await look(alerts.pushKey);
    return { alerts };
  });
  const { $busy, perform } = createPresses(session, reload);
  const $own = atom<Own | null>(null);
  const $here = computed([$known, $own], (loaded, own) => hereOf(loaded, own, push));

  const address = (id: string) => `${PATH}/devices/${encodeURIComponent(id)}`;

  async function look(key: string | undefined): Promise<void> {
    if (!key || push.support() !== 'yes') return;
    const endpoint = await push.endpoint(key).catch(() => null);
    $own.set({ id: endpoint && (await idOf(endpoint)), permission: push.permission() });
  }

  return {
    $alerts: $known,
    $here,
    $busy,
    start,
    load,
    /** "Turn on alerts on this phone": asks for permission and adds this browser. Call it from a press. */
    async tellHere(): Promise<void> {
      const key = shown()?.alerts.pushKey;
      if (!key || $busy.get()) return;
      // First of all: a browser ignores the question if too much time has passed since the press.
      const permission = await push.ask().catch(() => push.permission());
      if (permission !== 'granted') return await look(key);
      const add = async () => {
        const body = { ...(await push.subscribe(key)), name: push.deviceName() };
        await client.call('POST', `${PATH}/devices`, { body });
      };
      await perform('add', add, say('Alerts are on for this device'));
    },
    test: (id: string) => perform(`test ${id}`, () => client.call('POST', address(id)), say('Test sent')),
    async remove(id: string): Promise<void> {
      const remove = async () => {
        await client.call('DELETE', address(id));
        // If the browser keeps its subscription, nobody sends to it any more.
        if ($own.get()?.id === id) await push.unsubscribe().catch(() => undefined);
      };
      await perform(`remove ${id}`, remove, say('Alerts are off for that device'));
    },
    /** Signs another device out. */
    signOut: (id: string) =>
      perform(
        `sign out ${id}`,
        () => client.call('DELETE', `/api/auth/devices/${id}`),
        say('That device is signed out'),
      ),
    /** Makes a passkey of this device. Call it from a press. */
    async addPasskey(): Promise<void> {
      const add = async () => {
        const options = await client.send('POST', PASSKEYS, PasskeyOptions, { body: {} });
        await client.call('PUT', PASSKEYS, { body: { passkey: await passkeys.make(options), hasTouch: hasTouch() } });
      };
      await perform(
        'passkey',
        add,
        say('You can sign in with this device'),
        say('No passkey was made. Please try again.'),
      );
    },
    removePasskey: (id: string) =>
      perform(
        `passkey ${id}`,
        () => client.call('DELETE', `${PASSKEYS}/${id}`),
        say('That passkey signs you in no more'),
      ),
    /** Turns what visitors are told on or off. */
    switch: (body: MessageSwitches) => perform('messages', () => client.call('PUT', PATH, { body }), say('Saved')),
    /** Chooses the owner's language. The page then loads anew, in it. */
    async speak(language: Language): Promise<void> {
      const choose = async () => {
        await client.call('PUT', PATH, { body: { language } satisfies MessageSwitches });
        goTo('/admin/alerts');
      };
      await perform('language', choose, say('Saved'));
    },
    renewFeed: () => perform('feed', () => client.call('POST', `${PATH}/feed`), say('The calendar has its address')),
    endFeed: () =>
      perform('feed', () => client.call('DELETE', `${PATH}/feed`), say('The calendar’s address works no more')),
  };
}

/** This browser as a device, by its subscription. */
interface Own {
  readonly id: string | null;
  readonly permission: NotificationPermission;
}

function hereOf(loaded: Known<{ readonly alerts: Alerts }>, own: Own | null, push: PushBrowser): HereState {
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

export const alerts: ReadOnly<ReturnType<typeof createAlertsAdmin>> = createAlertsAdmin(browserEnvironment, session, {
  push: browserPush,
});
