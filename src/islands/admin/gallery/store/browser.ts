import { createClient } from '#islands/ui/api/client.ts';
import { galleryApi } from '#islands/ui/api/gallery.ts';
import { uploadsApi } from '../uploads-api.ts';
import { authBrowser } from '#islands/ui/auth-browser.ts';
import { signInPath } from '../../sign-in/return-path.ts';
import { createAdminSession } from './session.ts';
import type { Surroundings } from './surroundings.ts';
import { createUploads } from './uploads.ts';

const client = createClient();

/** The surroundings of the gallery's manager in a real page; how its owner is told is the island's. */
export const browser: Omit<Surroundings, 'tell'> = {
  api: galleryApi(client),
  session: createAdminSession({
    api: authBrowser,
    leave: () => location.replace(signInPath(location.pathname + location.hash)),
    leaveForGood: () => location.replace('/login'),
  }),
  now: () => new Date(),
};

/** The uploads of a real page. */
export const uploads = createUploads({
  api: uploadsApi(client),
  session: browser.session,
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  isOnline: () => navigator.onLine,
  backOnline: () => new Promise((back) => window.addEventListener('online', () => back(), { once: true })),
});
