import { resolve } from 'node:path';
import { madeOnce } from '#lib/made-once';
import { blobsStore } from './blobs.ts';
import { localStore } from './local.ts';
import { StorageError, type Store } from './port.ts';

export type Stores = Readonly<Record<StoreName, Store>>;

/**
 * `slots`: slots and schedule. `limits`: counts of calls. `auth`: sessions, devices and secrets. `backups`:
 * encrypted copies of the others.
 */
export const storeNames = ['leads', 'slots', 'limits', 'gallery', 'media', 'auth', 'backups'] as const;
export type StoreName = (typeof storeNames)[number];

/** The record in each store that health writes and reads back. */
export const PROBE = 'health/last';

export interface DeployPlace {
  /** Netlify's `context.deploy.context`: `production`, `deploy-preview`, `branch-deploy`; `dev` on the local host. */
  readonly context: string;
  /** The local data folder, for `dev` only. */
  readonly dataDir?: string;
  /** The file of the local store's driver, for bundles in `dev`: they hold none. */
  readonly driver?: string;
}

const opened = new Map<string, Store>();

export function openStores(place: DeployPlace): Stores {
  return Object.fromEntries(storeNames.map((name) => [name, openStore(name, place)])) as Stores;
}

/**
 * The named store, opened once per process. All deploys share a site's Blobs stores, so a preview has its own:
 * `deploy-preview-leads`.
 */
export function openStore(name: StoreName, place: DeployPlace): Store {
  if (place.context !== 'dev') return deployedStore(name, place.context);
  const { dataDir, driver } = place;
  if (!dataDir) throw new StorageError('The local host has no data folder: set DATA_DIR, for example to .data.');
  return madeOnce(opened, `local ${resolve(dataDir)} ${name}`, () => localStore(dataDir, name, driver));
}

const CONTEXT = /^[a-z][a-z0-9-]{0,40}$/;

function deployedStore(name: StoreName, context: string): Store {
  if (!CONTEXT.test(context)) throw new StorageError(`Not a deploy context of Netlify: ${JSON.stringify(context)}.`);
  const storeName = context === 'production' ? name : `${context}-${name}`;
  return madeOnce(opened, `blobs ${storeName}`, () => blobsStore({ name: storeName }));
}
